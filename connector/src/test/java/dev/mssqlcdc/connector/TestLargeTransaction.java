package dev.mssqlcdc.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SinceSqlServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Memory is bounded by the settings, whatever the size of a transaction. */
class TestLargeTransaction {

  private static final boolean LONG = Boolean.getBoolean("long");
  private static final int ROWS = LONG ? 5_000_000 : 300_000;

  /** The rows of the transaction are several times as large. */
  private static final String HEAP = LONG ? "-Xmx256m" : "-Xmx48m";

  private static final int MINUTES = 10;

  @Test
  @SinceSqlServer(value = 16, needs = "GENERATE_SERIES")
  void streamsThroughASmallHeap() throws Exception {
    try (var database = TestingDatabase.create()) {
      database.execute("CREATE TABLE dbo.big (id int NOT NULL PRIMARY KEY, v varchar(300) NULL)");
      database.track("dbo", "big");
      Map<String, String> settings = database.settings("dbo\\.big");
      settings.put("snapshot.mode", "no_data");
      Process reader = start(settings);
      try (BufferedReader output = reader.inputReader()) {
        assertThat(output.readLine()).isEqualTo(LargeTransactionReader.BEGUN);
        database.execute(
            "INSERT INTO dbo.big SELECT value, REPLICATE('x', 200) FROM GENERATE_SERIES(1, %d)"
                .formatted(ROWS));
        database.capture();
        assertThat(output.readLine()).isEqualTo(String.valueOf(ROWS));
        assertThat(reader.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
      } finally {
        reader.destroyForcibly();
      }
    }
  }

  private static Process start(Map<String, String> settings) throws IOException {
    var config = new Properties();
    try (var connector = TestingConnector.start(settings)) {
      config.putAll(connector.taskConfigs(1).get(0));
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                LargeTransactionReader.class.getName(),
                String.valueOf(ROWS))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream input = process.getOutputStream()) {
      config.store(input, null);
    }
    return process;
  }
}
