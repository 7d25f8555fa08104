package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.sandbox.SqlServer;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Orders with their lines, held together by a foreign key while both come, move and go. */
final class OrdersAndLines implements Source, AutoCloseable {

  static final IdTable ORDERS = new IdTable("orders");
  static final IdTable LINES = new IdTable("order_lines");

  private static final String NAME = "sales";
  private static final int LINES_AT_MOST = 3;
  // Long enough for lines to fall behind orders, of which each change tells.
  private static final int LONELY_ORDERS = 60;
  private static final String PAUSE = "WAITFOR DELAY '00:00:00.020'";

  private final Connection connection;
  private final Connection load;
  private final Random random;
  private final List<Integer> orders = new ArrayList<>();
  private int lastOrder;
  private int lastLine;
  private final LastChange lastChange;

  private OrdersAndLines(Connection connection, Connection load, long seed) {
    this.connection = connection;
    this.lastChange = new LastChange(connection, ORDERS);
    this.load = load;
    this.random = new Random(seed);
  }

  static OrdersAndLines create(SqlServer server, long seed) throws SQLException {
    Connection connection = connect(server, "master");
    Sql.execute(
        connection,
        "CREATE DATABASE " + NAME,
        "USE " + NAME,
        "EXEC sys.sp_cdc_enable_db",
        "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY, n int)",
        "CREATE TABLE dbo.order_lines (id int NOT NULL PRIMARY KEY,"
            + " order_id int NOT NULL REFERENCES dbo.orders (id))");
    for (IdTable table : List.of(ORDERS, LINES)) {
      Sql.execute(
          connection,
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'%s', @role_name = NULL"
              .formatted(table.name()));
    }
    OrdersAndLines source = new OrdersAndLines(connection, connect(server, NAME), seed);
    source.load.setAutoCommit(false);
    source.place();
    return source;
  }

  private static Connection connect(SqlServer server, String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }

  /** Transactions in both tables, then some in orders alone. */
  void change() throws SQLException {
    for (int i = 0; i < LONELY_ORDERS; i++) {
      if (random.nextInt(3) == 0 && orders.size() > 1) {
        remove();
      } else {
        place();
      }
    }
    for (int i = 0; i < LONELY_ORDERS; i++) {
      Sql.update(load, "UPDATE dbo.orders SET n = ? WHERE id = ?", -i, any());
      commit();
    }
  }

  private int any() {
    return orders.get(random.nextInt(orders.size()));
  }

  private void place() throws SQLException {
    int order = ++lastOrder;
    Sql.update(load, "INSERT INTO dbo.orders VALUES (?, 0)", order);
    for (int i = 1 + random.nextInt(LINES_AT_MOST); i > 0; i--) {
      Sql.update(load, "INSERT INTO dbo.order_lines VALUES (?, ?)", ++lastLine, order);
    }
    orders.add(order);
    commit();
  }

  /** An order goes, and its lines go with it or to another. */
  private void remove() throws SQLException {
    int order = orders.remove(random.nextInt(orders.size()));
    if (random.nextBoolean()) {
      Sql.update(load, "DELETE FROM dbo.order_lines WHERE order_id = ?", order);
    } else {
      Sql.update(load, "UPDATE dbo.order_lines SET order_id = ? WHERE order_id = ?", any(), order);
    }
    Sql.update(load, "DELETE FROM dbo.orders WHERE id = ?", order);
    commit();
  }

  private void commit() throws SQLException {
    load.commit();
    Sql.execute(load, PAUSE);
  }

  Connection connection() {
    return connection;
  }

  @Override
  public String connector() {
    return NAME;
  }

  @Override
  public List<IdTable> tables() {
    return List.of(ORDERS, LINES);
  }

  @Override
  public Lsn finish() throws SQLException {
    return lastChange.make(orders.get(0));
  }

  @Override
  public void close() throws SQLException {
    load.close();
    connection.close();
  }
}
