package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.standin.StandinFaults;
import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
@StandinOnly("faults on demand")
class TestFaults {
  private static final String TEN_ROWS = "SELECT id FROM t ORDER BY id";

  private Connection client;

  @BeforeEach
  void tenRows(TestDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY)",
        "INSERT INTO t VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)");
    client = database.connect();
  }

  private static StandinFaults faults(TestDatabase database) {
    return database.server().standin().orElseThrow().faults();
  }

  @Test
  void aConnectionBreaksAfterRowsThatTheClientHas(TestDatabase database) throws SQLException {
    database.execute("EXEC standin.drop_connection @rows = 4, @containing = 'from T'");
    assertThat(rows(client, "SELECT TOP 3 id FROM t")).hasSize(3);
    int read = 0;
    try (Statement statement = client.createStatement();
        ResultSet rows = statement.executeQuery(TEN_ROWS)) {
      while (read < 4) {
        rows.next();
        read = rows.getInt(1);
      }
      assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
    }
    assertThat(read).isEqualTo(4);
    assertThat(client.isValid(1)).isFalse();
    assertThat(database.rows(TEN_ROWS)).hasSize(10);
  }

  @Test
  void anErrorOfChoiceComesAtTheNthStatementThatHasAText(TestDatabase database)
      throws SQLException {
    database.execute(
        "EXEC standin.fail_statement @nth = 2, @error = 701, @message = 'No memory.', @containing ="
            + " 'order by'");
    assertThat(rows(client, TEN_ROWS)).hasSize(10);
    assertThat(one(client, "SELECT COUNT(*) FROM t")).isEqualTo("10");
    SQLException failure = failure(client, TEN_ROWS);
    assertThat(failure.getErrorCode()).isEqualTo(701);
    assertThat(failure.getMessage()).contains("No memory.");
    assertThat(rows(client, TEN_ROWS)).hasSize(10);
  }

  @Test
  void aDeadlockOnDemandRollsTheTransactionBack(TestDatabase database) throws SQLException {
    client.setAutoCommit(false);
    update(client, "DELETE FROM t WHERE id = ?", 1);
    database.execute("EXEC standin.deadlock @containing = 'delete'");
    assertThatThrownBy(() -> update(client, "DELETE FROM t WHERE id = ?", 2))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(1205);
    client.commit();
    assertThat(database.one("SELECT COUNT(*) FROM t")).isEqualTo("10");
  }

  @Test
  void rowsComeSlowlyUntilTheFaultIsCleared(TestDatabase database) throws SQLException {
    database.execute("EXEC standin.slow_rows @rows = 5, @milliseconds = 40");
    assertThat(elapsed(() -> rows(client, TEN_ROWS))).isGreaterThan(Duration.ofMillis(80));
    try (Statement statement = client.createStatement()) {
      database.execute("EXEC standin.slow_rows @rows = 5, @milliseconds = 60000");
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> readAll(statement)).hasMessageContaining("timed out");
    }
    faults(database).clear(database.name());
    assertThat(rows(client, TEN_ROWS)).hasSize(10);
  }

  private static void readAll(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(TEN_ROWS)) {
      boolean more = true;
      while (more) {
        more = rows.next();
      }
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  private static Duration elapsed(Work work) throws SQLException {
    long start = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void loginsToADatabaseAreRefusedUntilTheyAreNot(TestDatabase database) throws SQLException {
    database.execute("EXEC standin.refuse_connections");
    assertThatThrownBy(() -> database.connect().close()).isInstanceOf(SQLException.class);
    try (Connection elsewhere = database.server().connect("master")) {
      assertThat(one(elsewhere, "SELECT 1")).isEqualTo("1");
    }
    database.execute("EXEC standin.accept_connections");
    assertThat(one(database.connect(), "SELECT 1")).isEqualTo("1");
    database.execute("EXEC standin.refuse_connections @milliseconds = 1");
    long start = System.nanoTime();
    while (faults(database).in(database.name()).refusesConnections()) {
      assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    }
    assertThat(one(database.connect(), "SELECT 1")).isEqualTo("1");
  }

  @Test
  void aWholeServerRefusesAndFailsOver() throws SQLException {
    try (StandinServer server = StandinServer.start(StandinOptions.defaults())) {
      Connection before = connect(server);
      server.faults().refuseConnections();
      assertThatThrownBy(() -> connect(server).close()).isInstanceOf(SQLException.class);
      server.faults().clear();
      server.faults().failover(Optional.of("SECOND"));
      assertThatThrownBy(() -> one(before, "SELECT 1")).isInstanceOf(SQLException.class);
      before.close();
      try (Connection after = connect(server)) {
        assertThat(one(after, "SELECT @@SERVERNAME")).isEqualTo("SECOND");
        assertThat(one(after, "SELECT SERVERPROPERTY('ServerName')")).isEqualTo("SECOND");
      }
    }
  }

  private static Connection connect(StandinServer server) throws SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl("master") + ";connectRetryCount=0", server.user(), server.password());
  }

  @Test
  void aFailoverOfOneDatabaseKillsItsSessionsOnly(TestDatabase database) throws SQLException {
    client.setAutoCommit(false);
    update(client, "DELETE FROM t");
    try (Connection master = database.server().connect("master")) {
      String name = one(master, "SELECT @@SERVERNAME");
      execute(
          master,
          "EXEC standin.failover @server_name = 'OTHER', @database = '" + database.name() + "'");
      assertThatThrownBy(() -> one(client, "SELECT 1")).isInstanceOf(SQLException.class);
      try (Connection again = database.connect()) {
        assertThat(one(again, "SELECT @@SERVERNAME")).isEqualTo("OTHER");
        assertThat(one(again, "SELECT COUNT(*) FROM t")).isEqualTo("10");
      }
      assertThat(one(master, "SELECT @@SERVERNAME")).isEqualTo(name);
    }
  }

  @Test
  void aSessionIsKilledWhileItsStatementRuns(TestDatabase database) throws SQLException {
    String spid = one(client, "SELECT @@SPID");
    client.setAutoCommit(false);
    update(client, "DELETE FROM t");
    database.execute("EXEC standin.kill_session " + spid);
    assertThatThrownBy(() -> one(client, "SELECT 1")).isInstanceOf(SQLException.class);
    assertThat(update(database.connection(), "UPDATE t SET id = id + 100")).isEqualTo(10);
    assertThat(database.failure("EXEC standin.kill_session 32000").getErrorCode()).isEqualTo(6106);
  }

  @Test
  void aSessionMayKillItself() throws SQLException {
    execute(client, "EXEC standin.kill_session @@SPID");
    assertThatThrownBy(() -> one(client, "SELECT 1")).isInstanceOf(SQLException.class);
  }

  @Test
  void faultsOfOneDatabaseAreNotOthers(TestDatabase database) throws SQLException {
    try (TestDatabase other = database.server().createDatabase()) {
      database.execute(
          "EXEC standin.fail_statement @database = '" + other.name() + "', @error = 50001");
      assertThat(rows(client, TEN_ROWS)).hasSize(10);
      assertThat(other.failure("SELECT 1").getErrorCode()).isEqualTo(50001);
    }
  }

  @Test
  void anUnknownControlIsRefused(TestDatabase database) throws SQLException {
    assertThat(database.failure("EXEC standin.explode").getErrorCode()).isEqualTo(2812);
    assertThat(database.failure("EXEC drop_connection 1").getErrorCode()).isEqualTo(2812);
  }
}
