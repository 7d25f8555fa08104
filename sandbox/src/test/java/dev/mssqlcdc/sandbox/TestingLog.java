package dev.mssqlcdc.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What this process logs while it is open. */
final class TestingLog implements AutoCloseable {

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream before = System.err;

  TestingLog() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  /** Lines so far that hold a text. */
  long count(String text) {
    return log.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains(text)).count();
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
