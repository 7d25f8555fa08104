package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SET in a prepared statement, which the driver sends as dynamic SQL, ends with it. */
@SqlServerTest
class TestScopedOptions {
  private static final String READ =
      "SET LOCK_TIMEOUT 100; SET TRANSACTION ISOLATION LEVEL %s; SELECT n FROM t WHERE id %s";

  private TestDatabase database;
  private Connection reader;
  private Connection writer;

  @BeforeEach
  void connect(TestDatabase testDatabase) throws SQLException {
    database = testDatabase;
    database.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int)", "INSERT t VALUES (1, 10), (2, 20)");
    reader = database.connect();
    writer = database.connect();
    writer.setAutoCommit(false);
  }

  /** Three times: the driver runs a statement, then prepares it, then executes what it prepared. */
  private void readThrice(String isolation) throws SQLException {
    try (PreparedStatement one = reader.prepareStatement(READ.formatted(isolation, "= ?"));
        PreparedStatement all = reader.prepareStatement(READ.formatted(isolation, "> 0"))) {
      for (int i = 0; i < 3; i++) {
        one.setInt(1, 2);
        try (ResultSet rows = one.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(20);
        }
        try (ResultSet rows = all.executeQuery()) {
          assertThat(rows.next()).isTrue();
        }
        assertThat(one(reader, "SELECT @@LOCK_TIMEOUT")).isEqualTo("-1");
      }
    }
  }

  @Test
  void optionsHoldForThePreparedStatementOnly() throws SQLException {
    readThrice("READ COMMITTED");
    execute(reader, "SET LOCK_TIMEOUT 777");
    execute(reader, "EXEC sp_executesql N'SET LOCK_TIMEOUT 5; SET NOCOUNT ON; SET XACT_ABORT ON'");
    execute(reader, "EXEC ('SET LOCK_TIMEOUT 6')");
    assertThat(one(reader, "SELECT @@LOCK_TIMEOUT")).isEqualTo("777");
    execute(reader, "SET LOCK_TIMEOUT 888");
    assertThat(one(reader, "SELECT @@LOCK_TIMEOUT")).isEqualTo("888");
  }

  @Test
  void theyEndWithAStatementThatFailsToo() throws SQLException {
    assertThatThrownBy(() -> readThrice("SNAPSHOT"))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(3952);
    assertThat(one(reader, "SELECT @@LOCK_TIMEOUT")).isEqualTo("-1");
    assertThat(one(reader, "SELECT COUNT(*) FROM t")).as("not under SNAPSHOT").isEqualTo("2");
  }

  @Test
  void aReaderWaitsForALockedTableAsLongAsItSays() throws SQLException {
    execute(writer, "SELECT TOP (0) * FROM t WITH (TABLOCKX)");
    long start = System.nanoTime();
    assertThatThrownBy(() -> readThrice("READ COMMITTED"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Lock request time out period exceeded.")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(1222);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(90));
    writer.rollback();
    readThrice("READ COMMITTED");
  }

  @Test
  void aSnapshotReaderSeesWhatIsCommittedAndWaitsForNobody() throws SQLException {
    database.execute("ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    execute(writer, "UPDATE t SET n = 21 WHERE id = 2", "DELETE FROM t WHERE id = 1");
    readThrice("SNAPSHOT");
    writer.rollback();
    execute(writer, "SELECT TOP (0) * FROM t WITH (TABLOCKX)");
    readThrice("SNAPSHOT");
    assertThatThrownBy(() -> readThrice("READ COMMITTED"))
        .as("the level has ended with its statement")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(1222);
  }
}
