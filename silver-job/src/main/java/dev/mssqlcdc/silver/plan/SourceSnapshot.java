package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A snapshot of a source table and how far it has come.
 *
 * @param id unique in its table
 * @param s the LSN at its open: commits at or below it are in what it reads
 * @param opened the first event that tells of it
 * @param key its key columns; not known of one whose open was pruned
 * @param partial whether only some rows are read
 * @param initial whether the table begins with it; not known of one whose open was pruned
 * @param progress how far it has come
 */
public record SourceSnapshot(
    String id,
    Lsn s,
    EventOffset opened,
    List<String> key,
    boolean partial,
    boolean initial,
    SourceSnapshot.Progress progress) {

  /** From the oldest to the newest: two may share S, so the topic's order decides. */
  static final Comparator<SourceSnapshot> BY_AGE =
      Comparator.comparing(SourceSnapshot::s)
          .thenComparingLong(snapshot -> snapshot.opened().offset());

  public SourceSnapshot {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(s, "s");
    Objects.requireNonNull(opened, "opened");
    key = List.copyOf(key);
    Objects.requireNonNull(progress, "progress");
  }

  SourceSnapshot with(Progress next) {
    return new SourceSnapshot(id, s, opened, key, partial, initial, next);
  }

  boolean isOpen() {
    return progress instanceof Open;
  }

  boolean isStopped() {
    return progress instanceof Stopped;
  }

  /** Whether every commit that its reads may have seen lies at or below the verdict. */
  boolean isSettledAt(Verdict verdict) {
    return progress instanceof Complete complete && verdict.hasPassed(complete.readUntil());
  }

  boolean isNewerThan(SourceSnapshot other) {
    return BY_AGE.compare(this, other) > 0;
  }

  /** How far a snapshot has come. */
  public sealed interface Progress {}

  /** Rows are still to come. */
  public record Open() implements Progress {}

  /**
   * It stopped before its last chunk; it may go on later.
   *
   * @param remedy what to do
   */
  public record Stopped(String cause, String remedy) implements Progress {}

  /**
   * All its rows have come.
   *
   * @param readUntil server clock, microseconds UTC, that its last read was certainly over at
   * @param at the event that told of it
   */
  public record Complete(long readUntil, EventOffset at) implements Progress {}
}
