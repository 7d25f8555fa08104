package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestSchemaInTransaction {
  @BeforeEach
  void create(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY)", "CREATE TABLE other (id int)");
  }

  @Test
  void tablesMayBeMadeBetweenDataChanges(TestDatabase db) throws SQLException {
    db.execute(
        "BEGIN TRAN",
        "INSERT INTO t VALUES (1)",
        "CREATE TABLE made (id int NOT NULL PRIMARY KEY)",
        "INSERT INTO made VALUES (1)",
        "CREATE INDEX i ON other (id)",
        "ALTER TABLE other ADD more int",
        "INSERT INTO t VALUES (2)",
        "COMMIT");
    assertThat(db.one("SELECT (SELECT COUNT(*) FROM t), COUNT(*) FROM made")).isEqualTo("2|1");
    assertThat(db.rows("SELECT more FROM other")).isEmpty();
  }

  @Test
  void aRollbackTakesRowsAndNewTablesBack(TestDatabase db) throws SQLException {
    db.execute(
        "BEGIN TRAN",
        "INSERT INTO t VALUES (1)",
        "CREATE TABLE made (id int)",
        "INSERT INTO made VALUES (1)",
        "SELECT id INTO copy FROM t",
        "ROLLBACK");
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo("0");
    assertThat(db.failure("SELECT * FROM made").getErrorCode()).isEqualTo(208);
    assertThat(db.one("SELECT COUNT(*) FROM sys.tables WHERE name IN ('made', 'copy')"))
        .isEqualTo("0");
  }

  @Test
  @StandinOnly("what it refuses")
  void alteringATableAfterItsRowsIsRefused(TestDatabase db) throws SQLException {
    db.execute("BEGIN TRAN", "INSERT INTO t VALUES (1)");
    assertThat(db.failure("ALTER TABLE t ADD n int").getMessage())
        .contains("not supported by the stand-in");
    db.execute("COMMIT");
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo("1");
  }
}
