package dev.mssqlcdc.soak;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that never shows the same twice: it tells what was over before something else began. */
final class Ticks {

  private final AtomicLong last = new AtomicLong();

  long next() {
    return last.incrementAndGet();
  }
}
