package dev.mssqlcdc.connector.engine;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Where Kafka transactions end, on a worker that lets the connector say so: where no table is
 * inside a source transaction, or where waiting for that would keep consumers waiting too long.
 * Used by the worker's thread.
 */
public final class TransactionBoundaries {

  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final long maxRecords;
  private final Set<TableChannel> inside = Collections.newSetFromMap(new IdentityHashMap<>());
  private long pending;
  private long beganNanos;

  /**
   * @param maxRecords of a Kafka transaction, after which it ends also inside a source transaction
   */
  public TransactionBoundaries(long maxRecords) {
    this.maxRecords = maxRecords;
  }

  /**
   * Goes on by the records that the worker gets next.
   *
   * @param now {@link System#nanoTime()}
   * @return the index of the record after which the Kafka transaction ends, if it does
   */
  public OptionalInt end(List<Emission> batch, long now) {
    if (pending == 0) {
      beganNanos = now;
    }
    int end = -1;
    for (int i = 0; i < batch.size(); i++) {
      Emission emission = batch.get(i);
      if (emission.isLast()) {
        inside.remove(emission.channel());
      } else {
        inside.add(emission.channel());
      }
      if (inside.isEmpty()) {
        end = i;
      }
    }
    pending += batch.size();
    if (end < 0 && isTooLong(now)) {
      end = batch.size() - 1;
    }
    if (end >= 0) {
      pending = batch.size() - 1L - end;
      beganNanos = now;
    }
    return end < 0 ? OptionalInt.empty() : OptionalInt.of(end);
  }

  /** Whether the Kafka transaction has to end although no more records have come. */
  public boolean isOverdue(long now) {
    boolean overdue = pending > 0 && isTooLong(now);
    if (overdue) {
      pending = 0;
    }
    return overdue;
  }

  private boolean isTooLong(long now) {
    return pending >= maxRecords || now - beganNanos >= MAX_NANOS;
  }
}
