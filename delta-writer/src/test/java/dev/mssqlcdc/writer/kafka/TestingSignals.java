package dev.mssqlcdc.writer.kafka;

import java.io.IOException;

/** Signals that Java has no call for. */
final class TestingSignals {

  private TestingSignals() {}

  static void send(long pid, String signal) throws IOException {
    try {
      int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
      if (code != 0) {
        throw new IOException("kill -" + signal + " " + pid + " ended with " + code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
