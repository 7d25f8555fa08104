package dev.mssqlcdc.connector;

import dev.mssqlcdc.schemas.Operation;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A task in a JVM of its own, whose heap the test bounds. It is given the task's configuration on
 * its standard input, says {@code begun} when the stream has begun, and then reads inserts whose
 * key counts up from 1; after the last of them it says how many came.
 */
final class LargeTransactionReader {

  static final String BEGUN = "begun";

  private LargeTransactionReader() {}

  /**
   * @param args the number of rows
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int rows = Integer.parseInt(args[0]);
    try (var task = TestingTask.of(config(), List.of())) {
      int read = 0;
      boolean begun = false;
      while (read < rows) {
        for (SourceRecord record : task.poll()) {
          if (TestingRecords.isRow(record)) {
            read++;
            check(record, read);
          } else if (!begun) {
            begun = true;
            System.out.println(BEGUN);
          }
        }
      }
      System.out.println(read);
    }
  }

  private static Map<String, String> config() throws IOException {
    var properties = new Properties();
    properties.load(
        new StringReader(new String(System.in.readAllBytes(), StandardCharsets.ISO_8859_1)));
    Map<String, String> config = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> config.put(n, properties.getProperty(n)));
    return config;
  }

  private static void check(SourceRecord record, int expected) {
    int id = TestingRecords.key(record).getInt32("id");
    if (id != expected || TestingRecords.operation(record) != Operation.INSERT.code()) {
      throw new IllegalStateException("row " + id + " instead of " + expected);
    }
  }
}
