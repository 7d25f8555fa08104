package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then which tables there are, by one statement, and tells when they are not those
 * that the tasks were given.
 */
final class TableWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TableWatch.class);

  private final Source source;
  private final Function<Source, List<TableId>> question;
  private final Runnable changed;
  private final ScheduledExecutorService scheduler;
  private volatile Set<TableId> given;
  private volatile boolean closed;
  private boolean failing;

  /**
   * @param source used by this watch alone, and closed by it
   * @param question which tables there are
   * @param changed called on the watch's thread, at every look until {@link #given} says otherwise
   */
  TableWatch(
      String name, Source source, Function<Source, List<TableId>> question, Runnable changed) {
    this.source = source;
    this.question = question;
    this.changed = changed;
    this.scheduler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a look lets nothing through
  void start(long intervalMillis) {
    scheduler.scheduleWithFixedDelay(
        this::look, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
  }

  /** What the tasks were given last; nothing is compared before. */
  void given(Collection<TableId> tables) {
    given = new TreeSet<>(tables);
  }

  private void look() {
    Set<TableId> before = given;
    if (before == null) {
      return;
    }
    try {
      Set<TableId> now = new TreeSet<>(question.apply(source));
      if (failing) {
        LOG.info("Looking for tables works again");
        failing = false;
      }
      if (!now.equals(before)) {
        LOG.info(
            "Tables appeared: {}, disappeared: {}", without(now, before), without(before, now));
        changed.run();
      }
    } catch (SourceException e) {
      failed(e);
    } catch (RuntimeException e) {
      // Thrown on, it would end the watch without a word.
      LOG.error("Looking for tables failed", e);
    }
  }

  private void failed(SourceException e) {
    if (!failing && !closed) {
      LOG.warn("Looking for tables fails, and goes on: {}", e.getMessage());
    }
    failing = true;
  }

  private static Set<TableId> without(Set<TableId> all, Set<TableId> some) {
    Set<TableId> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  @Override
  public void close() {
    closed = true;
    scheduler.shutdownNow();
    source.connection().abort();
  }
}
