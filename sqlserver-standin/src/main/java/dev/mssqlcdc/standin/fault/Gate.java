package dev.mssqlcdc.standin.fault;

import java.time.Duration;

/** Open, or closed until it is opened or its time is over. Thread-safe. */
final class Gate {
  private boolean closed;
  private boolean timed;
  private long openAtNanos;

  synchronized void close() {
    closed = true;
    timed = false;
  }

  synchronized void close(Duration time) {
    closed = true;
    timed = true;
    openAtNanos = System.nanoTime() + time.toNanos();
  }

  synchronized void open() {
    closed = false;
  }

  synchronized boolean isClosed() {
    if (closed && timed && System.nanoTime() - openAtNanos >= 0) {
      closed = false;
    }
    return closed;
  }
}
