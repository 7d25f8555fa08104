package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What monitoring is told of a table. Written by the reader's thread, read by any. */
public final class TableGauges {

  private static final double MICROS = 1e6;

  /** How far capture was, and the server's clock, at a moment of this process. */
  private record Head(long serverMicros, long capturedTs, long nanos) {}

  /** The oldest change that is left; its time is empty if the log tells none. */
  private record Oldest(Lsn lsn, OptionalLong time) {}

  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final SnapshotGauges snapshot = new SnapshotGauges();
  private volatile TableState.Phase phase = TableState.Phase.OPENING;
  private volatile Head head;
  private volatile Oldest oldest = new Oldest(Lsn.ZERO, OptionalLong.empty());
  private volatile boolean cleaned;
  private volatile double rangeSeconds;
  private volatile String lastEvent = "";

  void phase(TableState.Phase next) {
    phase = next;
  }

  /** One thread writes: a plain read and an ordered write cost next to nothing per row. */
  void row(long size) {
    rows.setRelease(rows.getPlain() + 1);
    bytes.setRelease(bytes.getPlain() + size);
  }

  /** How far the table's newest snapshot is. */
  public SnapshotGauges snapshot() {
    return snapshot;
  }

  void head(long serverMicros, long capturedTs) {
    head = new Head(serverMicros, capturedTs, System.nanoTime());
  }

  boolean isOldest(Lsn lsn) {
    return oldest.lsn().equals(lsn) && oldest.time().isPresent();
  }

  void oldest(Lsn lsn, OptionalLong time) {
    oldest = new Oldest(lsn, time);
  }

  void wasCleaned(boolean wasCleaned) {
    cleaned = wasCleaned;
  }

  /** Whether the source has removed changes of the table's capture instance. */
  boolean wasCleaned() {
    return cleaned;
  }

  void range(double seconds) {
    rangeSeconds = seconds;
  }

  void retried() {
    retries.incrementAndGet();
  }

  void event(String type, Lsn lsn) {
    lastEvent = type + " " + lsn;
  }

  /** {@code opening}, {@code streaming} or {@code stopped}. */
  public String state() {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  public long rows() {
    return rows.get();
  }

  public long bytes() {
    return bytes.get();
  }

  public long retries() {
    return retries.get();
  }

  public double rangeSeconds() {
    return rangeSeconds;
  }

  /** Type and LSN of the last event but progress; empty when there was none. */
  public String lastEvent() {
    return lastEvent;
  }

  /** Time of the oldest change that is left, microseconds since 1970 UTC. */
  public OptionalLong oldestTime() {
    return oldest.time();
  }

  /** Time since the last captured commit. */
  public OptionalDouble captureLagSeconds() {
    Head now = head;
    return now == null ? OptionalDouble.empty() : secondsSince(now, now.capturedTs());
  }

  /**
   * Time since a commit, by the server's clock, which is not asked for this.
   *
   * @param time microseconds since 1970 UTC
   * @return empty before the server was heard of
   */
  public OptionalDouble secondsSince(long time) {
    Head now = head;
    return now == null ? OptionalDouble.empty() : secondsSince(now, time);
  }

  private static OptionalDouble secondsSince(Head now, long time) {
    long elapsed = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - now.nanos());
    return OptionalDouble.of((now.serverMicros() + elapsed - time) / MICROS);
  }
}
