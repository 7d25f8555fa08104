package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.schemas.EventDetail.SnapshotProgress;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How far a table's snapshot is. Written by the thread that reads it, read by any. */
public final class SnapshotGauges {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double MICROS = 1e6;

  /** When this task began with it, and what was known then. */
  private record Begin(String id, OptionalLong estimated, long rows, long nanos) {}

  private final AtomicLong rows = new AtomicLong();
  private volatile Begin begin = new Begin("", OptionalLong.empty(), 0, System.nanoTime());
  private volatile OptionalLong end = OptionalLong.empty();

  boolean isOf(String id) {
    return begin.id().equals(id);
  }

  /**
   * The task begins to read a snapshot, or goes on with it.
   *
   * @param estimated rows of the table
   * @param rowsBefore rows that were read before this task began
   */
  void begin(String id, OptionalLong estimated, long rowsBefore) {
    rows.set(rowsBefore);
    end = OptionalLong.empty();
    begin = new Begin(id, estimated, rowsBefore, System.nanoTime());
  }

  /** It is complete. */
  void end() {
    end = OptionalLong.of(System.nanoTime());
  }

  /** One thread writes: a plain read and an ordered write cost next to nothing per row. */
  void row() {
    rows.setRelease(rows.getPlain() + 1);
  }

  /** Rows of the newest snapshot that were read. */
  public long rows() {
    return rows.get();
  }

  /** Rows of the table when the task began to read it; empty if the server was not asked. */
  public OptionalLong estimated() {
    return begin.estimated();
  }

  /** From when the task began to the end or until now, pauses included. */
  public double rowsPerSecond() {
    Begin since = begin;
    long until = end.orElseGet(System::nanoTime);
    return (rows.get() - since.rows()) / Math.max((until - since.nanos()) / NANOS, 1e-3);
  }

  /** How long the rest takes; NaN if that cannot be told. */
  public double secondsLeft() {
    if (end.isPresent()) {
      return 0;
    }
    OptionalLong all = estimated();
    double rate = rowsPerSecond();
    return all.isEmpty() || rate == 0
        ? Double.NaN
        : Math.max(0, all.getAsLong() - rows.get()) / rate;
  }

  /**
   * @param now microseconds since 1970 UTC
   */
  SnapshotProgress progress(long now) {
    double left = secondsLeft();
    OptionalLong all = estimated();
    return new SnapshotProgress(
        rows.get(),
        all.isEmpty() ? null : all.getAsLong(),
        Math.round(rowsPerSecond()),
        Double.isNaN(left) ? null : now + Math.round(left * MICROS));
  }
}
