package dev.mssqlcdc.quickstart;

import java.io.PrintStream;
import java.util.Locale;

/** What is being done, with the seconds since the start, a line each. */
final class Steps {

  private static final double NANOS = 1e9;

  private final PrintStream out;
  private final long start = System.nanoTime();

  Steps(PrintStream out) {
    this.out = out;
  }

  void say(String what) {
    double seconds = (System.nanoTime() - start) / NANOS;
    out.printf(Locale.ROOT, "[%5.1f s] %s%n", seconds, what);
  }

  PrintStream out() {
    return out;
  }
}
