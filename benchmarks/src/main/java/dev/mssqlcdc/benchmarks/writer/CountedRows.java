package dev.mssqlcdc.benchmarks.writer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rows of the files that are complete, as a file with a line for each says. */
public final class CountedRows {

  private CountedRows() {}

  /** The sum of the lines that are complete. */
  public static long sum(Path counts) throws IOException {
    String text = Files.readString(counts);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().mapToLong(Long::parseLong).sum();
  }
}
