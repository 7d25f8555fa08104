package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.ChangeDataCapture;
import dev.mssqlcdc.standin.lock.LockManager;
import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.ServerSecurity;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** A SQL Server database on an H2 database in memory. */
public final class Database implements AutoCloseable {
  private static final String H2_SETTINGS =
      ";MODE=MSSQLServer;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE"
          + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=30000;TIME ZONE=UTC;OPTIMIZE_REUSE_RESULTS=0"
          + ";NON_KEYWORDS=VALUE,DAY,HOUR,MINUTE,MONTH,SECOND,YEAR,KEY,LIMIT,INTERVAL,ROW,OFFSET";

  private final String name;
  private final int id;
  private volatile String serverName;
  private final Collation collation;
  private final String url;
  private final Catalog catalog = new Catalog();
  private final CatalogRows catalogRows = new CatalogRows();
  private final ChangeDataCapture cdc;
  private final Connection admin;
  private final AtomicInteger sessions = new AtomicInteger();
  private final Set<DatabaseSession> working = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean snapshotIsolation = new AtomicBoolean();
  private final AtomicBoolean readCommittedSnapshot = new AtomicBoolean();
  private final LockManager locks = new LockManager();
  private final ServerSecurity server;
  private final DatabaseSecurity security;
  private final SecurityRows securityRows = new SecurityRows();
  private volatile boolean offline;
  private long writtenVersion;

  Database(
      String name,
      int id,
      Collation collation,
      EngineSettings settings,
      ServerSecurity server,
      DatabaseSecurity security)
      throws SQLException {
    this.server = server;
    this.security = security;
    this.name = name;
    this.id = id;
    this.serverName = settings.serverName();
    this.url = "jdbc:h2:mem:" + UUID.randomUUID() + H2_SETTINGS;
    this.cdc =
        new ChangeDataCapture(
            name,
            catalog,
            this::open,
            locks,
            settings.clock(),
            settings.captureInterval(),
            settings.idleInterval());
    this.collation = collation;
    this.admin = DriverManager.getConnection(url);
    SessionLocal session = (SessionLocal) admin.unwrap(JdbcConnection.class).getSession();
    session.getDatabase().setCompareMode(new CollationMode(collation));
    SystemSchema.create(admin, catalog, this);
  }

  public String name() {
    return name;
  }

  int id() {
    return id;
  }

  public Collation collation() {
    return collation;
  }

  String serverName() {
    return serverName;
  }

  LockManager locks() {
    return locks;
  }

  /** Locks a table as if another session had it, until it is unlocked. */
  public void lockTable(List<String> qualifiedName) {
    locks.lockFromOutside(table(qualifiedName).objectId());
  }

  public void unlockTable(List<String> qualifiedName) {
    locks.unlockFromOutside(table(qualifiedName).objectId());
  }

  /** Unlocks what was locked from outside and lets a held cleanup go on. */
  void clearFaults() {
    locks.unlockAllFromOutside();
    cdc.releaseCleanup();
  }

  /** READ_COMMITTED_SNAPSHOT: readers at READ COMMITTED take no locks. */
  boolean readsCommittedVersions() {
    return readCommittedSnapshot.get();
  }

  void readCommittedVersions(boolean on) {
    readCommittedSnapshot.set(on);
  }

  /** After a failover: what {@code @@SERVERNAME} says in this database. */
  synchronized void serverName(String newName) throws SQLException {
    serverName = newName;
    try (PreparedStatement update =
        admin.prepareStatement("UPDATE sys.this_database SET server_name = ?")) {
      update.setString(1, newName);
      update.executeUpdate();
    }
  }

  /** True while the database is restored: nobody may log in to it. */
  public boolean isOffline() {
    return offline;
  }

  void offline(boolean now) {
    offline = now;
  }

  /** All that is committed. */
  DatabaseImage image() throws SQLException {
    return cdc.freeze(
        captured -> {
          try (Connection h2 = open();
              Statement statement = h2.createStatement()) {
            statement.execute(IsolationLevel.SNAPSHOT.h2Statement());
            return new DatabaseImage(
                DatabaseImage.script(h2),
                catalog.tables(),
                captured,
                security.state(),
                allowsSnapshotIsolation(),
                readsCommittedVersions());
          }
        });
  }

  /** Becomes what it was; no session works in it. */
  synchronized void restore(DatabaseImage image) throws SQLException {
    cdc.restore(
        image.cdc(),
        () -> {
          cdc.alterations()
              .inTurn(
                  () -> {
                    image.write(admin);
                    return null;
                  });
          catalog.replaceAll(image.tables());
          return null;
        });
    security.restore(image.security());
    allowSnapshotIsolation(image.snapshotIsolation());
    readCommittedVersions(image.readCommittedVersions());
    catalogRows.reset(admin);
    writeCatalogRows();
    serverName(serverName);
  }

  Catalog catalog() {
    return catalog;
  }

  DatabaseSecurity security() {
    return security;
  }

  public ChangeDataCapture cdc() {
    return cdc;
  }

  /** Counts the sessions whose database this is, and their connections to H2. */
  AtomicInteger sessions() {
    return sessions;
  }

  /** The sessions that have a connection to H2. */
  Set<DatabaseSession> working() {
    return working;
  }

  boolean allowsSnapshotIsolation() {
    return snapshotIsolation.get();
  }

  void allowSnapshotIsolation(boolean allow) {
    snapshotIsolation.set(allow);
  }

  /** Opens a connection that commits only when told to. */
  Connection open() throws SQLException {
    Connection h2 = DriverManager.getConnection(url);
    try (Statement statement = h2.createStatement()) {
      statement.execute("SET SCHEMA dbo");
      statement.execute("SET LAZY_QUERY_EXECUTION 1");
    }
    h2.setAutoCommit(false);
    return h2;
  }

  /** Brings the catalog views up to date. */
  synchronized void writeCatalogRows() throws SQLException {
    writtenVersion = catalog.version();
    catalogRows.write(admin, this);
  }

  /** As above, if capture has altered a change table or permissions have changed since. */
  synchronized void refreshCatalogRows() throws SQLException {
    securityRows.refresh(admin, this, server);
    if (catalog.version() != writtenVersion) {
      writeCatalogRows();
    }
  }

  synchronized boolean hasSchema(String schema) throws SQLException {
    return exists("SELECT 1 FROM sys.schemas WHERE LOWER(name) = LOWER(?)", schema);
  }

  /** True for a table or view, whether the catalog holds it or not. */
  synchronized boolean hasObject(String schema, String object) throws SQLException {
    return exists(
        "SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE LOWER(TABLE_SCHEMA) = LOWER(?)"
            + " AND LOWER(TABLE_NAME) = LOWER(?)",
        schema,
        object);
  }

  private boolean exists(String sql, String... arguments) throws SQLException {
    try (PreparedStatement query = admin.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        query.setString(i + 1, arguments[i]);
      }
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  synchronized long rowCount(TableDef table) throws SQLException {
    try (Statement statement = admin.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT COUNT(*) FROM " + TableBuilder.h2Name(table))) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Runs statements on a connection of the database's own, each committed. */
  synchronized void administer(Iterable<String> statements) throws SQLException {
    cdc.clock().enter();
    try {
      cdc.alterations().inTurn(() -> execute(statements));
    } finally {
      cdc.clock().exit();
    }
  }

  private Void execute(Iterable<String> statements) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return null;
  }

  /**
   * The table of a name of one to three parts.
   *
   * @throws SqlError 4902 if there is none
   */
  TableDef table(List<String> qualifiedName) {
    String table = qualifiedName.get(qualifiedName.size() - 1);
    String schema = qualifiedName.size() > 1 ? qualifiedName.get(qualifiedName.size() - 2) : "dbo";
    return catalog
        .table(schema.isEmpty() ? "dbo" : schema, table)
        .orElseThrow(
            () ->
                SqlError.of(
                    4902,
                    "Cannot find the object \""
                        + String.join(".", qualifiedName)
                        + "\" because it does not exist or you do not have permissions."));
  }

  /**
   * The types of expressions over the columns of a table.
   *
   * @param table the table's name in H2
   * @param expressions H2 text
   */
  synchronized List<SqlType> types(String table, List<String> expressions) throws SQLException {
    String sql = "SELECT " + String.join(", ", expressions) + " FROM " + table;
    cdc.clock().enter();
    try (Statement statement = admin.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<SqlType> types = new ArrayList<>();
      for (int i = 1; i <= expressions.size(); i++) {
        types.add(H2Metadata.type(rows.getMetaData(), i));
      }
      return types;
    } finally {
      cdc.clock().exit();
    }
  }

  @Override
  public void close() throws SQLException {
    cdc.close();
    synchronized (this) {
      try (Statement statement = admin.createStatement()) {
        statement.execute("SHUTDOWN IMMEDIATELY");
      }
    }
  }
}
