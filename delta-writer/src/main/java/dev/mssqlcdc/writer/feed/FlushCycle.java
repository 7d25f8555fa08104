package dev.mssqlcdc.writer.feed;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.metrics.StepTimers;
import dev.mssqlcdc.writer.tables.BatchWriter;
import dev.mssqlcdc.writer.tables.ControlTable;
import dev.mssqlcdc.writer.tables.FactsTable;
import dev.mssqlcdc.writer.tables.StaleException;
import dev.mssqlcdc.writer.tables.TablePosition;
import dev.mssqlcdc.writer.tables.Written;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one batch of each of some tables: bronze of each, then the facts of all in one commit,
 * then the verdicts of all in one commit. For one thread.
 */
public final class FlushCycle {

  private static final Logger LOG = LoggerFactory.getLogger(FlushCycle.class);
  private static final long CONTROL_PAUSE_MS = 5_000;

  private final BatchWriter writer;
  private final FactsTable facts;
  private final ControlTable control;
  private final LongSupplier clock;
  private final StepTimers timers;
  private final Map<String, Verdict> verdicts = new HashMap<>();
  private long controlAt;

  /**
   * @param clock microseconds UTC
   */
  public FlushCycle(
      BatchWriter writer,
      FactsTable facts,
      ControlTable control,
      LongSupplier clock,
      StepTimers timers) {
    this.writer = writer;
    this.facts = facts;
    this.control = control;
    this.clock = clock;
    this.timers = timers;
  }

  /** Takes the verdict of a table that was opened: a crash may have come before control. */
  public void opened(TablePosition position) {
    position
        .state()
        .verdict()
        .ifPresent(verdict -> verdicts.put(position.topic().table(), verdict));
  }

  /** Whether a verdict is not in control yet. */
  public boolean hasWaitingVerdicts() {
    return !verdicts.isEmpty();
  }

  /** Whether a verdict is to be written now. */
  public boolean isControlDue() {
    return hasWaitingVerdicts() && nowMillis() >= controlAt;
  }

  /**
   * Writes the next batch of each feed that has one. A feed that fails is closed.
   *
   * @param until when no other feed is begun, milliseconds since 1970; the rest keep their records
   */
  public void run(Collection<TableFeed> feeds, long until) {
    timers.flush(() -> flush(feeds, until));
  }

  private void flush(Collection<TableFeed> feeds, long until) {
    Map<TableFeed, Written> written = new LinkedHashMap<>();
    for (TableFeed feed : feeds) {
      writeBronze(feed, written);
      if (nowMillis() >= until) {
        break;
      }
    }
    if (!written.isEmpty()) {
      writeFacts(written);
    }
    if (isControlDue()) {
      writeControl();
    }
  }

  private void writeBronze(TableFeed feed, Map<TableFeed, Written> written) {
    List<RawRecord> batch = feed.isOpen() ? feed.nextBatch() : List.of();
    if (batch.isEmpty()) {
      return;
    }
    try {
      written.put(
          feed,
          timers.bronze(
              feed.topic(), () -> writer.write(feed.position(), batch, feed.nextAfter(batch))));
    } catch (RuntimeException e) {
      feed.close(e, nowMillis());
    }
  }

  private void writeFacts(Map<TableFeed, Written> written) {
    Set<String> stale;
    try {
      stale =
          timers.facts(() -> facts.append(written.values().stream().map(Written::facts).toList()));
    } catch (RuntimeException e) {
      written.keySet().forEach(feed -> feed.close(e, nowMillis()));
      return;
    }
    written.forEach((feed, batch) -> finish(feed, batch, stale));
  }

  private void finish(TableFeed feed, Written batch, Set<String> stale) {
    if (stale.contains(batch.facts().appId())) {
      feed.close(
          new StaleException("topic " + feed.topic() + ": another instance wrote on"), nowMillis());
      return;
    }
    opened(batch.position());
    feed.committed(batch, nowMillis());
  }

  private void writeControl() {
    try {
      timers.control(() -> control.advance(verdicts, clock.getAsLong()));
      verdicts.clear();
    } catch (RuntimeException e) {
      controlAt = nowMillis() + CONTROL_PAUSE_MS;
      LOG.error(
          "{} (the verdicts wait; next attempt in {} ms)",
          e.getMessage(),
          CONTROL_PAUSE_MS,
          e instanceof LakeException ? null : e);
    }
  }

  private long nowMillis() {
    return clock.getAsLong() / 1000;
  }
}
