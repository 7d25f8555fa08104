package dev.mssqlcdc.sqlserver.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/**
 * A database of a test's own, dropped when it is closed with every connection that it gave. Capture
 * stands still in it until a test asks: a test knows how far capture is.
 */
public final class TestDatabase implements AutoCloseable {
  private final SqlServer server;
  private final String name;
  private final Capture capture;
  private final Deque<Connection> connections = new ArrayDeque<>();
  private final Deque<TestLogin> logins = new ArrayDeque<>();
  private Connection connection;

  private TestDatabase(SqlServer server, String name) {
    this.server = server;
    this.name = name;
    this.capture = server.capture(name);
  }

  /**
   * Makes a database.
   *
   * @param clauses what follows its name in CREATE DATABASE, such as a collation
   */
  public static TestDatabase create(SqlServer server, String clauses) throws SQLException {
    String name = "mssqlcdc_" + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    try (Connection master = server.connect("master")) {
      Sql.execute(master, "CREATE DATABASE [" + name + "] " + clauses);
    }
    return new TestDatabase(server, name);
  }

  public SqlServer server() {
    return server;
  }

  public String name() {
    return name;
  }

  /** The URL for mssql-jdbc, without user and password. */
  public String url() {
    return server.url(name);
  }

  /** The connection that this class's own methods use, as sysadmin. */
  public Connection connection() throws SQLException {
    if (connection == null) {
      connection = connect();
    }
    return connection;
  }

  /** One more connection as sysadmin. */
  public Connection connect() throws SQLException {
    return connect(server.user(), server.password());
  }

  public Connection connect(String user, String password) throws SQLException {
    Connection opened = server.connect(name, user, password);
    connections.push(opened);
    return opened;
  }

  /** A new login that has no rights anywhere, dropped with the database. */
  public TestLogin newLogin() throws SQLException {
    TestLogin login = new TestLogin(this);
    logins.push(login);
    return login;
  }

  public void execute(String... statements) throws SQLException {
    Sql.execute(connection(), statements);
  }

  public int update(String sql, Object... parameters) throws SQLException {
    return Sql.update(connection(), sql, parameters);
  }

  /** All statements in one transaction. */
  public void transaction(String... statements) throws SQLException {
    connection().setAutoCommit(false);
    execute(statements);
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** The rows of a query, as {@link Sql#rows} gives them. */
  public List<String> rows(String sql, Object... parameters) throws SQLException {
    return Sql.rows(connection(), sql, parameters);
  }

  public String one(String sql, Object... parameters) throws SQLException {
    return Sql.one(connection(), sql, parameters);
  }

  /** The error that a statement ends with. */
  public SQLException failure(String sql) throws SQLException {
    return Sql.failure(connection(), sql);
  }

  public void enableCdc() throws SQLException {
    execute("EXEC sys.sp_cdc_enable_db");
  }

  /** Enables a capture instance of the default name for a table of dbo. */
  public void track(String table) throws SQLException {
    track("dbo", table);
  }

  /** Enables a capture instance of the default name, {@code <schema>_<table>}. */
  public void track(String schema, String table) throws SQLException {
    update(
        "EXEC sys.sp_cdc_enable_table @source_schema = ?, @source_name = ?, @role_name = NULL",
        schema,
        table);
  }

  /** Captures what is committed; returns when it can be read. */
  public void capture() throws SQLException {
    capture.once();
  }

  /** Captures again and again, until {@link #stopCapture}. */
  public void startCapture() {
    capture.start();
  }

  public void stopCapture() throws SQLException {
    capture.stop();
  }

  /** The operation and some columns of all change rows, in the order of the changes. */
  public List<String> changes(String instance, String columns) throws SQLException {
    return Sql.changes(connection(), instance, columns);
  }

  @Override
  public void close() throws SQLException {
    capture.close();
    while (!logins.isEmpty()) {
      logins.pop().close();
    }
    while (!connections.isEmpty()) {
      connections.pop().close();
    }
    server.dropDatabase(name);
  }
}
