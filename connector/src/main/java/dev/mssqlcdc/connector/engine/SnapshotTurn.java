package dev.mssqlcdc.connector.engine;

/** When a table may read its next chunk. Used by the thread that the table belongs to. */
final class SnapshotTurn {

  private final Attempts attempts = new Attempts();
  private boolean next = true;
  private boolean suspended;

  /** Whether a chunk is read before the next range: one of each in turn, neither waits long. */
  boolean isNext() {
    return next;
  }

  void isNext(boolean chunkIsNext) {
    next = chunkIsNext;
  }

  /** A chunk was read. */
  void succeeded() {
    attempts.succeeded();
    next = false;
  }

  /** How often in a row an attempt failed without one row more. */
  int failed(long rows) {
    return attempts.failed(rows);
  }

  void pauseUntil(long nanos) {
    attempts.pauseUntil(nanos);
  }

  /** It failed in a way that another attempt does not mend. */
  void suspend() {
    suspended = true;
  }

  void resume() {
    suspended = false;
  }

  boolean isSuspended() {
    return suspended;
  }

  boolean isReady(long now) {
    return !suspended && attempts.isPauseOver(now);
  }
}
