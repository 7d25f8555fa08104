package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.fault.Faults;
import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Login;
import dev.mssqlcdc.standin.security.ServerSecurity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A server: its databases and its login. Thread-safe. */
public final class Engine implements AutoCloseable {
  static final String MASTER = "master";
  private static final int FIRST_USER_DATABASE_ID = 5;
  private static final long FIRST_TRANSACTION_ID = 0x3500000001L;

  private final EngineSettings settings;
  private final Map<String, Database> databases = new ConcurrentSkipListMap<>();
  private final AtomicInteger nextDatabaseId = new AtomicInteger(FIRST_USER_DATABASE_ID);
  private final AtomicLong nextTransactionId = new AtomicLong(FIRST_TRANSACTION_ID);
  private final AtomicLong version = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final ServerSecurity security;
  private final Map<Integer, AtomicInteger> loggedIn = new ConcurrentHashMap<>();
  private final Sessions sessions = new Sessions();
  private final Faults faults = new Faults();
  private final Recovery recovery = new Recovery(this);

  public Engine(EngineSettings settings) throws SQLException {
    this.settings = settings;
    this.security = new ServerSecurity(settings.user(), settings.password());
    databases.put(
        MASTER,
        new Database(
            MASTER,
            1,
            Collation.SERVER_DEFAULT,
            settings,
            security,
            new DatabaseSecurity(ServerSecurity.ADMINISTRATOR_ID, true)));
    describeDatabases();
  }

  public String serverName() {
    return settings.serverName();
  }

  ServerSecurity security() {
    return security;
  }

  /** True while a session of a login is open. */
  boolean isLoggedIn(int login) {
    AtomicInteger sessions = loggedIn.get(login);
    return sessions != null && sessions.get() > 0;
  }

  void loggedOut(int login) {
    loggedIn.get(login).decrementAndGet();
  }

  public Sessions sessions() {
    return sessions;
  }

  public Faults faults() {
    return faults;
  }

  public Recovery recovery() {
    return recovery;
  }

  List<Database> databases() {
    return List.copyOf(databases.values());
  }

  long newTransactionId() {
    return nextTransactionId.getAndIncrement();
  }

  /** Requests that came from clients: batches, and calls of procedures. */
  AtomicLong requests() {
    return requests;
  }

  /** Rises when a database comes or goes. */
  long version() {
    return version.get();
  }

  public Optional<Database> database(String name) {
    return Optional.ofNullable(databases.get(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * Opens a session.
   *
   * @param spid the number of the session
   * @param database empty for the login's default, master
   * @throws SqlError 18456 for a wrong login, 4060 for a database that is unknown or closed to it
   */
  public Session login(int spid, String user, String password, String database)
      throws SQLException {
    Login login = security.authenticate(user, password);
    SessionSecurity rights = new SessionSecurity(this, login);
    Database initial =
        database(database.isEmpty() ? login.defaultDatabase() : database)
            .filter(d -> rights.userIn(d).isPresent())
            .orElseThrow(() -> cannotOpen(database));
    loggedIn.computeIfAbsent(login.id(), id -> new AtomicInteger()).incrementAndGet();
    return new Session(this, spid, initial, rights);
  }

  /** What follows every reason why a login failed. */
  public static SqlError loginFailed(String user) {
    return ServerSecurity.loginFailed(user);
  }

  private static SqlError cannotOpen(String database) {
    return database.isEmpty()
        ? new SqlError(4064, 11, "Cannot open user default database. Login failed.")
        : new SqlError(
            4060,
            11,
            "Cannot open database \"" + database + "\" requested by the login. The login failed.");
  }

  /** {@code CREATE DATABASE} with the server's collation. */
  public Database createDatabase(String name) throws SQLException {
    return createDatabase(name, Collation.SERVER_DEFAULT, ServerSecurity.ADMINISTRATOR_ID);
  }

  /**
   * {@code CREATE DATABASE ... COLLATE}.
   *
   * @param owner the principal_id of the login that owns it
   */
  synchronized Database createDatabase(String name, Collation collation, int owner)
      throws SQLException {
    if (database(name).isPresent()) {
      throw SqlError.of(
          1801, "Database '" + name + "' already exists. Choose a different database name.");
    }
    Database database =
        new Database(
            name,
            nextDatabaseId.getAndIncrement(),
            collation,
            settings,
            security,
            new DatabaseSecurity(owner, false));
    databases.put(name.toLowerCase(Locale.ROOT), database);
    version.incrementAndGet();
    describeDatabases();
    return database;
  }

  synchronized void dropDatabase(String name) throws SQLException {
    Database database = database(name).orElseThrow(() -> noDatabase(name));
    if (database.sessions().get() > 0) {
      throw SqlError.of(
          3702, "Cannot drop database \"" + name + "\" because it is currently in use.");
    }
    databases.remove(name.toLowerCase(Locale.ROOT));
    version.incrementAndGet();
    database.close();
    describeDatabases();
  }

  private static SqlError noDatabase(String name) {
    return SqlError.of(
        3701,
        "Cannot drop the database '"
            + name
            + "', because it does not exist or you do not have permission.");
  }

  /** Every database has its own copy of {@code sys.databases}. */
  synchronized void describeDatabases() throws SQLException {
    List<Database> all = new ArrayList<>(databases.values());
    for (Database database : all) {
      try (Connection h2 = database.open();
          PreparedStatement delete = h2.prepareStatement("DELETE FROM sys.databases");
          PreparedStatement insert =
              h2.prepareStatement(
                  "INSERT INTO sys.databases VALUES (?, ?, ?, 160, ?, 0, 'ONLINE', ?, ?, ?, 1,"
                      + " 'FULL', ?)")) {
        delete.executeUpdate();
        for (Database described : all) {
          boolean snapshot = described.allowsSnapshotIsolation();
          insert.setString(1, described.name());
          insert.setInt(2, described.id());
          insert.setObject(3, described.cdc().clock().datetime());
          insert.setString(4, described.collation().name());
          insert.setInt(5, snapshot ? 1 : 0);
          insert.setString(6, snapshot ? "ON" : "OFF");
          insert.setBoolean(7, described.readsCommittedVersions());
          insert.setBoolean(8, described.cdc().enabled());
          insert.executeUpdate();
        }
        h2.commit();
      }
    }
  }

  @Override
  public synchronized void close() throws SQLException {
    for (Database database : databases.values()) {
      database.close();
    }
    databases.clear();
  }
}
