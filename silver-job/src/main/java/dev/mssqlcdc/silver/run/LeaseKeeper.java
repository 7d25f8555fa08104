package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.SilverException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a run's lease alive while it writes. */
final class LeaseKeeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  /** Renewals per lease: one may fail without the lease being lost. */
  private static final int RENEWALS = 3;

  private final ControlRows control;
  private final Duration lease;
  private final Clock clock;
  private final ScheduledExecutorService timer;
  private final ScheduledFuture<?> renewal;
  private ControlRow row;
  private boolean lost;

  LeaseKeeper(ControlRows control, ControlRow taken, Duration lease, Clock clock) {
    this.control = control;
    this.row = taken;
    this.lease = lease;
    this.clock = clock;
    this.timer = Executors.newSingleThreadScheduledExecutor(LeaseKeeper::daemon);
    long period = Math.max(1, lease.toMillis() / RENEWALS);
    this.renewal = timer.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
  }

  /**
   * Stops renewing.
   *
   * @return control's row as this run last wrote it
   * @throws SilverException when another run has taken the table
   */
  ControlRow stop() {
    close();
    synchronized (this) {
      if (lost) {
        throw lost(row);
      }
      return row;
    }
  }

  static SilverException lost(ControlRow row) {
    return new SilverException(
        ("another run has taken %s while this one was at work, because this one's lease expired or"
                + " its row in control was changed: run again")
            .formatted(row.table()));
  }

  private synchronized void renew() {
    if (lost || timer.isShutdown()) {
      return;
    }
    try {
      LocalDateTime until = Times.now(clock).plus(lease);
      Optional<ControlRow> renewed = control.replace(row, row.state().renew(until));
      lost = renewed.isEmpty();
      row = renewed.orElse(row);
    } catch (Exception e) {
      LOG.warn("{}: the lease could not be renewed, trying again", row.table(), e);
    }
  }

  @Override
  public void close() {
    renewal.cancel(false);
    timer.shutdown();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "silver-lease");
    thread.setDaemon(true);
    return thread;
  }
}
