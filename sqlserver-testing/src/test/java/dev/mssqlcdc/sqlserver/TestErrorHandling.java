package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlScript;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
class TestErrorHandling {
  @BeforeEach
  void create(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int NOT NULL CHECK (n < 100))");
    db.execute("INSERT INTO t VALUES (1, 1)");
  }

  private static int run(TestDatabase db, String batch) throws SQLException {
    try {
      SqlScript.of("SET NOCOUNT ON; " + batch).run(db.connection());
      return 0;
    } catch (SQLException e) {
      return e.getErrorCode();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2627|INSERT INTO t VALUES (1, 2)",
        "547|INSERT INTO t VALUES (3, 100)",
        "515|INSERT INTO t (id) VALUES (3)",
        "8134|UPDATE t SET n = n / 0",
        "2812|EXEC nothing",
        "50000|RAISERROR('no', 16, 1)",
        "3902|COMMIT"
      })
  void anErrorOfAStatementDoesNotEndItsBatch(String errorAndStatement, TestDatabase db)
      throws SQLException {
    String[] parts = errorAndStatement.split("\\|", 2);
    assertThat(run(db, parts[1] + "; INSERT INTO t VALUES (9, 9)"))
        .isEqualTo(Integer.parseInt(parts[0]));
    assertThat(db.rows("SELECT id FROM t")).containsExactlyInAnyOrder("1", "9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "245|DECLARE @n int = CAST('x' AS int)",
        "208|SELECT * FROM nothing",
        "2714|CREATE TABLE t (id int)",
        "50001|THROW 50001, 'no', 1"
      })
  void anErrorOfABatchEndsIt(String errorAndStatement, TestDatabase db) throws SQLException {
    String[] parts = errorAndStatement.split("\\|", 2);
    assertThat(
            run(db, "INSERT INTO t VALUES (8, 8); " + parts[1] + "; INSERT INTO t VALUES (9, 9)"))
        .isEqualTo(Integer.parseInt(parts[0]));
    assertThat(db.rows("SELECT id FROM t")).containsExactlyInAnyOrder("1", "8");
  }

  @Test
  void aConversionErrorRollsTheTransactionBackAndADuplicateKeyDoesNot(TestDatabase db)
      throws SQLException {
    assertThat(run(db, "BEGIN TRAN; INSERT INTO t VALUES (2, 2); INSERT INTO t VALUES (1, 1)"))
        .isEqualTo(2627);
    assertThat(db.one("SELECT @@TRANCOUNT")).isEqualTo("1");
    db.execute("ROLLBACK");
    assertThat(run(db, "BEGIN TRAN; INSERT INTO t VALUES (2, 2); SELECT CAST('x' AS int)"))
        .isEqualTo(245);
    assertThat(db.one("SELECT @@TRANCOUNT")).isEqualTo("0");
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo("1");
  }

  @Test
  void xactAbortEndsBatchAndTransaction(TestDatabase db) throws SQLException {
    assertThat(
            run(
                db,
                "SET XACT_ABORT ON; BEGIN TRAN; INSERT INTO t VALUES (2, 2);"
                    + " INSERT INTO t VALUES (1, 1); INSERT INTO t VALUES (3, 3); COMMIT"))
        .isEqualTo(2627);
    assertThat(db.one("SELECT @@TRANCOUNT, COUNT(*) FROM t")).isEqualTo("0|1");
  }

  @Test
  void catchSeesTheError(TestDatabase db) throws SQLException {
    assertThat(
            db.one(
                "BEGIN TRY\n"
                    + "  INSERT INTO t VALUES (1, 1);\n"
                    + "  PRINT 'not here';\n"
                    + "END TRY\n"
                    + "BEGIN CATCH\n"
                    + "  SELECT ERROR_NUMBER(), ERROR_SEVERITY(), ERROR_STATE(), ERROR_LINE(),"
                    + " LEFT(ERROR_MESSAGE(), 24), @@ERROR, XACT_STATE();\n"
                    + "END CATCH"))
        .isEqualTo("2627|14|1|2|Violation of PRIMARY KEY|2627|0");
    assertThat(
            db.one(
                "BEGIN TRY RAISERROR('%d of %s', 16, 7, 3, 'four') END TRY"
                    + " BEGIN CATCH SELECT ERROR_NUMBER(), ERROR_STATE(), ERROR_MESSAGE() END CATCH"))
        .isEqualTo("50000|7|3 of four");
    assertThat(db.one("SELECT ERROR_NUMBER(), @@ERROR")).isEqualTo("null|0");
  }

  @Test
  void throwInCatchThrowsAgain(TestDatabase db) throws SQLException {
    assertThat(
            run(
                db,
                "BEGIN TRY INSERT INTO t VALUES (1, 1) END TRY"
                    + " BEGIN CATCH INSERT INTO t VALUES (5, 5); THROW; END CATCH;"
                    + " INSERT INTO t VALUES (6, 6)"))
        .isEqualTo(2627);
    assertThat(db.rows("SELECT id FROM t")).containsExactlyInAnyOrder("1", "5");
  }

  @Test
  void tryBlocksNest(TestDatabase db) throws SQLException {
    assertThat(
            db.one(
                "DECLARE @log nvarchar(100) = '';"
                    + " BEGIN TRY"
                    + "   BEGIN TRY THROW 50001, 'inner', 1 END TRY"
                    + "   BEGIN CATCH SET @log += ERROR_MESSAGE(); THROW 50002, 'outer', 1; END CATCH"
                    + " END TRY"
                    + " BEGIN CATCH SET @log += '+' + ERROR_MESSAGE() END CATCH;"
                    + " SELECT @log"))
        .isEqualTo("inner+outer");
  }

  @Test
  void aConversionErrorInTryDoomsTheTransaction(TestDatabase db) throws SQLException {
    assertThat(
            db.one(
                "BEGIN TRAN; BEGIN TRY DECLARE @n int = CAST('x' AS int) END TRY"
                    + " BEGIN CATCH SELECT XACT_STATE(), @@TRANCOUNT; ROLLBACK END CATCH"))
        .isEqualTo("-1|1");
    assertThat(
            run(
                db,
                "BEGIN TRAN; BEGIN TRY DECLARE @n int = CAST('x' AS int) END TRY"
                    + " BEGIN CATCH INSERT INTO t VALUES (7, 7) END CATCH"))
        .isEqualTo(3930);
    assertThat(db.one("SELECT @@TRANCOUNT")).isEqualTo("0");
    assertThat(
            run(
                db,
                "BEGIN TRAN; BEGIN TRY DECLARE @n int = CAST('x' AS int) END TRY"
                    + " BEGIN CATCH PRINT 'left open' END CATCH"))
        .isEqualTo(3998);
    assertThat(db.one("SELECT @@TRANCOUNT")).isEqualTo("0");
  }

  @Test
  void aDuplicateKeyInTryLeavesTheTransactionCommittable(TestDatabase db) throws SQLException {
    assertThat(
            db.one(
                "SET NOCOUNT ON; BEGIN TRAN; INSERT INTO t VALUES (2, 2);"
                    + " BEGIN TRY INSERT INTO t VALUES (1, 1) END TRY"
                    + " BEGIN CATCH SELECT XACT_STATE() END CATCH; COMMIT"))
        .isEqualTo("1");
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo("2");
  }

  @Test
  void aMissingTableIsCaughtAroundDynamicSqlOnly(TestDatabase db) throws SQLException {
    assertThat(run(db, "BEGIN TRY SELECT * FROM nothing END TRY BEGIN CATCH PRINT 'x' END CATCH"))
        .isEqualTo(208);
    assertThat(
            db.one(
                "BEGIN TRY EXEC ('SELECT * FROM nothing') END TRY"
                    + " BEGIN CATCH SELECT ERROR_NUMBER() END CATCH"))
        .isEqualTo("208");
  }

  @Test
  void errorTellsOfTheLastStatement(TestDatabase db) throws SQLException {
    assertThat(
            run(
                db,
                "INSERT INTO t VALUES (1, 1); IF @@ERROR = 2627 INSERT INTO t VALUES (4, 4);"
                    + " IF @@ERROR = 0 INSERT INTO t VALUES (5, 5)"))
        .isEqualTo(2627);
    assertThat(db.rows("SELECT id FROM t")).containsExactlyInAnyOrder("1", "4", "5");
  }
}
