package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.quickstart.Workload.Parameter;
import dev.mssqlcdc.quickstart.Workload.Statement;
import dev.mssqlcdc.quickstart.Workload.Transaction;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.SqlServer;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The source: creates the shop, changes it, and tells where its log stands. */
final class ShopDatabase implements Source, AutoCloseable {

  private static final String MASTER = "master";
  private static final int BATCH = 1_000;
  private static final Duration CAPTURED = Duration.ofMinutes(1);
  private static final String MARKER = "workload finished";

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  private int finished;

  private ShopDatabase(Connection connection) {
    this.connection = connection;
  }

  /** Creates the database with its tables and first rows, then switches CDC on. */
  static ShopDatabase create(SqlServer server, Transaction firstRows) throws SQLException {
    try (Connection master = connect(server, MASTER)) {
      execute(master, "CREATE DATABASE " + SourceTable.quote(Shop.DATABASE));
    }
    ShopDatabase shop = new ShopDatabase(connect(server, Shop.DATABASE));
    shop.runScript("shop.sql");
    shop.apply(firstRows);
    shop.runScript("enable-cdc.sql");
    return shop;
  }

  private static Connection connect(SqlServer server, String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }

  private void runScript(String resource) throws SQLException {
    for (String batch : SqlScript.batches(resource)) {
      execute(connection, batch);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs a transaction; runs of the same statement travel as batches. */
  void apply(Transaction transaction) throws SQLException {
    connection.setAutoCommit(false);
    Iterator<Statement> statements = transaction.statements().iterator();
    String open = null;
    int pending = 0;
    while (statements.hasNext()) {
      Statement next = statements.next();
      if (open != null && (!open.equals(next.sql()) || pending == BATCH)) {
        prepared.get(open).executeBatch();
        pending = 0;
      }
      open = next.sql();
      add(next);
      pending++;
    }
    if (open != null) {
      prepared.get(open).executeBatch();
    }
    if (transaction.rollback()) {
      connection.rollback();
    } else {
      connection.commit();
    }
    connection.setAutoCommit(true);
  }

  private void add(Statement statement) throws SQLException {
    PreparedStatement target = prepared.get(statement.sql());
    if (target == null) {
      target = connection.prepareStatement(statement.sql());
      prepared.put(statement.sql(), target);
    }
    List<Parameter> parameters = statement.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      if (parameter.value() == null) {
        target.setNull(i + 1, parameter.sqlType());
      } else {
        target.setObject(i + 1, parameter.value(), parameter.sqlType());
      }
    }
    target.addBatch();
  }

  @Override
  public String connector() {
    return Shop.DATABASE;
  }

  @Override
  public List<ShopTable> tables() {
    return Shop.TABLES;
  }

  @Override
  public Lsn finish() throws SQLException {
    String text = MARKER + " " + ++finished;
    execute(
        connection,
        "INSERT INTO dbo.audit_log (who, what) VALUES (N'quickstart', N'" + text + "')");
    Await.until("change data capture reaches the last commit", CAPTURED, () -> lsn(text) != null);
    return lsn(text);
  }

  private Lsn lsn(String text) throws SQLException {
    try (java.sql.Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT MAX(__$start_lsn) FROM cdc.dbo_audit_log_CT WHERE what = N'"
                    + text
                    + "'")) {
      rows.next();
      byte[] lsn = rows.getBytes(1);
      return lsn == null ? null : Lsn.of(lsn);
    }
  }

  Connection connection() {
    return connection;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
