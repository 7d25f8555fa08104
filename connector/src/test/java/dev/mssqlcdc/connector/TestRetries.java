package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.standin.StandinFaults;
import dev.mssqlcdc.standin.fault.StatementFault;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What may pass by itself is tried again, not for ever. */
@SqlServerTest
class TestRetries {

  private static final String A = "p.dbo.a";
  private static final String B = "p.dbo.b";
  private static final String CHANGES_OF_A = "[n] FROM [cdc].[dbo_a_CT]";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    for (String table : List.of("a", "b")) {
      database.execute(
          "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY, n int NULL)".formatted(table));
      database.track("dbo", table);
    }
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.[ab]");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private StandinFaults faults() {
    return SqlServer.ofThisRun().standin().orElseThrow().faults();
  }

  private void deadlocksOfA(int times) {
    for (int i = 0; i < times; i++) {
      faults().in(database.name()).failStatement(StatementFault.deadlock(1, CHANGES_OF_A));
    }
  }

  private Lsn insertIntoBoth(int id) throws SQLException {
    database.execute(
        "INSERT INTO dbo.a VALUES (%d, 0)".formatted(id),
        "INSERT INTO dbo.b VALUES (%d, 0)".formatted(id));
    return database.capture();
  }

  private static List<Integer> ids(List<SourceRecord> records, String topic) {
    return changes(ofTopic(records, topic)).stream().map(r -> value(r).getInt32("id")).toList();
  }

  @Test
  void aLostConnectionIsMadeAgain() throws Exception {
    try (var proxy = TestingProxy.open()) {
      Map<String, String> settings = settings();
      proxy.lead(settings);
      try (var task = TestingTask.start(settings)) {
        task.begin(2);
        for (int i = 0; i < 3; i++) {
          database.execute("INSERT INTO dbo.a VALUES (%d, 1)".formatted(i));
          Lsn end = database.capture();
          proxy.dropConnections();
          task.pollTo(A, end);
        }
        assertThat(changes(task.records())).hasSize(3);
      }
    }
  }

  @Test
  @StandinOnly("kills sessions")
  void aKilledSessionReconnects() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      task.pollTo(A, insertIntoBoth(1));
      faults().failover(database.name(), Optional.empty());
      try (var connection = database.database().connect()) {
        Sql.execute(connection, "INSERT INTO dbo.a VALUES (2, 0)", "EXEC standin.capture");
      }
      task.pollUntil(r -> ids(r, A).size() == 2);
      assertThat(ids(task.records(), A)).containsExactly(1, 2);
      assertThat(events(task.records(), EventType.TABLE_STOPPED)).isEmpty();
    }
  }

  @Test
  @StandinOnly("breaks a connection after some rows")
  void aConnectionLostInMidReadRepeatsAndLosesNothing() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      database.transaction("INSERT INTO dbo.a VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)");
      faults().in(database.name()).dropConnectionAfterRows(3, CHANGES_OF_A);
      List<SourceRecord> records = task.pollTo(A, database.capture());
      assertThat(ids(records, A)).containsExactly(1, 2, 3, 4, 5);
    }
  }

  @Test
  @StandinOnly("makes a statement a deadlock's victim")
  void aDeadlockOfOneTableIsTriedAgainAndTheOthersGoOn() throws Exception {
    Map<String, String> settings = settings();
    settings.put("errors.max.retries", "3");
    try (var task = TestingTask.start(settings)) {
      task.begin(2);
      deadlocksOfA(3);
      Lsn end = insertIntoBoth(1);
      task.pollTo(B, end);
      assertThat(ids(task.records(), A)).as("still waiting").isEmpty();
      task.pollTo(A, end);
      assertThat(ids(task.records(), A)).containsExactly(1);
      assertThat(ids(task.records(), B)).containsExactly(1);
    }
  }

  @Test
  @StandinOnly("makes a statement a deadlock's victim")
  void retriesOfOneTableStopAtTheirLimitAndTheOthersGoOn() throws Exception {
    Map<String, String> settings = settings();
    settings.put("errors.max.retries", "1");
    try (var task = TestingTask.start(settings)) {
      task.begin(2);
      deadlocksOfA(2);
      insertIntoBoth(1);
      assertThat(task.stopped().cause()).contains("dbo.a", "1205");
      task.pollTo(B, insertIntoBoth(2));
      assertThat(ids(task.records(), A)).isEmpty();
      assertThat(ids(task.records(), B)).containsExactly(1, 2);
    }
  }

  @Test
  void retriesStopAtTheirLimit() throws Exception {
    try (var proxy = TestingProxy.open()) {
      Map<String, String> settings = settings();
      proxy.lead(settings);
      settings.put("errors.max.retries", "1");
      try (var task = TestingTask.start(settings)) {
        task.begin(2);
        proxy.cut();
        assertThatThrownBy(() -> task.pollUntil(r -> false))
            .isInstanceOf(ConnectException.class)
            .hasMessageContaining("database.hostname");
      }
    }
  }
}
