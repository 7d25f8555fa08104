package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestTemporaryTables {
  @Test
  void aTemporaryTableLivesAsLongAsItsSession(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE #t (id int IDENTITY PRIMARY KEY, name varchar(20) NOT NULL DEFAULT 'x')",
        "INSERT INTO #t (name) VALUES ('a'), ('b')",
        "INSERT INTO #t DEFAULT VALUES",
        "UPDATE #t SET name = 'c' WHERE id = 2");
    assertThat(db.rows("SELECT id, name FROM #t ORDER BY id")).containsExactly("1|a", "2|c", "3|x");
    assertThat(db.failure("INSERT INTO #t (name) VALUES (NULL)").getErrorCode()).isEqualTo(515);
    assertThat(db.failure("CREATE TABLE #t (id int)").getErrorCode()).isEqualTo(2714);
    try (Connection other = db.connect()) {
      assertThat(Sql.failure(other, "SELECT * FROM #t").getErrorCode()).isEqualTo(208);
    }
    db.execute("DROP TABLE #t", "CREATE TABLE #t (other int)", "INSERT INTO #t VALUES (7)");
    assertThat(db.rows("SELECT * FROM #t")).containsExactly("7");
  }

  @Test
  void itsTypesAreTheDeclaredOnes(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE #t (a tinyint, b money, c datetime, d char(3))");
    db.execute("INSERT INTO #t VALUES (255, 1.5, '20240102 03:04:05', 'x')");
    assertThat(db.one("SELECT a, b, c, d FROM #t"))
        .isEqualTo("255|1.5000|2024-01-02 03:04:05.0|x  ");
  }

  @Test
  void makingAndDroppingOneDoesNotEndATransaction(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (id int)");
    db.execute(
        "BEGIN TRAN; INSERT INTO t VALUES (1); CREATE TABLE #t (id int);"
            + " INSERT INTO #t SELECT id FROM t; DROP TABLE #t; ROLLBACK");
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo("0");
  }

  @Test
  void oneMadeInDynamicSqlEndsWithIt(TestDatabase db) throws SQLException {
    db.execute("EXEC ('CREATE TABLE #inner (id int)')");
    assertThat(db.failure("SELECT * FROM #inner").getErrorCode()).isEqualTo(208);
    db.execute("CREATE TABLE #outer (id int)", "EXEC ('INSERT INTO #outer VALUES (1)')");
    assertThat(db.one("SELECT COUNT(*) FROM #outer")).isEqualTo("1");
  }

  @Test
  void objectIdTellsWhetherThereIsOne(TestDatabase db) throws SQLException {
    String test = "SELECT CASE WHEN OBJECT_ID('tempdb..#t') IS NULL THEN 'none' ELSE 'one' END";
    assertThat(db.one(test)).isEqualTo("none");
    db.execute("CREATE TABLE #t (id int)");
    assertThat(db.one(test)).isEqualTo("one");
    db.execute("IF OBJECT_ID('tempdb..#t') IS NOT NULL DROP TABLE #t", "DROP TABLE IF EXISTS #t");
    assertThat(db.one(test)).isEqualTo("none");
  }

  @Test
  void selectIntoMakesATable(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (id int IDENTITY(5, 1) PRIMARY KEY, name nvarchar(9) NOT NULL, m money)",
        "INSERT INTO t VALUES (N'a', 1), (N'b', 2)",
        "SELECT id, name, m, 1 AS one INTO copy FROM t WHERE m > 0",
        "SELECT name INTO #names FROM t WHERE id = 6",
        "INSERT INTO copy (name, m, one) VALUES (N'c', 3, 1)");
    assertThat(db.rows("SELECT * FROM copy ORDER BY id"))
        .containsExactly("5|a|1.0000|1", "6|b|2.0000|1", "7|c|3.0000|1");
    assertThat(db.rows("SELECT * FROM #names")).containsExactly("b");
    assertThat(
            db.rows(
                "SELECT name, TYPE_NAME(user_type_id), is_nullable, is_identity FROM sys.columns"
                    + " WHERE object_id = OBJECT_ID('copy') AND name <> 'one' ORDER BY column_id"))
        .containsExactly("id|int|0|1", "name|nvarchar|0|0", "m|money|1|0");
    assertThat(db.failure("SELECT 1 INTO nameless").getErrorCode()).isEqualTo(1038);
  }
}
