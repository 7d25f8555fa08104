package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestMetadata {
  private static TestDatabase database;
  private static Connection connection;

  @BeforeAll
  static void start(TestDatabase db) throws SQLException {
    database = db;
    connection = db.connection();
    execute(
        connection,
        "CREATE SCHEMA sales",
        "CREATE TABLE sales.[Order Details] ([Order ID] int NOT NULL, line tinyint NOT NULL,"
            + " [Unit Price] decimal(10,2), at datetime2(7), n int IDENTITY,"
            + " CONSTRAINT [PK Order] PRIMARY KEY CLUSTERED ([Order ID] ASC, line DESC))",
        "CREATE UNIQUE NONCLUSTERED INDEX ux ON sales.[Order Details] (n)",
        "CREATE INDEX ix ON sales.[Order Details] (at)");
  }

  private static List<String> read(ResultSet rows, String... columns) throws SQLException {
    List<String> result = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (String column : columns) {
          values.add(rows.getString(column));
        }
        result.add(String.join("|", values));
      }
    }
    return result;
  }

  @Test
  void theDriverFindsTables() throws SQLException {
    ResultSet tables = connection.getMetaData().getTables(null, "sales", "%", null);
    assertThat(read(tables, "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE"))
        .containsExactly("sales|Order Details|TABLE");
  }

  @Test
  void theDriverFindsAllTablesOfASchema() throws SQLException {
    ResultSet tables =
        connection.getMetaData().getTables(null, "sales", null, new String[] {"TABLE"});
    assertThat(read(tables, "TABLE_NAME")).containsExactly("Order Details");
  }

  @Test
  void aVariableIsReadAlsoAfterANull() throws SQLException {
    assertThat(rows(connection, "SELECT ?", (Object) null)).containsExactly("null");
    assertThat(rows(connection, "SELECT ?", "dbo")).containsExactly("dbo");
  }

  @Test
  void theDriverFindsColumnsWithTheirTypes() throws SQLException {
    ResultSet columns = connection.getMetaData().getColumns(null, "sales", "Order Details", null);
    assertThat(
            read(
                columns,
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "IS_NULLABLE",
                "ORDINAL_POSITION",
                "IS_AUTOINCREMENT"))
        .containsExactly(
            "Order ID|4|int|10|NO|1|NO",
            "line|-6|tinyint|3|NO|2|NO",
            "Unit Price|3|decimal|10|YES|3|NO",
            "at|93|datetime2|27|YES|4|NO",
            "n|4|int identity|10|NO|5|YES");
  }

  @Test
  void theDriverFindsKeysAndIndexes() throws SQLException {
    ResultSet keys = connection.getMetaData().getPrimaryKeys(null, "sales", "Order Details");
    assertThat(read(keys, "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
        .containsExactly("Order ID|1|PK Order", "line|2|PK Order");
    ResultSet unique =
        connection.getMetaData().getIndexInfo(null, "sales", "Order Details", true, false);
    assertThat(read(unique, "INDEX_NAME", "COLUMN_NAME", "NON_UNIQUE"))
        .containsExactlyInAnyOrder("PK Order|Order ID|0", "PK Order|line|0", "ux|n|0");
  }

  @Test
  void catalogViewsTellTheSame() throws SQLException {
    assertThat(
            rows(
                connection,
                "SELECT s.name, t.name, c.name, y.name, c.max_length, c.precision, c.scale,"
                    + " c.is_nullable, c.is_identity FROM sys.tables t JOIN sys.schemas s ON"
                    + " s.schema_id = t.schema_id JOIN sys.columns c ON c.object_id = t.object_id"
                    + " JOIN sys.types y ON y.user_type_id = c.user_type_id WHERE t.is_ms_shipped ="
                    + " 0 ORDER BY c.column_id"))
        .containsExactly(
            "sales|Order Details|Order ID|int|4|10|0|0|0",
            "sales|Order Details|line|tinyint|1|3|0|0|0",
            "sales|Order Details|Unit Price|decimal|9|10|2|1|0",
            "sales|Order Details|at|datetime2|8|27|7|1|0",
            "sales|Order Details|n|int|4|10|0|0|1");
    assertThat(
            rows(
                connection,
                "SELECT i.name, i.is_primary_key, i.is_unique, COL_NAME(ic.object_id, ic.column_id)"
                    + " FROM sys.indexes i JOIN sys.index_columns ic ON ic.object_id = i.object_id"
                    + " AND ic.index_id = i.index_id WHERE i.object_id ="
                    + " OBJECT_ID(N'sales.[Order Details]') ORDER BY i.index_id, ic.key_ordinal"))
        .containsExactly("PK Order|1|1|Order ID", "PK Order|1|1|line", "ux|0|1|n", "ix|0|0|at");
  }

  @Test
  void databasesAreListedInEveryDatabase() throws SQLException {
    assertThat(rows(connection, "SELECT name FROM sys.databases ORDER BY database_id"))
        .contains("master", database.name());
    assertThat(read(connection.getMetaData().getCatalogs(), "TABLE_CAT"))
        .contains("master", database.name());
  }

  @Test
  void requestsOfClientsAreCounted() throws SQLException {
    String query =
        "SELECT cntr_value FROM sys.dm_os_performance_counters WHERE counter_name = 'Batch"
            + " Requests/sec'";
    long before = Long.parseLong(rows(connection, query).get(0));
    rows(connection, "SELECT 1");
    try (var prepared = connection.prepareStatement("SELECT name FROM sys.tables WHERE name = ?")) {
      prepared.setString(1, "none");
      prepared.executeQuery().close();
    }
    long after = Long.parseLong(rows(connection, query).get(0));
    assertThat(after - before).as("two, and the second question").isGreaterThanOrEqualTo(3);
  }
}
