package dev.mssqlcdc.silver.run;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Tells people what a run is at and how far it has come, a line at a time. It says nothing of
 * tables that there is nothing to do with, and of failures no more than their own line does.
 */
public final class Progress {

  private static final double MILLIS = 1_000;
  private static final Set<Action> WRITTEN = Set.of(Action.APPLIED, Action.AHEAD, Action.REBUILT);

  private final int tables;
  private final Consumer<String> lines;
  private final AtomicInteger ended = new AtomicInteger();

  /**
   * Of one run.
   *
   * @param tables how many tables it is over
   * @param lines takes what is to be said, from any thread
   */
  public Progress(int tables, Consumer<String> lines) {
    this.tables = tables;
    this.lines = lines;
  }

  void reads(String table) {
    lines.accept(table + ": reads bronze");
  }

  void writes(String table, long rowsRead) {
    lines.accept(
        String.format(Locale.ROOT, "%s: has read %,d rows, writes silver", table, rowsRead));
  }

  /** A table is done with, whatever came of it. */
  public void ends(String table, Outcome outcome, Duration took) {
    int count = ended.incrementAndGet();
    if (WRITTEN.contains(outcome.action())) {
      lines.accept(
          String.format(
              Locale.ROOT,
              "%s: %s, %,d rows upserted, %,d deleted in %.1f s (%d of %d tables)",
              table,
              outcome.action(),
              outcome.upserted(),
              outcome.deleted(),
              took.toMillis() / MILLIS,
              count,
              tables));
    }
  }
}
