package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A query in FROM, as filtered snapshots read it. */
@SqlServerTest
class TestDerivedTables {
  private TestDatabase db;

  @BeforeEach
  void fill(TestDatabase database) throws SQLException {
    db = database;
    db.execute(
        "CREATE TABLE t (a varchar(9) COLLATE Latin1_General_CI_AI NOT NULL, g uniqueidentifier NOT"
            + " NULL, [b c] datetime2(7), x int, PRIMARY KEY (a, g))",
        "INSERT t VALUES ('A', '00000000-0000-0000-0000-000000000001', '2024-01-01', 1),"
            + " ('\u00e9', '00000000-0000-0000-0000-000000000002', '2024-01-02', 1),"
            + " ('f', '00000000-0000-0000-0000-000000000003', '2024-01-03T00:00:00.0000001', 2),"
            + " ('g', '00000000-0000-0000-0000-000000000004', NULL, 1)");
  }

  @Test
  void aDerivedTableIsSoughtAndSortedAsItsTable() throws SQLException {
    String part =
        "SELECT TOP (?) [a], [b c] FROM (SELECT * FROM dbo.t WHERE x = 1) AS s WHERE [a] >"
            + " CAST(? COLLATE Latin1_General_CI_AI AS varchar(9)) ORDER BY [a], [g]";
    assertThat(db.rows(part, 1, "E")).containsExactly("g|null");
    assertThat(db.rows(part, 9, "b")).hasSize(2);
    assertThat(db.rows("SELECT s.a FROM (SELECT * FROM t WHERE x = 1) s WHERE s.a = 'E'"))
        .containsExactly("\u00e9");
    assertThat(
            db.rows(
                "SELECT TOP 1 [a], [g], [b c] FROM (SELECT * FROM dbo.t WHERE x > 1) AS s"
                    + " ORDER BY [a] DESC, [g] DESC"))
        .containsExactly("f|00000000-0000-0000-0000-000000000003|2024-01-03 00:00:00.0000001");
    assertThat(
            db.rows("SELECT x FROM (SELECT TOP (2) * FROM t ORDER BY a DESC) AS s WHERE a < 'g'"))
        .containsExactly("2");
  }

  @Test
  void theTypesOfItsColumnsAreKept() throws SQLException {
    try (var statement = db.connection().createStatement();
        var rows = statement.executeQuery("SELECT * FROM (SELECT * FROM t) AS s")) {
      var columns = rows.getMetaData();
      assertThat(columns.getColumnTypeName(1)).isEqualTo("varchar");
      assertThat(columns.getPrecision(1)).isEqualTo(9);
      assertThat(columns.getColumnTypeName(2)).isEqualTo("uniqueidentifier");
      assertThat(columns.getColumnTypeName(3)).isEqualTo("datetime2");
      assertThat(columns.getScale(3)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SELECT * FROM t WHERE y = 1, 207",
    "SELECT y FROM t, 207",
    "SELECT * FROM t WHERE x = , 102",
    "SELECT * FROM t WHERE x = 1), 102",
    "SELECT * FROM nowhere, 208",
    "SELECT * FROM t WHERE x = 'one', 245",
    "SELECT * FROM t ORDER BY a, 1033",
    "SELECT * FROM t WHERE x IN (SELECT x FROM t ORDER BY x), 1033"
  })
  void aWrongQueryWithinFailsAsItWouldAlone(String query, int error) throws SQLException {
    assertThat(db.failure("SELECT TOP 1 a FROM (" + query + ") AS s ORDER BY a").getErrorCode())
        .isEqualTo(error);
    assertThatThrownBy(() -> db.rows("SELECT TOP (?) a FROM (" + query + ") AS s ORDER BY a", 1))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(error);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM (SELECT TOP (1) a FROM t ORDER BY a DESC) AS s",
        "SELECT a FROM (SELECT a FROM t ORDER BY a DESC OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY) AS s"
      })
  void anOrderThatChoosesRowsIsAllowed(String sql) throws SQLException {
    assertThat(db.rows(sql)).isEqualTo(List.of("g"));
  }
}
