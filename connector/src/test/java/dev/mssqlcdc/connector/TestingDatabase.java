package dev.mssqlcdc.connector;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** A test's own database on the server of this run, as a connector's source. */
public final class TestingDatabase implements AutoCloseable {

  private final TestDatabase database;

  /** A new database in which change data capture is enabled. */
  public static TestingDatabase create() throws SQLException {
    return create("");
  }

  /**
   * A new database in which change data capture is enabled.
   *
   * @param clauses what follows its name in CREATE DATABASE
   */
  public static TestingDatabase create(String clauses) throws SQLException {
    return create(SqlServer.ofThisRun(), clauses);
  }

  /** The same on another server. */
  public static TestingDatabase create(SqlServer server, String clauses) throws SQLException {
    var database = new TestingDatabase(TestDatabase.create(server, clauses));
    database.database.enableCdc();
    return database;
  }

  static TestingDatabase createWithoutCdc() throws SQLException {
    return new TestingDatabase(SqlServer.ofThisRun().createDatabase());
  }

  private TestingDatabase(TestDatabase database) {
    this.database = database;
  }

  public String name() {
    return database.name();
  }

  TestLogin newLogin() throws SQLException {
    return database.newLogin();
  }

  public void execute(String... statements) throws SQLException {
    database.execute(statements);
  }

  /** All statements in one transaction. */
  void transaction(String... statements) throws SQLException {
    database.transaction(statements);
  }

  void insert(String sql, Object... values) throws SQLException {
    database.update(sql, values);
  }

  /** Reads one row of a result. */
  @FunctionalInterface
  interface Row {
    void read(ResultSet row) throws SQLException;
  }

  void query(String sql, Row row) throws SQLException {
    try (Statement statement = database.connection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        row.read(result);
      }
    }
  }

  /** Enables a capture instance of the default name, {@code <schema>_<table>}. */
  public void track(String schema, String table) throws SQLException {
    database.track(schema, table);
    capture();
  }

  /** Enables one more capture instance of a table of dbo. */
  void trackAgain(String table, String instance, String... options) throws SQLException {
    execute(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'%s', @role_name = NULL, @capture_instance = N'%s'%s"
            .formatted(table, instance, String.join("", options)));
  }

  void disable(String table, String instance) throws SQLException {
    execute(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'%s', @capture_instance = N'%s'"
            .formatted(table, instance));
  }

  /** Where an instance begins. */
  Lsn startOf(String instance) throws SQLException {
    return Lsn.parse(
        "0x"
            + database.one(
                "SELECT start_lsn FROM cdc.change_tables WHERE capture_instance = ?", instance));
  }

  public TestDatabase database() {
    return database;
  }

  /** Captures all that is committed, and returns how far capture then is. */
  public Lsn capture() throws SQLException {
    database.capture();
    try (Statement statement = database.connection().createStatement();
        ResultSet result = statement.executeQuery("SELECT sys.fn_cdc_get_max_lsn()")) {
      result.next();
      byte[] lsn = result.getBytes(1);
      return lsn == null ? Lsn.ZERO : Lsn.of(lsn);
    }
  }

  /** The settings of a connector that reads the tables matching a pattern, as fast as it can. */
  public Map<String, String> settings(String tables) {
    SqlServer server = database.server();
    Map<String, String> settings = new HashMap<>();
    settings.put("database.hostname", server.host());
    settings.put("database.port", String.valueOf(server.port()));
    settings.put("database.user", server.user());
    settings.put("database.password", server.password());
    settings.put("database.names", name());
    server.options().forEach((option, value) -> settings.put("database." + option, value));
    settings.put("topic.prefix", "p");
    settings.put("table.include.list", tables);
    settings.put("poll.interval.ms", "10");
    settings.put("progress.interval.ms", "0");
    return settings;
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
