package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.committed;
import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers that want the same rows. */
@SqlServerTest
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TestWriteConflicts {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private TestDatabase database;
  private Connection first;
  private Connection second;
  private Connection third;

  @BeforeEach
  void connect(TestDatabase testDatabase) throws SQLException {
    database = testDatabase;
    database.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int)",
        "INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)");
    first = database.connect();
    first.setAutoCommit(false);
    second = database.connect();
    third = database.connect();
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void aStatementThatHadToWaitHasChangedItsRowsOnce() throws Exception {
    database.enableCdc();
    database.track("t");
    update(first, "UPDATE t SET n = 0 WHERE id = 3");
    Future<List<String>> writer =
        threads.submit(() -> rows(second, "UPDATE t SET n = n + 1 OUTPUT inserted.id, inserted.n"));
    Future<Integer> plain =
        threads.submit(() -> update(third, "UPDATE t SET n = n + 100 WHERE id > 1"));
    assertThat(one(first, "SELECT n FROM t WHERE id = 3")).isEqualTo("0");
    first.commit();
    assertThat(writer.get()).hasSize(3);
    assertThat(plain.get()).isEqualTo(2);
    assertThat(rows(first, "SELECT id, n FROM t ORDER BY id"))
        .containsExactly("1|11", "2|121", "3|101");
    database.capture();
    assertThat(one(first, "SELECT COUNT(*) FROM cdc.dbo_t_CT WHERE __$operation = 4"))
        .isEqualTo("6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"INSERT INTO t VALUES (1, 1)", "SAVE TRAN s; DELETE FROM t; ROLLBACK TRAN s"})
  void whoTookSomethingBackIsWaitedForAllTheSame(String takenBack) throws Exception {
    update(first, "UPDATE t SET n = 0 WHERE id = 1");
    try (Statement statement = first.createStatement()) {
      statement.execute(takenBack);
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).isEqualTo(2627);
    }
    execute(second, "SET LOCK_TIMEOUT 50");
    assertThat(failure(second, "UPDATE t SET n = 1 WHERE id = 1").getErrorCode()).isEqualTo(1222);
    assertThat(update(second, "UPDATE t SET n = 1 WHERE id = 2")).isEqualTo(1);
  }

  @Test
  void aKeyThatAnOpenTransactionHasTakenIsWaitedFor() throws Exception {
    database.execute("CREATE UNIQUE INDEX i ON t (n)");
    update(first, "INSERT INTO t VALUES (4, 40)");
    execute(third, "SET LOCK_TIMEOUT 50");
    assertThat(failure(third, "INSERT INTO t VALUES (5, 40)").getErrorCode()).isEqualTo(1222);
    Future<Integer> writer = threads.submit(() -> update(second, "INSERT INTO t VALUES (5, 40)"));
    first.rollback();
    assertThat(writer.get()).isEqualTo(1);
    assertThat(failure(third, "INSERT INTO t VALUES (6, 40)").getErrorCode()).isEqualTo(2601);
  }

  @Test
  void writersOfTheSameRowsInWhateverOrderEndAndLoseNothing() throws Exception {
    update(second, "UPDATE t SET n = 0");
    List<Future<Integer>> writers = new ArrayList<>();
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      Connection connection = database.connect();
      connection.setAutoCommit(false);
      writers.add(threads.submit(() -> transactions(connection, random)));
    }
    int committed = 0;
    for (Future<Integer> writer : writers) {
      committed += writer.get();
    }
    assertThat(committed).isPositive();
    assertThat(one(second, "SELECT SUM(n) FROM t")).isEqualTo(Integer.toString(2 * committed));
  }

  /** Counts those that were no victims. */
  private static int transactions(Connection connection, Random random) throws SQLException {
    int committed = 0;
    for (int i = 0; i < 100; i++) {
      int row = 1 + random.nextInt(3);
      int next = 1 + row % 3;
      String both = "UPDATE t SET n = n + 1 WHERE id = %d";
      int outcome = committed(connection, both.formatted(row) + "; " + both.formatted(next));
      assertThat(outcome).isIn(0, 1205);
      committed += outcome == 0 ? 1 : 0;
    }
    return committed;
  }
}
