package dev.mssqlcdc.benchmarks.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCountedRows {

  @TempDir private Path folder;

  private long sum(String text) throws IOException {
    return CountedRows.sum(Files.writeString(folder.resolve("counts"), text));
  }

  @Test
  void completeLinesAreSummedUp() throws IOException {
    assertThat(sum("")).isZero();
    assertThat(sum("150000\n150000\n")).isEqualTo(300_000);
    assertThat(sum("150000\n15")).isEqualTo(150_000);
  }
}
