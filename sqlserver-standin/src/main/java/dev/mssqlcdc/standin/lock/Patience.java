package dev.mssqlcdc.standin.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * How long a session waits for a lock.
 *
 * @param timeout empty to wait without end
 * @param cancelled true once nobody needs the lock any more
 */
public record Patience(Optional<Duration> timeout, BooleanSupplier cancelled) {
  /** Takes what is free, and waits for nothing. */
  public static final Patience NONE = new Patience(Optional.of(Duration.ZERO), () -> false);

  /** The same for who does not wait. */
  public Patience atOnce() {
    return new Patience(NONE.timeout(), cancelled);
  }
}
