package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.committed;
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
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who waits holds up only those who need what he has: the server's own locks make no circle, and a
 * circle of the sessions' takes one victim.
 */
@SqlServerTest
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TestWaits {
  private static final int ROUNDS = 10;
  private static final String WHOLE = "SELECT TOP (0) * FROM %s WITH (TABLOCKX)";

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
        "CREATE TABLE u (id int NOT NULL PRIMARY KEY, n int)",
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

  private Future<?> start(Connection connection, String... statements) {
    return threads.submit(
        () -> {
          execute(connection, statements);
          return null;
        });
  }

  @Test
  void schemaChangesOfSeveralTablesGetThroughAtOnce() throws Exception {
    database.enableCdc();
    Future<?> enabling =
        threads.submit(
            () -> {
              for (int i = 0; i < 10 * ROUNDS; i++) {
                execute(
                    second,
                    "EXEC sys.sp_cdc_enable_table 'dbo', 't', @role_name = NULL",
                    "EXEC sys.sp_cdc_disable_table 'dbo', 't', @capture_instance = 'all'");
              }
              return null;
            });
    Future<?> temporary =
        threads.submit(
            () -> {
              while (!enabling.isDone()) {
                try (Connection brief = database.connect()) {
                  execute(brief, "CREATE TABLE #s (id int NOT NULL PRIMARY KEY, n int UNIQUE)");
                }
              }
              return null;
            });
    while (!enabling.isDone()) {
      execute(third, "ALTER TABLE u ALTER COLUMN n bigint", "ALTER TABLE u ALTER COLUMN n int");
    }
    enabling.get();
    temporary.get();
    assertThat(one(third, "SELECT COUNT(*) FROM cdc.change_tables")).isEqualTo("0");
  }

  @Test
  void aTemporaryTableOfAnOpenTransactionHoldsUpNoSchemaChange() throws SQLException {
    execute(first, "CREATE TABLE #s (id int NOT NULL PRIMARY KEY)", "INSERT INTO #s VALUES (1)");
    execute(second, "CREATE TABLE made (id int)", "ALTER TABLE t ADD more int");
    assertThat(one(first, "SELECT COUNT(*) FROM #s")).isEqualTo("1");
  }

  @Test
  void aReaderThatWaitsForATableHoldsUpNeitherAnotherTableNorTheOneThatHasIt() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      execute(first, WHOLE.formatted("t"));
      Future<String> reader = threads.submit(() -> one(second, "SELECT COUNT(*) FROM t"));
      Future<?> altering = start(third, "ALTER TABLE u ADD more" + i + " int");
      do {
        update(first, "UPDATE t SET n = n + 1 WHERE id = 1");
      } while (!altering.isDone());
      altering.get();
      assertThat(reader.isDone()).isFalse();
      first.commit();
      assertThat(reader.get()).isEqualTo("3");
    }
  }

  @Test
  void aWriterThatWaitsForARowHoldsUpNeitherAnotherTableNorTheOneThatHasIt() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      update(first, "UPDATE t SET n = 0 WHERE id = 1");
      Future<Integer> writer =
          threads.submit(() -> update(second, "UPDATE t SET n = n + 1 WHERE id = 1"));
      Future<?> altering = start(third, "ALTER TABLE u ADD more" + i + " int");
      do {
        update(first, "UPDATE t SET n = n + 1 WHERE id = 2");
      } while (!altering.isDone());
      altering.get();
      assertThat(writer.isDone()).isFalse();
      first.commit();
      assertThat(writer.get()).isEqualTo(1);
      assertThat(one(first, "SELECT n FROM t WHERE id = 1")).isEqualTo("1");
    }
  }

  @Test
  @StandinOnly("what the procedures themselves lock")
  void whileATableWaitsToBeEnabledItsWriterMayAskAndCaptureMayBeHeld() throws Exception {
    database.enableCdc();
    update(first, "UPDATE t SET n = 0 WHERE id = 1");
    Future<?> enabling =
        start(second, "EXEC sys.sp_cdc_enable_table 'dbo', 't', @role_name = NULL");
    for (int i = 0; i < 10 * ROUNDS; i++) {
      assertThat(rows(first, "EXEC sys.sp_cdc_help_change_data_capture")).isEmpty();
      database.stopCapture();
    }
    assertThat(enabling.isDone()).isFalse();
    first.commit();
    enabling.get();
    assertThat(rows(first, "EXEC sys.sp_cdc_help_change_data_capture")).hasSize(1);
  }

  @Test
  void aCircleOfSchemaChangesTakesOneVictim() throws Exception {
    second.setAutoCommit(false);
    update(first, "INSERT INTO t VALUES (5, 5)");
    update(second, "INSERT INTO u VALUES (5, 5)");
    Future<Integer> other = threads.submit(() -> committed(second, "ALTER TABLE t ADD more int"));
    int mine = committed(first, "ALTER TABLE u ADD more int");
    assertThat(Stream.of(mine, other.get())).containsExactlyInAnyOrder(0, 1205);
    assertThat(one(third, "SELECT (SELECT COUNT(*) FROM t) + (SELECT COUNT(*) FROM u)"))
        .isEqualTo("4");
  }

  @Test
  void aCircleOfATableAndARowTakesOneVictim() throws Exception {
    second.setAutoCommit(false);
    update(first, "UPDATE t SET n = 0 WHERE id = 1");
    execute(second, WHOLE.formatted("u"));
    Future<Integer> other =
        threads.submit(() -> outcome(second, "UPDATE t SET n = 1 WHERE id = 1"));
    int mine = outcome(first, "SELECT COUNT(*) FROM u");
    assertThat(Stream.of(mine, other.get())).containsExactlyInAnyOrder(0, 1205);
  }

  @Test
  void aSchemaChangeWaitsForWritersAsLongAsItsLockTimeoutSays() throws SQLException {
    update(first, "UPDATE t SET n = 0 WHERE id = 1");
    execute(second, "SET LOCK_TIMEOUT 50");
    for (String waits :
        List.of(
            "ALTER TABLE t ADD more int",
            "CREATE INDEX i ON t (n)",
            "TRUNCATE TABLE t",
            "DROP TABLE t")) {
      assertThat(failure(second, waits).getErrorCode()).as(waits).isEqualTo(1222);
    }
    first.commit();
    execute(second, "ALTER TABLE t ADD more int");
  }

  @Test
  @StandinOnly("how the procedure words the error")
  void disablingADatabaseWaitsForWhoWritesItsTables() throws SQLException {
    database.enableCdc();
    update(first, "INSERT INTO cdc.lsn_time_mapping (start_lsn) VALUES (0x0000000000000000FFFF)");
    execute(second, "SET LOCK_TIMEOUT 50");
    assertThat(failure(second, "EXEC sys.sp_cdc_disable_db").getErrorCode()).isEqualTo(1222);
    first.rollback();
    execute(second, "EXEC sys.sp_cdc_disable_db");
  }

  @Test
  void aSchemaChangeThatWaitsIsCancelled() throws SQLException {
    update(first, "UPDATE t SET n = 0 WHERE id = 1");
    try (Statement statement = second.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.execute("ALTER TABLE t ADD more int"))
          .hasMessageContaining("timed out");
    }
    first.commit();
    execute(second, "ALTER TABLE t ADD more int");
  }

  @Test
  @StandinOnly("a pass of capture that leaves off")
  void aChangeTableInUseIsAlteredLater() throws Exception {
    database.enableCdc();
    database.track("t");
    update(second, "UPDATE t SET n = 0 WHERE id = 1");
    database.capture();
    update(first, "DELETE FROM cdc.dbo_t_CT");
    execute(second, "ALTER TABLE t ALTER COLUMN n bigint");
    String history = "SELECT COUNT(*) FROM cdc.ddl_history WHERE required_column_update = 1";
    database.capture();
    assertThat(one(second, history)).isEqualTo("0");
    assertThat(one(first, "SELECT COUNT(*) FROM cdc.dbo_t_CT")).isEqualTo("0");
    first.commit();
    database.capture();
    assertThat(one(second, history)).isEqualTo("1");
  }
}
