package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.lock.LockMode;
import dev.mssqlcdc.standin.lock.LockOwner;
import dev.mssqlcdc.standin.lock.Resource;
import dev.mssqlcdc.standin.sql.H2Types;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves the log into the change tables, some transactions at a time, after their commits. */
final class CaptureJob implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CaptureJob.class);
  private static final int TRANSACTIONS_PER_PASS = 500;

  private final CaptureLog log;
  private final Catalog catalog;
  private final Instances instances;
  private final Alterations alterations;
  private final LockOwner locks;
  private final ServerClock clock;
  private final Connection h2;
  private final Duration idleInterval;
  private final ScheduledExecutorService scheduler;
  private final ScheduledFuture<?> passes;
  private boolean paused;
  private Duration lag = Duration.ZERO;
  private int sessions;
  private long lastEntryNanos = System.nanoTime();

  CaptureJob(
      String database,
      CaptureLog log,
      Catalog catalog,
      Instances instances,
      Alterations alterations,
      LockOwner locks,
      ServerClock clock,
      Connection h2,
      Duration interval,
      Duration idleInterval) {
    this.log = log;
    this.catalog = catalog;
    this.instances = instances;
    this.alterations = alterations;
    this.locks = locks;
    this.clock = clock;
    this.h2 = h2;
    this.idleInterval = idleInterval;
    this.scheduler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "standin-capture-" + database);
              thread.setDaemon(true);
              return thread;
            });
    long millis = interval.toMillis();
    this.passes =
        scheduler.scheduleWithFixedDelay(this::run, millis, millis, TimeUnit.MILLISECONDS);
  }

  private synchronized void run() {
    if (paused) {
      return;
    }
    try {
      scan(lag);
      if (System.nanoTime() - lastEntryNanos >= idleInterval.toNanos()) {
        log.idle();
        scan(lag);
      }
    } catch (SQLException | RuntimeException e) {
      LOG.error("Capture failed; it tries the same log records again at its next pass", e);
    }
  }

  synchronized void pause(boolean pause) {
    paused = pause;
  }

  /** How old a commit must be before the job captures it. */
  synchronized void lag(Duration age) {
    lag = age;
  }

  /** Captures all that is committed; returns after it is in the change tables. */
  synchronized void scan() throws SQLException {
    scan(Duration.ZERO);
  }

  private void scan(Duration age) throws SQLException {
    List<LogRecord> records = log.peek(TRANSACTIONS_PER_PASS, age);
    if (records.isEmpty()) {
      return;
    }
    ScanSession session = new ScanSession(++sessions, clock.datetime());
    int done = -1;
    while (!records.isEmpty() && done != 0) {
      done = capture(records);
      records.subList(0, done).forEach(session::saw);
      log.remove(done);
      records = log.peek(TRANSACTIONS_PER_PASS, age);
    }
    if (!session.isEmpty()) {
      session.write(h2, clock.datetime());
      h2.commit();
    }
  }

  /** Runs an action between two passes. */
  synchronized void between(Action action) throws SQLException {
    action.run();
  }

  /**
   * Captures up to and without the first schema change, or that change alone. Returns how many
   * records: none if a transaction has written a change table that is to be altered.
   */
  private int capture(List<LogRecord> records) throws SQLException {
    if (records.get(0) instanceof LogRecord.Ddl ddl) {
      try {
        return alter(ddl) ? 1 : 0;
      } finally {
        locks.statementEnded();
      }
    }
    int done = 0;
    try (ChangeWriter writer = new ChangeWriter(h2, instances.all())) {
      for (LogRecord record : records) {
        if (record instanceof LogRecord.Commit commit) {
          writer.write(commit);
        } else if (record instanceof LogRecord.Idle idle) {
          writer.write(idle);
        } else {
          break;
        }
        done++;
      }
      h2.commit();
      lastEntryNanos = System.nanoTime();
      return done;
    } catch (SQLException | RuntimeException e) {
      h2.rollback();
      throw e;
    }
  }

  private boolean alter(LogRecord.Ddl ddl) throws SQLException {
    List<CaptureInstance> concerned =
        instances.of(ddl.after().objectId()).stream()
            .filter(instance -> ddl.lsn().compareTo(instance.enabled()) > 0)
            .toList();
    if (ddl.altered().isPresent() && !concerned.stream().allMatch(this::isFree)) {
      return false;
    }
    for (CaptureInstance instance : concerned) {
      boolean columnUpdate =
          ddl.altered().isPresent() && alterations.during(() -> convert(instance, ddl));
      history(instance, ddl, columnUpdate);
    }
    h2.commit();
    return true;
  }

  /** Nobody else is at the change table then. The job itself waits for no session. */
  private boolean isFree(CaptureInstance instance) {
    return locks.tryAcquire(
        Resource.shape(instance.changeTable().objectId()), LockMode.EXCLUSIVE, false);
  }

  private boolean convert(CaptureInstance instance, LogRecord.Ddl ddl) throws SQLException {
    int columnId = ddl.altered().orElseThrow();
    boolean captured = instance.captured().stream().anyMatch(column -> column.id() == columnId);
    if (!captured) {
      return false;
    }
    instances.update(instance.name(), now -> ChangeTables.altered(now, ddl.after(), columnId));
    CaptureInstance changed = instances.same(instance).orElseThrow();
    var column = changed.captured().stream().filter(c -> c.id() == columnId).findFirst();
    alterations.inTurn(() -> retype(instance, column.orElseThrow()));
    catalog.put(changed.changeTable());
    return true;
  }

  private Void retype(CaptureInstance instance, ColumnDef column) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute(
          "ALTER TABLE "
              + TableBuilder.h2Name(instance.changeTable())
              + " ALTER COLUMN "
              + H2Types.quote(column.name())
              + " SET DATA TYPE "
              + H2Types.of(ChangeTables.storedType(column.type())));
      statement.execute(
          "UPDATE cdc.captured_columns SET column_type = "
              + H2Types.literal(column.type().name().sqlName())
              + " WHERE object_id = "
              + instance.changeTable().objectId()
              + " AND column_id = "
              + column.id());
    }
    return null;
  }

  private void history(CaptureInstance instance, LogRecord.Ddl ddl, boolean columnUpdate)
      throws SQLException {
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO cdc.ddl_history VALUES (?, ?, ?, ?, ?, ?)")) {
      insert.setInt(1, instance.source().objectId());
      insert.setInt(2, instance.changeTable().objectId());
      insert.setBoolean(3, columnUpdate);
      insert.setString(4, ddl.command());
      insert.setBytes(5, ddl.lsn().toBytes());
      insert.setObject(6, ddl.at());
      insert.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    passes.cancel(false);
    scheduler.shutdown();
    synchronized (this) {
      h2.close();
    }
  }

  /** Something that must not meet a pass. */
  @FunctionalInterface
  interface Action {
    void run() throws SQLException;
  }
}
