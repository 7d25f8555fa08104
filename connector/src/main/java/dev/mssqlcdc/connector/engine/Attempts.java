package dev.mssqlcdc.connector.engine;

/** How the attempts to read a table went. */
final class Attempts {

  private int failures;
  private long rowsAtFailure;
  private boolean lookedAgain;
  private long notBeforeNanos = System.nanoTime();

  /** What was tried has succeeded. */
  void succeeded() {
    failures = 0;
    lookedAgain = false;
  }

  /**
   * Another attempt failed.
   *
   * @param rows read of the table so far
   * @return how many failed in a row without a row more
   */
  int failed(long rows) {
    failures = rows == rowsAtFailure ? failures + 1 : 1;
    rowsAtFailure = rows;
    return failures;
  }

  /** Whether the instances were not listed anew yet because one is missing; they are then. */
  boolean looksAgain() {
    boolean first = !lookedAgain;
    lookedAgain = true;
    return first;
  }

  void pauseUntil(long nanos) {
    notBeforeNanos = nanos;
  }

  /** Whether the pause after a failure is over. */
  boolean isPauseOver(long now) {
    return now - notBeforeNanos >= 0;
  }
}
