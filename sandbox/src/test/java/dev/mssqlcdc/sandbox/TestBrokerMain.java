package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.IntStream;
import kafka.tools.StorageTool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestBrokerMain {

  @TempDir Path directory;

  /** One path in 64 has such an id: it reads like an option. */
  @Test
  void storageIsFormattedUnderAnIdThatBeginsWithADash() {
    String path =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> directory.resolve(i + ".properties").toString())
            .filter(p -> BrokerMain.clusterId(p).startsWith("-"))
            .findFirst()
            .orElseThrow();
    PropertyFiles.write(
        Path.of(path), Broker.settings(Ports.free(), Ports.free(), directory.resolve("data")));
    var printed = new ByteArrayOutputStream();

    int code =
        StorageTool.execute(
            BrokerMain.format(path), new PrintStream(printed, true, StandardCharsets.UTF_8));

    assertThat(code).as(printed.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(directory.resolve("data/meta.properties"))
        .content()
        .contains("cluster.id=" + BrokerMain.clusterId(path));
  }
}
