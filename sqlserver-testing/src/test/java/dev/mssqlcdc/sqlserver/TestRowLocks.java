package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.outcome;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader under READ COMMITTED that locks waits for rows which an open transaction changed. */
@SqlServerTest
class TestRowLocks {
  private static final String CHUNK =
      "SELECT TOP (?) id, n FROM t WHERE id > ? AND id <= ? ORDER BY id";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private TestDatabase database;
  private Connection writer;
  private Connection reader;

  @BeforeEach
  void connect(TestDatabase testDatabase) throws SQLException {
    database = testDatabase;
    database.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int)",
        "CREATE TABLE u (id int NOT NULL PRIMARY KEY)",
        "INSERT INTO t SELECT value, 0 FROM GENERATE_SERIES(1, 9)");
    writer = database.connect();
    writer.setAutoCommit(false);
    reader = database.connect();
    execute(reader, "SET LOCK_TIMEOUT 50");
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE t SET n = 1 WHERE id = 5",
        "DELETE FROM t WHERE id = 5",
        "UPDATE t SET id = 50 WHERE id = 5",
        "DELETE FROM t WHERE id = 5; INSERT t VALUES (5, 1)"
      })
  void aChangedRowIsWaitedForAndOthersAreNot(String change) throws SQLException {
    execute(writer, change);
    for (String waits :
        new String[] {
          "SELECT n FROM t WHERE id = 5",
          "SELECT COUNT(*) FROM t",
          "SELECT MAX(n) FROM t WHERE id BETWEEN 4 AND 6",
          "SELECT id FROM t ORDER BY id DESC",
          "SELECT id FROM (SELECT * FROM t) AS s",
          "SELECT t.id FROM t JOIN t AS other ON other.id = t.id"
        }) {
      assertThat(failure(reader, waits).getErrorCode()).as(waits).isEqualTo(1222);
    }
    assertThat(one(reader, "SELECT n FROM t WHERE id = 4")).isEqualTo("0");
    assertThat(rows(reader, CHUNK, 3, 0, 9)).hasSize(3);
    assertThat(rows(reader, CHUNK, 3, 5, 9)).hasSize(3);
    assertThat(one(reader, "SELECT COUNT(*) FROM u")).isEqualTo("0");
    assertThat(one(reader, "SELECT COUNT(*) FROM t WITH (NOLOCK) WHERE id = 9")).isEqualTo("1");
    writer.rollback();
    assertThat(one(reader, "SELECT COUNT(*) FROM t WHERE n = 0")).isEqualTo("9");
  }

  @Test
  void aNewRowIsWaitedForWhereItWouldBeRead() throws SQLException {
    execute(writer, "INSERT t VALUES (10, 1)");
    assertThat(failure(reader, "SELECT n FROM t WHERE id = 10").getErrorCode()).isEqualTo(1222);
    assertThat(one(reader, "SELECT n FROM t WHERE id = 9")).isEqualTo("0");
    writer.commit();
    assertThat(one(reader, "SELECT n FROM t WHERE id = 10")).isEqualTo("1");
  }

  @Test
  void aChunkWaitsForARowOfItsOwn() throws Exception {
    execute(reader, "SET LOCK_TIMEOUT -1");
    execute(writer, "UPDATE t SET n = 1 WHERE id = 5");
    Future<List<String>> chunk = threads.submit(() -> rows(reader, CHUNK, 3, 3, 9));
    assertThat(chunk.isDone()).isFalse();
    writer.commit();
    assertThat(chunk.get()).containsExactly("4|0", "5|1", "6|0");
  }

  @Test
  void whoChangedARowReadsIt() throws SQLException {
    execute(writer, "UPDATE t SET n = 1 WHERE id = 5");
    assertThat(one(writer, "SELECT SUM(n) FROM t")).isEqualTo("1");
  }

  @Test
  void withVersionsNobodyWaits() throws SQLException {
    database.execute("ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    execute(writer, "UPDATE t SET n = 1");
    execute(reader, "SET TRANSACTION ISOLATION LEVEL SNAPSHOT");
    assertThat(one(reader, "SELECT SUM(n) FROM t")).isEqualTo("0");
  }

  @Test
  void twoThatWaitForEachOthersRowsAreADeadlock() throws Exception {
    reader.setAutoCommit(false);
    execute(reader, "SET LOCK_TIMEOUT -1");
    update(writer, "UPDATE t SET n = 1 WHERE id = 1");
    update(reader, "UPDATE t SET n = 2 WHERE id = 2");
    Future<Integer> other = threads.submit(() -> outcome(reader, "SELECT n FROM t WHERE id = 1"));
    int mine = outcome(writer, "SELECT n FROM t WHERE id = 2");
    assertThat(Stream.of(mine, other.get())).containsExactlyInAnyOrder(0, 1205);
  }
}
