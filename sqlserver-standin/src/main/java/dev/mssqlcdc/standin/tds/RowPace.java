package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.fault.DatabaseFaults;
import dev.mssqlcdc.standin.fault.RowFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What faults make of the rows of a statement: delays between them, or the end of the connection.
 */
final class RowPace {
  private static final long NAP_MILLIS = 5;

  private final PacketWriter out;
  private final DatabaseFaults database;
  private final RowFaults faults;
  private final BooleanSupplier cancelled;

  RowPace(PacketWriter out, DatabaseFaults database, String text, BooleanSupplier cancelled) {
    this.out = out;
    this.database = database;
    this.faults = database.rowsOf(text);
    this.cancelled = cancelled;
  }

  /** After a row; {@code count} have been sent. False if the client cancelled meanwhile. */
  boolean sent(long count) {
    Duration delay = faults.delay(count);
    if (!delay.isZero()) {
      pause(delay);
      return !cancelled.getAsBoolean();
    }
    if (faults.drops(count)) {
      database.dropped();
      out.flushPart();
      throw new UncheckedIOException(
          new IOException("a fault: the connection breaks after " + count + " rows"));
    }
    return true;
  }

  private void pause(Duration delay) {
    long start = System.nanoTime();
    try {
      while (System.nanoTime() - start < delay.toNanos() && !cancelled.getAsBoolean()) {
        Thread.sleep(Math.min(NAP_MILLIS, delay.toMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
