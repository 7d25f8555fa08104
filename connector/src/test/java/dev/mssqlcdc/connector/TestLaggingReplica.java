package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestingClock;
import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** A readable secondary that takes over before it has all that the old one gave. */
class TestLaggingReplica {

  private static final String T = "p.dbo.t";

  private static Map<String, String> settings(TestingDatabase database) {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private static void createTable(TestingDatabase database) throws Exception {
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1)");
    database.capture();
  }

  private static List<Integer> ids(List<SourceRecord> records) {
    return changes(records).stream().map(r -> value(r).getInt32("id")).toList();
  }

  /** The last record, with an offset that is beyond all that was captured. */
  private static SourceRecord ahead(List<SourceRecord> records, Lsn lsn) {
    SourceRecord last = records.get(records.size() - 1);
    Map<String, Object> offset = new HashMap<>(last.sourceOffset());
    offset.put("range_from", lsn.toString());
    offset.put("range_to", lsn.toString());
    return new SourceRecord(last.sourcePartition(), offset, T, null, last.value());
  }

  @Test
  void itIsWaitedForAtTheStartOfATask() throws Exception {
    try (var database = TestingDatabase.create();
        var proxy = TestingProxy.open()) {
      createTable(database);
      Map<String, String> settings = settings(database);
      SourceRecord committed;
      var ahead =
          new Lsn(database.capture().high(), database.capture().low() + (40L << Short.SIZE));
      try (var task = TestingTask.start(settings)) {
        committed = ahead(task.begin(1), ahead);
      }
      proxy.lead(settings);
      try (var task = TestingTask.start(settings, List.of(committed))) {
        proxy.forget();
        task.pollUntil(
            r -> proxy.statements().stream().filter(s -> s.contains("_help_change_")).count() > 2);
        int id = 100;
        while (database.capture().compareTo(ahead) <= 0) {
          database.execute("INSERT INTO dbo.t VALUES (%d)".formatted(++id));
        }
        database.execute("INSERT INTO dbo.t VALUES (%d)".formatted(++id));
        List<SourceRecord> records = task.pollTo(T, database.capture());
        assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
        assertThat(changes(records)).allMatch(r -> TestingRecords.lsn(r).compareTo(ahead) > 0);
        assertThat(ids(records)).endsWith(id);
      }
    }
  }

  /** Where clock and log are set back together, the same commits come again. */
  @Test
  @StandinOnly("restores a database and stops the clock")
  void itIsWaitedForWhileATaskRuns() throws Exception {
    SqlServer server =
        SqlServer.standin(
            StandinOptions.defaults().withClock(TestingClock.at("2025-01-01T00:00:00Z")));
    try (StandinServer standin = server.standin().orElseThrow();
        var database = TestingDatabase.create(server, "")) {
      createTable(database);
      standin.faults().markRestorePoint(database.name(), "behind");
      try (var proxy = TestingProxy.to(server)) {
        Map<String, String> settings = settings(database);
        proxy.lead(settings);
        try (var task = TestingTask.start(settings)) {
          task.begin(1);
          database.execute("INSERT INTO dbo.t VALUES (2)");
          Lsn read = database.capture();
          task.pollTo(T, read);
          standin.faults().restore(database.name(), "behind");
          proxy.forget();
          task.pollUntil(
              r -> proxy.statements().stream().filter(s -> s.contains("max_lsn")).count() > 30);
          try (var connection = database.database().connect()) {
            Sql.execute(
                connection,
                "INSERT INTO dbo.t VALUES (2)",
                "EXEC standin.capture",
                "INSERT INTO dbo.t VALUES (3)",
                "EXEC standin.capture");
          }
          task.pollUntil(r -> ids(r).contains(3));
          assertThat(ids(task.records())).containsExactly(2, 3);
          assertThat(events(task.records(), EventType.TABLE_STOPPED)).isEmpty();
        }
      }
    }
  }
}
