package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestSchemaInTransaction {
  private static final int WRITERS = 3;
  private static final int CHANGES = 15;

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

  @Test
  void whoMeetsSchemaChangesWaitsAndLosesNothing(TestDatabase db) throws Exception {
    db.enableCdc();
    db.execute("ALTER TABLE t ADD w int NULL");
    db.track("t");
    db.startCapture();
    AtomicBoolean altering = new AtomicBoolean(true);
    ExecutorService others = Executors.newCachedThreadPool();
    List<Future<Integer>> written = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int first = i * 1_000_000;
      Connection connection = db.connect();
      written.add(others.submit(() -> insertWhile(altering, connection, first)));
    }
    List<Future<Integer>> read = new ArrayList<>();
    for (String table : List.of("t", "cdc.dbo_t_CT")) {
      Connection connection = db.connect();
      read.add(others.submit(() -> readWhile(altering, connection, table)));
    }
    for (int i = 0; i < CHANGES; i++) {
      db.execute(
          "ALTER TABLE t ADD c" + i + " int NULL",
          "ALTER TABLE t ALTER COLUMN w " + (i % 2 == 0 ? "bigint" : "int") + " NULL");
      db.update(
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't',"
              + " @role_name = NULL, @capture_instance = N't2'");
      db.update(
          "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N't',"
              + " @capture_instance = N't2'");
    }
    altering.set(false);
    int sum = 0;
    for (Future<Integer> each : written) {
      sum += each.get();
    }
    for (Future<Integer> each : read) {
      assertThat(each.get()).isPositive();
    }
    others.shutdown();
    db.capture();
    assertThat(sum).isPositive();
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo(Integer.toString(sum));
    assertThat(db.one("SELECT COUNT(*) FROM cdc.dbo_t_CT")).isEqualTo(Integer.toString(sum));
  }

  private static int insertWhile(AtomicBoolean condition, Connection connection, int first)
      throws SQLException {
    int id = first;
    while (condition.get()) {
      Sql.update(connection, "INSERT INTO t (id) VALUES (?)", id++);
    }
    return id - first;
  }

  private static int readWhile(AtomicBoolean condition, Connection connection, String table)
      throws SQLException {
    int most = 0;
    while (condition.get()) {
      int rows = Sql.rows(connection, "SELECT id FROM " + table).size();
      assertThat(rows).as("rows of %s", table).isGreaterThanOrEqualTo(most);
      most = rows;
    }
    return most;
  }
}
