package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Change data capture of one database. Thread-safe. */
public final class ChangeDataCapture implements AutoCloseable {
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

  private final String database;
  private final Catalog catalog;
  private final Connections connections;
  private final Duration captureInterval;
  private final Duration idleInterval;
  private final ServerClock clock;
  private final CaptureLog log;
  private final Instances instances;
  private final InstanceAdmin admin;
  private final TableLocks locks = new TableLocks(LOCK_TIMEOUT);
  private CaptureJob job;
  private boolean paused;

  public ChangeDataCapture(
      String database,
      Catalog catalog,
      Connections connections,
      Clock clock,
      Duration captureInterval,
      Duration idleInterval) {
    this.database = database;
    this.catalog = catalog;
    this.connections = connections;
    this.captureInterval = captureInterval;
    this.idleInterval = idleInterval;
    this.clock = new ServerClock(clock);
    this.log = new CaptureLog(this.clock);
    this.instances = new Instances(catalog);
    this.admin = new InstanceAdmin(catalog, instances, log, this.clock);
  }

  /** The buffer of a new session. */
  public ChangeBuffer newBuffer() {
    return new ChangeBuffer(catalog, locks, clock);
  }

  public synchronized boolean enabled() {
    return job != null;
  }

  /** {@code sp_cdc_enable_db}; nothing happens the second time. */
  public synchronized void enableDatabase() throws SQLException {
    if (enabled()) {
      return;
    }
    try (Connection h2 = connections.open()) {
      CdcSchema.create(h2, catalog);
    }
    job =
        new CaptureJob(database, log, instances, connections.open(), captureInterval, idleInterval);
    job.pause(paused);
  }

  /** {@code sp_cdc_disable_db}. */
  public synchronized void disableDatabase() throws SQLException {
    if (!enabled()) {
      return;
    }
    for (CaptureInstance instance : instances.all()) {
      disable(instance);
    }
    job.close();
    job = null;
    log.clear();
    try (Connection h2 = connections.open()) {
      CdcSchema.drop(h2, catalog);
    }
  }

  /** {@code sp_cdc_enable_table}: waits for the transactions that wrote the table. */
  public synchronized void enableTable(EnableRequest request) throws SQLException {
    requireEnabled();
    locks.exclusive(request.table());
    try (Connection h2 = connections.open()) {
      admin.enable(h2, request);
    } finally {
      locks.releaseExclusive(request.table());
    }
  }

  /** {@code sp_cdc_disable_table}; the instance {@code all} means every one of the table. */
  public synchronized void disableTable(TableDef table, String name) throws SQLException {
    requireEnabled();
    List<CaptureInstance> chosen =
        instances.of(table.objectId()).stream()
            .filter(i -> name.equalsIgnoreCase("all") || name.equalsIgnoreCase(i.name()))
            .toList();
    if (chosen.isEmpty()) {
      throw SqlError.of(
          22960,
          "Change data capture instance '"
              + name
              + "' has not been enabled for the source table '"
              + table.qualifiedName()
              + "'. Use sys.sp_cdc_help_change_data_capture to verify the capture instance name"
              + " and retry the operation.");
    }
    for (CaptureInstance instance : chosen) {
      disable(instance);
    }
  }

  private void disable(CaptureInstance instance) throws SQLException {
    locks.exclusive(instance.source());
    try (Connection h2 = connections.open()) {
      job.between(() -> admin.disable(h2, instance));
    } finally {
      locks.releaseExclusive(instance.source());
    }
  }

  /**
   * The H2 statements that put a table's triggers in place, after CREATE and again after ALTER: H2
   * copies an altered table under another name and leaves that name in its triggers.
   */
  public List<String> triggers(TableDef table) {
    List<String> statements = new ArrayList<>();
    statements.add(Triggers.dropGuard(table));
    statements.add(Triggers.createGuard(table));
    if (!instances.of(table.objectId()).isEmpty()) {
      statements.add(Triggers.dropCapture(table));
      statements.add(Triggers.createCapture(table));
    }
    return statements;
  }

  public List<CaptureInstance> instances() {
    return instances.all();
  }

  public Optional<CaptureInstance> instance(String name) {
    return instances.byName(name);
  }

  public List<CaptureInstance> instancesOf(TableDef table) {
    return instances.of(table.objectId());
  }

  /**
   * {@code sp_cdc_cleanup_change_table}.
   *
   * @param lowWater the 10 bytes of the LSN below which change rows go
   */
  public synchronized void cleanUp(CaptureInstance instance, byte[] lowWater) throws SQLException {
    requireEnabled();
    try (Connection h2 = connections.open()) {
      job.between(() -> admin.cleanUp(h2, instance, Lsn.of(lowWater)));
    }
  }

  /** Commits a session's work; its changes reach the change tables when capture has run. */
  public void commit(Connection h2, ChangeBuffer buffer) throws SQLException {
    if (buffer.size() == 0) {
      h2.commit();
    } else {
      log.commit(h2, buffer);
    }
  }

  /** Runs a schema change of a table alone: after its open writers, before new ones. */
  public <T> T alone(TableDef table, SchemaChange<T> change) throws SQLException {
    locks.exclusive(table);
    try {
      return change.run();
    } finally {
      locks.releaseExclusive(table);
    }
  }

  /**
   * Logs that a tracked table was altered.
   *
   * @param column the column_id whose type changed
   */
  public void altered(TableDef after, String command, Optional<Integer> column) {
    if (!instances.of(after.objectId()).isEmpty()) {
      log.altered(after, command, column);
    }
  }

  /** {@code sp_cdc_scan}: captures all that is committed. */
  public void scan() throws SQLException {
    requiredJob().scan();
  }

  /** Holds capture back: max_lsn stands still while commits go on. */
  public synchronized void pause(boolean hold) {
    paused = hold;
    if (job != null) {
      job.pause(hold);
    }
  }

  private synchronized CaptureJob requiredJob() {
    requireEnabled();
    return job;
  }

  private void requireEnabled() {
    if (!enabled()) {
      throw SqlError.of(
          22901,
          "The database '"
              + database
              + "' is not enabled for Change Data Capture. Ensure that the correct database context"
              + " is set and retry the operation. To report on the databases enabled for Change"
              + " Data Capture, query the is_cdc_enabled column in the sys.databases catalog view.");
    }
  }

  @Override
  public synchronized void close() throws SQLException {
    if (job != null) {
      job.close();
    }
  }

  /** A schema change. */
  @FunctionalInterface
  public interface SchemaChange<T> {
    T run() throws SQLException;
  }
}
