package dev.mssqlcdc.standin.fault;

import java.time.Duration;

/** What happens to the rows of one statement while they are sent. */
public final class RowFaults {
  /** No fault. */
  public static final RowFaults NONE = new RowFaults(0, 0, Duration.ZERO);

  private final long dropAfter;
  private final long delayEvery;
  private final Duration delay;

  RowFaults(long dropAfter, long delayEvery, Duration delay) {
    this.dropAfter = dropAfter;
    this.delayEvery = delayEvery;
    this.delay = delay;
  }

  /** True if the connection is to break once {@code sent} rows are with the client. */
  public boolean drops(long sent) {
    return dropAfter > 0 && sent == dropAfter;
  }

  /** How long to wait after {@code sent} rows. */
  public Duration delay(long sent) {
    return delayEvery > 0 && sent % delayEvery == 0 ? delay : Duration.ZERO;
  }
}
