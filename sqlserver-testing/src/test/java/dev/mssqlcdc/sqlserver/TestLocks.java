package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.outcome;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
class TestLocks {
  private static final String COUNT = "SELECT COUNT(*) FROM t";
  private static final String WHOLE = "SELECT TOP (0) * FROM t WITH (TABLOCKX)";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection first;
  private Connection second;

  @BeforeEach
  void connect(TestDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int)",
        "CREATE TABLE u (id int NOT NULL PRIMARY KEY)",
        "INSERT INTO t VALUES (1, 10), (2, 20)");
    first = database.connect();
    first.setAutoCommit(false);
    second = database.connect();
    execute(second, "SET LOCK_TIMEOUT 50");
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT TOP (0) * FROM dbo.t WITH (TABLOCKX)",
        "SELECT TOP (0) * FROM [t] AS a WITH (TABLOCKX, HOLDLOCK)",
        "SELECT TOP (0) * FROM t WITH (TABLOCK, XLOCK)",
        "SELECT TOP (0) * FROM u JOIN t WITH (UPDLOCK, TABLOCK) ON t.id = u.id",
        "UPDATE t WITH (TABLOCK) SET n = 0 WHERE id = 99",
        "INSERT INTO t WITH (TABLOCKX) SELECT 3, 0 WHERE 1 = 0"
      })
  void aTableLockedAsAWholeIsNotReadNorWrittenUntilTheTransactionEnds(String lock)
      throws SQLException {
    execute(first, lock);
    for (String waits :
        new String[] {
          COUNT,
          "UPDATE t SET n = 1",
          "DELETE FROM t WHERE id = 5",
          "INSERT INTO t VALUES (9, 9)",
          "SELECT u.id FROM u JOIN t ON t.id = u.id",
          "SELECT 1 WHERE EXISTS (SELECT 1 FROM t)"
        }) {
      SQLException failure = failure(second, waits);
      assertThat(failure.getErrorCode()).as(waits).isEqualTo(1222);
      assertThat(failure.getMessage()).contains("Lock request time out period exceeded.");
    }
    assertThat(one(second, "SELECT COUNT(*) FROM u")).isEqualTo("0");
    first.commit();
    assertThat(one(second, COUNT)).isEqualTo("2");
  }

  @Test
  void aReaderThatLocksNothingDoesNotWait(TestDatabase database) throws SQLException {
    database.execute("ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    execute(first, WHOLE);
    assertThat(one(second, "SELECT COUNT(*) FROM t WITH (NOLOCK)")).isEqualTo("2");
    assertThat(one(second, "SELECT COUNT(*) FROM t a (NOLOCK)")).isEqualTo("2");
    execute(second, "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
    assertThat(one(second, COUNT)).isEqualTo("2");
    execute(second, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assertThat(one(second, COUNT)).isEqualTo("2");
    execute(second, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assertThat(failure(second, COUNT).getErrorCode()).isEqualTo(1222);
  }

  @Test
  void withVersionsAReaderAtReadCommittedDoesNotWait(TestDatabase database) throws SQLException {
    first.close();
    second.close();
    database.execute("ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON");
    assertThat(
            database.one(
                "SELECT is_read_committed_snapshot_on FROM sys.databases WHERE name = DB_NAME()"))
        .isEqualTo("1");
    Connection writer = database.connect();
    writer.setAutoCommit(false);
    execute(writer, WHOLE);
    Connection reader = database.connect();
    execute(reader, "SET LOCK_TIMEOUT 50");
    assertThat(one(reader, COUNT)).isEqualTo("2");
    assertThat(failure(reader, "SELECT COUNT(*) FROM t WITH (READCOMMITTEDLOCK)").getErrorCode())
        .isEqualTo(1222);
    assertThat(failure(reader, "UPDATE t SET n = 0").getErrorCode()).isEqualTo(1222);
  }

  @Test
  void aWholeTableIsNotLockedWhileOthersChangeIt() throws SQLException {
    update(first, "UPDATE t SET n = 11 WHERE id = 1");
    assertThat(failure(second, WHOLE).getErrorCode()).isEqualTo(1222);
    assertThat(failure(second, "SELECT COUNT(*) FROM t WITH (TABLOCK)").getErrorCode())
        .isEqualTo(1222);
    first.rollback();
    execute(second, WHOLE);
  }

  @Test
  void aSharedLockOfTheTableKeepsWritersOutAndReadersIn() throws SQLException {
    execute(first, "SELECT TOP (0) * FROM t WITH (TABLOCK, HOLDLOCK)");
    assertThat(one(second, COUNT)).isEqualTo("2");
    assertThat(failure(second, "DELETE FROM t").getErrorCode()).isEqualTo(1222);
    first.commit();
    assertThat(update(second, "DELETE FROM t")).isEqualTo(2);
  }

  @Test
  void aSharedLockOfAStatementEndsWithIt() throws SQLException {
    execute(first, "SELECT TOP (0) * FROM t WITH (TABLOCK)");
    assertThat(update(second, "DELETE FROM t")).isEqualTo(2);
  }

  @Test
  void aRollbackToASavepointReleasesWhatWasLockedAfterIt() throws SQLException {
    execute(first, "SELECT TOP (0) * FROM u WITH (TABLOCKX)");
    Savepoint savepoint = first.setSavepoint("s");
    execute(first, WHOLE);
    first.rollback(savepoint);
    assertThat(one(second, COUNT)).isEqualTo("2");
    assertThat(failure(second, "SELECT COUNT(*) FROM u").getErrorCode()).isEqualTo(1222);
  }

  @Test
  void noWaitFailsAtOnceAndTimeoutZeroToo() throws SQLException {
    execute(first, WHOLE);
    execute(second, "SET LOCK_TIMEOUT -1");
    assertThat(failure(second, "SELECT COUNT(*) FROM t WITH (NOWAIT)").getErrorCode())
        .isEqualTo(1222);
    execute(second, "SET LOCK_TIMEOUT 0");
    assertThat(failure(second, COUNT).getErrorCode()).isEqualTo(1222);
    assertThat(one(second, "SELECT @@LOCK_TIMEOUT")).isEqualTo("0");
  }

  @Test
  void aTimeoutLeavesTheTransactionAsItWas() throws SQLException {
    second.setAutoCommit(false);
    update(second, "INSERT INTO u VALUES (7)");
    execute(first, WHOLE);
    assertThat(failure(second, COUNT).getErrorCode()).isEqualTo(1222);
    assertThat(one(second, "SELECT @@TRANCOUNT")).isEqualTo("1");
    second.commit();
    assertThat(one(second, "SELECT id FROM u")).isEqualTo("7");
  }

  @Test
  void whoWaitsGoesOnWhenTheLockIsGone() throws Exception {
    execute(second, "SET LOCK_TIMEOUT -1");
    execute(first, WHOLE, "UPDATE t SET n = 33 WHERE id = 1");
    Future<String> waiting = threads.submit(() -> one(second, "SELECT n FROM t WHERE id = 1"));
    assertThat(waiting.isDone()).isFalse();
    first.commit();
    assertThat(waiting.get()).isEqualTo("33");
  }

  @Test
  void aWaitIsCancelledByTheClient() throws Exception {
    execute(second, "SET LOCK_TIMEOUT -1");
    execute(first, WHOLE);
    try (Statement statement = second.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(COUNT).close())
          .hasMessageContaining("timed out");
      statement.setQueryTimeout(0);
      Future<?> waiting = threads.submit(() -> statement.execute(COUNT));
      while (!waiting.isDone()) {
        statement.cancel();
        Thread.onSpinWait();
      }
      assertThatThrownBy(waiting::get).hasCauseInstanceOf(SQLException.class);
    }
    first.rollback();
    assertThat(one(second, COUNT)).isEqualTo("2");
  }

  @Test
  void aReaderNeverSeesWhatIsRolledBack() throws Exception {
    execute(second, "SET LOCK_TIMEOUT -1");
    Future<?> writer =
        threads.submit(
            () -> {
              for (int i = 0; i < 200; i++) {
                update(first, "UPDATE t SET n = -1");
                update(first, "INSERT INTO t VALUES (3, -1)");
                first.rollback();
              }
              return null;
            });
    do {
      assertThat(one(second, "SELECT COUNT(*) FROM t WHERE n < 0 OR id = 3")).isEqualTo("0");
    } while (!writer.isDone());
    writer.get();
  }

  @Test
  void aWriterThatWaitsForARowIsCancelled() throws SQLException {
    execute(second, "SET LOCK_TIMEOUT -1");
    update(first, "UPDATE t SET n = 11 WHERE id = 1");
    try (Statement statement = second.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeUpdate("UPDATE t SET n = 12 WHERE id = 1"))
          .hasMessageContaining("timed out");
    }
    first.commit();
    assertThat(one(second, "SELECT n FROM t WHERE id = 1")).isEqualTo("11");
  }

  @Test
  void aCycleOfLocksTakesOneVictim() throws Exception {
    execute(second, "SET LOCK_TIMEOUT -1");
    second.setAutoCommit(false);
    execute(first, WHOLE);
    execute(second, "SELECT TOP (0) * FROM u WITH (TABLOCKX)");
    Future<Integer> other = threads.submit(() -> outcome(second, COUNT));
    int mine = outcome(first, "SELECT COUNT(*) FROM u");
    assertThat(Stream.of(mine, other.get())).containsExactlyInAnyOrder(0, 1205);
    assertThat(one(first, COUNT)).isEqualTo("2");
  }

  @Test
  @StandinOnly("a lock on demand")
  void aTableIsLockedFromOutside(TestDatabase database) throws SQLException {
    database.enableCdc();
    database.track("t");
    execute(second, "SET LOCK_TIMEOUT 50");
    execute(second, "EXEC standin.lock_table 'dbo.t'", "EXEC standin.lock_table 'cdc.dbo_t_CT'");
    assertThat(failure(second, COUNT).getErrorCode()).isEqualTo(1222);
    assertThat(failure(second, "SELECT COUNT(*) FROM cdc.dbo_t_CT").getErrorCode()).isEqualTo(1222);
    assertThat(one(second, "SELECT COUNT(*) FROM t WITH (NOLOCK)")).isEqualTo("2");
    execute(second, "EXEC standin.unlock_table 'dbo.t'");
    assertThat(one(second, COUNT)).isEqualTo("2");
    execute(second, "EXEC standin.clear_faults");
    assertThat(one(second, "SELECT COUNT(*) FROM cdc.dbo_t_CT")).isEqualTo("0");
    assertThat(failure(second, "EXEC standin.lock_table 'nothing'").getErrorCode()).isEqualTo(4902);
  }
}
