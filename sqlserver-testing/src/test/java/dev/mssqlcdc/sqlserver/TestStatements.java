package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SinceSqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestStatements {
  private Connection connection;

  @BeforeEach
  void connect(TestDatabase db) throws SQLException {
    connection = db.connection();
    execute(connection, "CREATE TABLE t (id int NOT NULL PRIMARY KEY, name nvarchar(50))");
  }

  @Test
  void aPreparedStatementIsReusedThroughAllTheDriversWaysOfCallingIt() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 0; i < 5; i++) {
        insert.setInt(1, i);
        insert.setString(2, i == 3 ? null : "row " + i);
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
    }
    assertThat(rows(connection, "SELECT * FROM t WHERE id >= ? ORDER BY id", 2))
        .containsExactly("2|row 2", "3|null", "4|row 4");
  }

  @Test
  void aBatchOfParametersReportsTheCountOfEach() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 0; i < 100; i++) {
        insert.setInt(1, i);
        insert.setString(2, "x");
        insert.addBatch();
      }
      assertThat(Arrays.stream(insert.executeBatch()).sum()).isEqualTo(100);
    }
    assertThat(one(connection, "SELECT COUNT(*) FROM t")).isEqualTo("100");
  }

  @Test
  void aFailureInABatchIsReportedForItsRow() throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int id : new int[] {1, 2, 2, 3}) {
        insert.setInt(1, id);
        insert.setString(2, "x");
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("Violation of PRIMARY KEY constraint");
    }
    connection.rollback();
    assertThat(one(connection, "SELECT COUNT(*) FROM t")).isEqualTo("0");
  }

  @Test
  void aBatchMayHoldManyStatementsAndResultSets() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean rowsFirst =
          statement.execute(
              "INSERT INTO t VALUES (1, 'a') INSERT INTO t VALUES (2, 'b');"
                  + " SELECT id FROM t ORDER BY id; UPDATE t SET name = 'c' SELECT name FROM t");
      assertThat(rowsFirst).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.getMoreResults()).isTrue();
      try (ResultSet ids = statement.getResultSet()) {
        assertThat(ids.next()).isTrue();
        assertThat(ids.getInt(1)).isEqualTo(1);
      }
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(2);
      assertThat(statement.getMoreResults()).isTrue();
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void variablesAndControlFlowWork() throws SQLException {
    execute(
        connection,
        "DECLARE @i int = 0, @text nvarchar(20);"
            + " WHILE @i < 5 BEGIN SET @i += 1; IF @i = 3 CONTINUE;"
            + " SET @text = CONCAT('row ', @i); INSERT INTO t VALUES (@i, @text) END");
    assertThat(rows(connection, "SELECT id FROM t ORDER BY id"))
        .containsExactly("1", "2", "4", "5");
    assertThat(
            one(
                connection,
                "DECLARE @n int, @m nvarchar(20); SELECT @n = COUNT(*), @m = MAX(name) FROM t;"
                    + " IF EXISTS (SELECT * FROM t WHERE id = 3) SELECT 'three' ELSE SELECT @n, @m"))
        .isEqualTo("4|row 5");
  }

  @Test
  void textComparesWithoutRegardToCase() throws SQLException {
    update(connection, "INSERT INTO t VALUES (1, 'Straße')");
    assertThat(rows(connection, "SELECT name FROM t WHERE NAME = ?", "sTRAßE"))
        .containsExactly("Straße");
  }

  @Test
  void aMillionCharactersAndAMegabyteTravelBothWays() throws SQLException {
    execute(connection, "CREATE TABLE big (id int, n nvarchar(max), b varbinary(max))");
    String text = "é😀x".repeat(250_000);
    byte[] bytes = new byte[1 << 20];
    Arrays.fill(bytes, (byte) 7);
    update(connection, "INSERT INTO big VALUES (1, ?, ?)", text, bytes);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT n, b FROM big")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo(text);
      assertThat(row.getBytes(2)).isEqualTo(bytes);
    }
  }

  @Test
  @SinceSqlServer(value = 16, needs = "GENERATE_SERIES")
  void aLargeResultStreamsWhileItIsRead() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT a.value, b.value FROM GENERATE_SERIES(1, 1000000000) AS a"
                    + " CROSS JOIN GENERATE_SERIES(1, 1000) AS b")) {
      for (int i = 0; i < 200_000; i++) {
        assertThat(rows.next()).isTrue();
      }
      statement.cancel();
    }
    assertThat(one(connection, "SELECT 1")).isEqualTo("1");
  }

  @Test
  @SinceSqlServer(value = 16, needs = "GENERATE_SERIES")
  void aQueryTimeoutStopsTheStatementAndLeavesTheConnectionUsable() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(
              () ->
                  statement
                      .executeQuery(
                          "SELECT COUNT(*) FROM GENERATE_SERIES(1, 1000000) AS a"
                              + " CROSS JOIN GENERATE_SERIES(1, 1000000) AS b")
                      .close())
          .isInstanceOf(SQLTimeoutException.class);
    }
    assertThat(one(connection, "SELECT COUNT(*) FROM t")).isEqualTo("0");
  }

  @Test
  @SinceSqlServer(value = 16, needs = "GENERATE_SERIES")
  void maxRowsLimitsAResult() throws SQLException {
    execute(connection, "INSERT INTO t SELECT value, N'x' FROM GENERATE_SERIES(1, 10)");
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(3);
      int count = 0;
      try (ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
        while (rows.next()) {
          count++;
        }
      }
      assertThat(count).isEqualTo(3);
    }
    assertThat(one(connection, "SELECT COUNT(*) FROM t")).isEqualTo("10");
  }

  @Test
  void rowversionRisesWithEveryWrite() throws SQLException {
    execute(connection, "CREATE TABLE v (id int, rv rowversion)", "INSERT v (id) VALUES (1), (2)");
    String first = one(connection, "SELECT MAX(rv) FROM v");
    execute(connection, "UPDATE v SET id = id WHERE id = 1");
    String second = one(connection, "SELECT rv FROM v WHERE id = 1");
    assertThat(second).hasSize(16).isGreaterThan(first);
  }

  @Test
  void identityColumnsCountAndRefuseExplicitValues() throws SQLException {
    execute(
        connection,
        "CREATE TABLE i (id int IDENTITY(10, 5) PRIMARY KEY, a int, twice AS (a * 2))",
        "INSERT INTO i VALUES (1)",
        "INSERT INTO i (a) VALUES (2)");
    assertThat(rows(connection, "SELECT * FROM i ORDER BY id")).containsExactly("10|1|2", "15|2|4");
    assertThatThrownBy(() -> execute(connection, "INSERT INTO i (id, a) VALUES (1, 1)"))
        .hasMessageContaining("Cannot insert explicit value for identity column in table 'i'");
    execute(connection, "SET IDENTITY_INSERT i ON", "INSERT INTO i (id, a) VALUES (1, 1)");
    assertThat(one(connection, "SELECT COUNT(*) FROM i")).isEqualTo("3");
  }

  @Test
  void oddNamesNeedOnlyTheirBrackets() throws SQLException {
    execute(
        connection,
        "CREATE TABLE dbo.[Order \"Details\"] ([Unit Price] money, [a]]b] int, [é Ω] int,"
            + " [select] int)",
        "INSERT INTO dbo.[Order \"Details\"] ([Unit Price], [a]]b], [é Ω], [select])"
            + " VALUES (1.5, 2, 3, 4)");
    assertThat(
            rows(
                connection,
                "SELECT [Unit Price], [a]]b], [é Ω], [select] FROM [Order \"Details\"]"))
        .containsExactly("1.5000|2|3|4");
  }

  @Test
  void aLoneSurrogateIsKept() throws SQLException {
    execute(connection, "CREATE TABLE s (short nvarchar(10), long nvarchar(max))");
    String lone = "a\uD83Db";
    update(connection, "INSERT INTO s VALUES (?, ?)", lone, lone);
    assertThat(rows(connection, "SELECT LEN(short), LEN(long) FROM s WHERE short = ?", lone))
        .containsExactly("3|3");
    assertThat(one(connection, "SELECT REPLICATE('ab', 3)")).isEqualTo("ababab");
  }

  @Test
  void dynamicSqlTakesParameters() throws SQLException {
    execute(connection, "INSERT INTO t VALUES (1, N'one'), (2, N'two')");
    assertThat(
            rows(
                connection,
                "EXEC sp_executesql N'SELECT name FROM t WHERE id = @id AND name LIKE @like',"
                    + " N'@id int, @like nvarchar(10)', @like = N't%', @id = 2"))
        .containsExactly("two");
    assertThat(rows(connection, "EXEC sp_executesql N'SELECT @n + 1', N'@n int', '41'"))
        .containsExactly("42");
    assertThat(rows(connection, "EXEC sp_executesql N'SELECT @n', N'@n int = NULL'"))
        .containsExactly("null");
  }

  @Test
  void aParameterAloneHasTheTypeOfEachValue() throws SQLException {
    assertThat(one(connection, "SELECT ?", (Object) new byte[] {1, 2})).isEqualTo("0102");
    assertThat(one(connection, "SELECT ?", "text")).isEqualTo("text");
    assertThat(one(connection, "SELECT ?", 7)).isEqualTo("7");
    assertThat(one(connection, "SELECT ?", "again")).isEqualTo("again");
  }
}
