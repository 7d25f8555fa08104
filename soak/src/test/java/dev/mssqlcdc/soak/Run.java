package dev.mssqlcdc.soak;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What the threads of one run share. */
final class Run {

  private final CommitLog log = new CommitLog();
  private final Figures figures = new Figures();
  private final Ticks ticks = new Ticks();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean loading = true;

  CommitLog log() {
    return log;
  }

  Figures figures() {
    return figures;
  }

  Ticks ticks() {
    return ticks;
  }

  /** Whether the load goes on. */
  boolean isLoading() {
    return loading && failure.get() == null;
  }

  void endLoad() {
    loading = false;
  }

  /** Ends the run; the first failure counts. */
  void fail(String who, Throwable cause) {
    failure.compareAndSet(null, new IllegalStateException(who + " failed: " + cause, cause));
  }

  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }
}
