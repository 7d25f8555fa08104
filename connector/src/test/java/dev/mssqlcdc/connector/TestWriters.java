package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schema changes and switches while others write without a pause. */
class TestWriters {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;
  private final AtomicBoolean stop = new AtomicBoolean();

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT pk_t PRIMARY KEY, writer int NOT NULL)");
    database.track("dbo", "t");
  }

  @AfterEach
  void drop() throws SQLException {
    stop.set(true);
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  /** Inserts ids of one writer, in their order, until it is stopped. */
  private CompletableFuture<Integer> write(int writer) throws SQLException {
    Connection connection = database.database().connect();
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            int n = 0;
            while (!stop.get()) {
              int id = writer * 1_000_000 + n;
              Sql.update(connection, "INSERT INTO dbo.t (id, writer) VALUES (?, ?)", id, writer);
              n++;
            }
            return n;
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void awaitMore(TestingTask task, int rows) throws InterruptedException {
    int before = changes(task.records()).size();
    task.pollUntil(r -> changes(r).size() > before + rows);
  }

  private List<SourceRecord> finish(TestingTask task) throws Exception {
    database.database().stopCapture();
    return task.pollTo(T, database.capture());
  }

  private static List<Integer> ids(List<SourceRecord> records, int writer) {
    return changes(records).stream()
        .filter(r -> value(r).getInt32("writer") == writer)
        .map(r -> value(r).getInt32("id") - writer * 1_000_000)
        .toList();
  }

  private static List<Integer> upTo(int written) {
    return IntStream.range(0, written).boxed().toList();
  }

  @Test
  void aColumnAddedUnderParallelWritersLosesAndRepeatsNothing() throws Exception {
    List<CompletableFuture<Integer>> writers = new ArrayList<>();
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.database().startCapture();
      for (int writer = 0; writer < 3; writer++) {
        writers.add(write(writer));
      }
      awaitMore(task, 20);
      database.execute("ALTER TABLE dbo.t ADD extra int NOT NULL DEFAULT 7");
      awaitMore(task, 20);
      database.trackAgain("t", "dbo_t_v2");
      task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_SWITCHED).isEmpty());
      awaitMore(task, 20);
      stop.set(true);
      List<Integer> written = new ArrayList<>();
      for (CompletableFuture<Integer> writer : writers) {
        written.add(writer.get());
      }
      List<SourceRecord> records = finish(task);
      for (int writer = 0; writer < 3; writer++) {
        assertThat(ids(records, writer)).isEqualTo(upTo(written.get(writer)));
      }
      assertThat(events(records, EventType.SCHEMA_CHANGE)).hasSize(1);
      assertThat(changes(records))
          .allSatisfy(
              r ->
                  assertThat(r.valueSchema().field("extra") != null)
                      .as("the newer instance captures it")
                      .isEqualTo(instance(r).equals("dbo_t_v2")))
          .filteredOn(r -> instance(r).equals("dbo_t_v2"))
          .isNotEmpty()
          .allMatch(r -> value(r).getInt32("extra") == 7);
    }
  }

  private static String instance(SourceRecord record) {
    return value(record).getString(Fields.CAPTURE_INSTANCE);
  }

  @Test
  void aSwitchUnderAWriterReadsEveryCommitOnceFromTheInstanceThatHoldsIt() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(1);
      database.database().startCapture();
      CompletableFuture<Integer> writer = write(0);
      awaitMore(task, 20);
      database.trackAgain("t", "dbo_t_v2");
      task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_SWITCHED).isEmpty());
      awaitMore(task, 20);
      stop.set(true);
      int written = writer.get();
      List<SourceRecord> records = finish(task);
      assertThat(ids(records, 0)).isEqualTo(upTo(written));
      Lsn start = database.startOf("dbo_t_v2");
      assertThat(changes(records))
          .allSatisfy(
              r ->
                  assertThat(instance(r))
                      .isEqualTo(
                          TestingRecords.lsn(r).compareTo(start) < 0 ? "dbo_t" : "dbo_t_v2"));
    }
  }
}
