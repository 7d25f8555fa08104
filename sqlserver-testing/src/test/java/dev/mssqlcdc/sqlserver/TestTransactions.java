package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.outcome;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestTransactions {
  private Connection first;
  private Connection second;

  @BeforeEach
  void connect(TestDatabase database) throws SQLException {
    // readers do not wait for writers, on the stand-in anyway
    database.execute("ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON");
    first = database.connect();
    second = database.connect();
    execute(
        first,
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int)",
        "INSERT INTO t VALUES (1, 10), (2, 20)");
  }

  @Test
  void aReaderSeesCommittedRowsOnly() throws SQLException {
    first.setAutoCommit(false);
    update(first, "UPDATE t SET n = 11 WHERE id = 1");
    assertThat(one(second, "SELECT n FROM t WHERE id = 1")).isEqualTo("10");
    first.commit();
    assertThat(one(second, "SELECT n FROM t WHERE id = 1")).isEqualTo("11");
  }

  @Test
  void aRollbackUndoesAllAndASavepointItsPart() throws SQLException {
    first.setAutoCommit(false);
    update(first, "INSERT INTO t VALUES (3, 30)");
    Savepoint savepoint = first.setSavepoint("here");
    update(first, "INSERT INTO t VALUES (4, 40)");
    first.rollback(savepoint);
    first.commit();
    update(first, "DELETE FROM t");
    first.rollback();
    assertThat(rows(second, "SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "3");
  }

  @Test
  void transactionsByStatementCountTheirNesting() throws SQLException {
    execute(first, "BEGIN TRANSACTION; BEGIN TRAN; UPDATE t SET n = 0; COMMIT TRAN");
    assertThat(one(first, "SELECT @@TRANCOUNT")).isEqualTo("1");
    execute(first, "ROLLBACK");
    assertThat(one(first, "SELECT @@TRANCOUNT")).isEqualTo("0");
    assertThat(one(first, "SELECT SUM(n) FROM t")).isEqualTo("30");
    assertThatThrownBy(() -> execute(first, "COMMIT"))
        .hasMessageContaining("has no corresponding BEGIN TRANSACTION");
  }

  @Test
  void aFailedStatementLeavesTheRestOfItsTransaction() throws SQLException {
    first.setAutoCommit(false);
    update(first, "INSERT INTO t VALUES (3, 30)");
    assertThatThrownBy(() -> update(first, "INSERT INTO t SELECT 5 - id, 0 FROM t WHERE id < 5"))
        .hasMessageContaining("Violation of PRIMARY KEY constraint");
    first.commit();
    assertThat(rows(second, "SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "3");
  }

  @Test
  void aWaitForALockEndsWithError1222AtItsTimeout() throws SQLException {
    first.setAutoCommit(false);
    update(first, "UPDATE t SET n = 11 WHERE id = 1");
    execute(second, "SET LOCK_TIMEOUT 50");
    assertThatThrownBy(() -> update(second, "UPDATE t SET n = 12 WHERE id = 1"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(1222);
    first.rollback();
    assertThat(update(second, "UPDATE t SET n = 12 WHERE id = 1")).isEqualTo(1);
  }

  @Test
  void aDeadlockTakesOneVictimWithError1205() throws Exception {
    first.setAutoCommit(false);
    second.setAutoCommit(false);
    update(first, "UPDATE t SET n = 11 WHERE id = 1");
    update(second, "UPDATE t SET n = 22 WHERE id = 2");
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      CountDownLatch started = new CountDownLatch(1);
      Future<Integer> other =
          threads.submit(
              () -> {
                started.countDown();
                return outcome(second, "UPDATE t SET n = 12 WHERE id = 1");
              });
      started.await();
      int mine = outcome(first, "UPDATE t SET n = 21 WHERE id = 2");
      assertThat(new int[] {mine, other.get()}).containsExactlyInAnyOrder(0, 1205);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void snapshotIsolationIsRefusedUntilItIsAllowed() throws SQLException {
    execute(first, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assertThatThrownBy(() -> one(first, "SELECT COUNT(*) FROM t"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(3952);
    execute(second, "ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    first.setAutoCommit(false);
    assertThat(one(first, "SELECT SUM(n) FROM t")).isEqualTo("30");
    update(second, "DELETE FROM t");
    assertThat(one(first, "SELECT SUM(n) FROM t")).isEqualTo("30");
  }

  @Test
  @StandinOnly("what it refuses")
  void anotherIsolationLevelAfterChangesInATransactionIsRefused() throws SQLException {
    first.setAutoCommit(false);
    update(first, "UPDATE t SET n = 11 WHERE id = 1");
    assertThat(failure(first, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE").getMessage())
        .contains("not supported by the stand-in");
    first.rollback();
    assertThat(one(second, "SELECT n FROM t WHERE id = 1")).isEqualTo("10");
  }
}
