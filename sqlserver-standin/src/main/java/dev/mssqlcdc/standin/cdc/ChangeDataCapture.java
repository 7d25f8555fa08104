package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockManager;
import dev.mssqlcdc.standin.lock.LockOwner;
import dev.mssqlcdc.standin.lock.Waiter;
import dev.mssqlcdc.standin.model.SqlError;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Change data capture of one database. Thread-safe. */
public final class ChangeDataCapture implements AutoCloseable {
  private final String database;
  private final Catalog catalog;
  private final Connections connections;
  private final Duration captureInterval;
  private final Duration idleInterval;
  private final ServerClock clock;
  private final CaptureLog log;
  private final Instances instances;
  private final InstanceAdmin admin;
  private final LockManager locks;
  private final Alterations alterations = new Alterations();
  private final CdcJobs jobs = new CdcJobs();
  private volatile CaptureJob job;
  private boolean paused;
  private Duration lag = Duration.ZERO;
  private volatile Optional<CleanupHold> cleanupHold = Optional.empty();

  public ChangeDataCapture(
      String database,
      Catalog catalog,
      Connections connections,
      LockManager locks,
      Clock clock,
      Duration captureInterval,
      Duration idleInterval) {
    this.database = database;
    this.catalog = catalog;
    this.connections = connections;
    this.locks = locks;
    this.captureInterval = captureInterval;
    this.idleInterval = idleInterval;
    this.clock = new ServerClock(clock);
    this.log = new CaptureLog(this.clock);
    this.instances = new Instances();
    this.admin = new InstanceAdmin(catalog, instances, log, this.clock, alterations);
  }

  /** The buffer of a new session, which has locks of its own. */
  public ChangeBuffer newBuffer(LockOwner owner) {
    return new ChangeBuffer(catalog, owner, clock);
  }

  /** The schema changes of the database. */
  public Alterations alterations() {
    return alterations;
  }

  public boolean enabled() {
    return job != null;
  }

  /**
   * {@code sp_cdc_enable_db}.
   *
   * @return false if it was enabled before
   */
  public synchronized boolean enableDatabase() throws SQLException {
    if (enabled()) {
      return false;
    }
    if (database.equalsIgnoreCase("master")) {
      throw CdcErrors.systemDatabase(database);
    }
    changeSchema(CdcSchema::create);
    startJob();
    return true;
  }

  private interface SchemaOfCdc {
    void change(Connection h2, Catalog catalog) throws SQLException;
  }

  private void changeSchema(SchemaOfCdc schema) throws SQLException {
    try (Connection h2 = connections.open()) {
      alterations.inTurn(
          () -> {
            schema.change(h2, catalog);
            return null;
          });
    }
  }

  private void startJob() throws SQLException {
    job =
        new CaptureJob(
            database,
            log,
            catalog,
            instances,
            alterations,
            locks.newOwner(),
            clock,
            connections.open(),
            captureInterval,
            idleInterval);
    job.pause(paused);
    job.lag(lag);
  }

  /** {@code sp_cdc_disable_db}. */
  public void disableDatabase(Waiter waiter) throws SQLException {
    try {
      do {
        for (CaptureInstance instance : instances.all()) {
          TableDef source = instance.source();
          disable(source, () -> instances.of(source.objectId()), waiter);
        }
        catalog.tables().stream()
            .filter(table -> table.schema().equals(CdcSchema.NAME))
            .forEach(table -> waiter.alone(table.objectId()));
      } while (!disableWithoutInstances());
    } finally {
      waiter.owner().statementEnded();
    }
  }

  /** False if there is an instance, perhaps a new one. */
  private synchronized boolean disableWithoutInstances() throws SQLException {
    if (!instances.all().isEmpty()) {
      return false;
    }
    if (enabled()) {
      job.close();
      job = null;
      jobs.clear();
      log.clear();
      changeSchema(CdcSchema::drop);
    }
    return true;
  }

  /** {@code sp_cdc_enable_table}: waits for the transactions that wrote the table. */
  public void enableTable(EnableRequest request, Waiter waiter) throws SQLException {
    requireEnabled();
    try {
      waiter.alone(request.table().objectId());
      enable(request);
    } finally {
      waiter.owner().statementEnded();
    }
  }

  private synchronized void enable(EnableRequest request) throws SQLException {
    requireEnabled();
    try (Connection h2 = connections.open()) {
      // another session may have altered it while this one waited
      TableDef now = catalog.byId(request.table().objectId()).orElseThrow(() -> gone(request));
      admin.enable(h2, request.of(now));
      jobs.addMissing();
    }
  }

  private static SqlError gone(EnableRequest request) {
    return CdcErrors.noSourceTable(request.table().schema(), request.table().name());
  }

  /** {@code sp_cdc_disable_table}; the instance {@code all} means every one of the table. */
  public void disableTable(TableDef table, String name, Waiter waiter) throws SQLException {
    requireEnabled();
    disable(table, () -> chosen(table, name), waiter);
  }

  private void disable(TableDef table, Supplier<List<CaptureInstance>> choice, Waiter waiter)
      throws SQLException {
    try {
      waiter.alone(table.objectId());
      List<CaptureInstance> chosen = choice.get();
      chosen.forEach(instance -> waiter.alone(instance.changeTable().objectId()));
      disable(chosen);
    } finally {
      waiter.owner().statementEnded();
    }
  }

  private List<CaptureInstance> chosen(TableDef table, String name) {
    List<CaptureInstance> all = instances.of(table.objectId());
    if (all.isEmpty()) {
      throw CdcErrors.notTracked(table);
    }
    List<CaptureInstance> chosen =
        all.stream()
            .filter(i -> name.equalsIgnoreCase("all") || name.equalsIgnoreCase(i.name()))
            .toList();
    if (chosen.isEmpty()) {
      throw CdcErrors.notAnInstanceOf(table, name);
    }
    return chosen;
  }

  private synchronized void disable(List<CaptureInstance> chosen) throws SQLException {
    try (Connection h2 = connections.open()) {
      for (CaptureInstance instance : chosen) {
        requiredJob().between(() -> drop(h2, instance));
      }
    }
    if (instances.all().isEmpty()) {
      jobs.clear();
    }
  }

  private void drop(Connection h2, CaptureInstance instance) throws SQLException {
    alterations.during(
        () -> {
          admin.disable(h2, instance);
          return null;
        });
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

  /** The H2 statements that take a table's triggers away, before it gets another name. */
  public List<String> dropTriggers(TableDef table) {
    return List.of(Triggers.dropGuard(table), Triggers.dropCapture(table));
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

  public CdcJobs jobs() {
    return jobs;
  }

  public ServerClock clock() {
    return clock;
  }

  /**
   * {@code sp_cdc_cleanup_change_table}: raises the instance's low end, then deletes below it.
   *
   * @param lowWater the 10 bytes of the new low end; empty to delete below the present one
   * @param threshold the most rows that one statement deletes
   */
  public void cleanUp(CaptureInstance instance, Optional<byte[]> lowWater, long threshold)
      throws SQLException {
    cleanup().one(instance, lowWater.map(Lsn::of), threshold, this::holdBetween);
  }

  /** What the cleanup job does: all instances lose what is older than the retention. */
  public void cleanUpByAge() throws SQLException {
    jobs.require(CdcJobs.Kind.CLEANUP);
    cleanup().byAge(jobs.cleanup().orElseThrow(), this::holdBetween);
  }

  private Cleanup cleanup() {
    return new Cleanup(instances, connections, requiredJob());
  }

  private void holdBetween() {
    cleanupHold.ifPresent(CleanupHold::pass);
  }

  /** Holds cleanups after they raised the low end and before they delete. */
  public CleanupHold holdCleanup() {
    CleanupHold made = new CleanupHold();
    cleanupHold = Optional.of(made);
    return made;
  }

  /** Lets the cleanup that is held go on, and all that follow. */
  public void releaseCleanup() {
    cleanupHold.ifPresent(CleanupHold::close);
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
  public <T> T alone(TableDef table, Waiter waiter, SchemaChange<T> change) throws SQLException {
    try {
      waiter.alone(table.objectId());
      return alterations.during(change);
    } finally {
      waiter.owner().statementEnded();
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

  /** Makes the capture job leave commits alone until they are so old. */
  public synchronized void lag(Duration age) {
    lag = age;
    if (job != null) {
      job.lag(age);
    }
  }

  /** Takes the state of capture and of the tables at one moment: between passes and commits. */
  public synchronized <T> T freeze(Frozen<T> tables) throws SQLException {
    if (job == null) {
      return log.freeze(state -> tables.take(new CdcImage(false, state, List.of())));
    }
    List<T> taken = new ArrayList<>();
    job.between(
        () ->
            taken.add(
                log.freeze(state -> tables.take(new CdcImage(true, state, instances.all())))));
    return taken.get(0);
  }

  /** Goes back to an earlier state. No session works in the database meanwhile. */
  public synchronized void restore(CdcImage image, SchemaChange<Void> tables) throws SQLException {
    if (job != null) {
      job.close();
      job = null;
    }
    tables.run();
    log.restore(image.log());
    instances.restore(image.instances());
    if (image.enabled()) {
      startJob();
    }
  }

  private CaptureJob requiredJob() {
    CaptureJob running = job;
    if (running == null) {
      throw CdcErrors.databaseNotEnabled(database);
    }
    return running;
  }

  /**
   * Checks that the database is enabled.
   *
   * @throws SqlError 22901 if not
   */
  public void requireEnabled() {
    requiredJob();
  }

  @Override
  public synchronized void close() throws SQLException {
    releaseCleanup();
    if (job != null) {
      job.close();
    }
  }

  /** Reads the tables while neither a capture pass nor a commit of changes comes between. */
  @FunctionalInterface
  public interface Frozen<T> {
    T take(CdcImage image) throws SQLException;
  }

  /** A schema change. */
  @FunctionalInterface
  public interface SchemaChange<T> {
    T run() throws SQLException;
  }
}
