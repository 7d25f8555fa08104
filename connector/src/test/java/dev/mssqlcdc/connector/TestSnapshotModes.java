package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingSnapshots.ids;
import static dev.mssqlcdc.connector.TestingSnapshots.metric;
import static dev.mssqlcdc.connector.TestingSnapshots.opens;
import static dev.mssqlcdc.connector.TestingSnapshots.upToRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When tables are read, by {@code snapshot.mode}. */
class TestSnapshotModes {

  private static final String T = "p.dbo.t";
  private static final String U = "p.dbo.u";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    for (String table : List.of("t", "u")) {
      database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
      database.track("dbo", table);
    }
    database.execute("INSERT INTO dbo.t VALUES (1), (2), (3)");
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings(String mode) {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", mode);
    return settings;
  }

  private List<SourceRecord> run(String mode, List<SourceRecord> committed) throws Exception {
    try (var task = TestingTask.start(settings(mode), committed)) {
      return task.pollUntil(TestingSnapshots::isComplete);
    }
  }

  private static Map<String, List<String>> faults(Map<String, String> settings) {
    return new SqlServerCdcSourceConnector()
        .validate(settings).configValues().stream()
            .filter(value -> !value.errorMessages().isEmpty())
            .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
  }

  private static boolean isEnded() {
    return metric("t", "State").equals("ended");
  }

  /** Commits until the table's changes have passed all that its snapshot may show. */
  private void settle(TestingTask task, String table) throws Exception {
    int id = 100;
    while (!isEnded()) {
      database.execute("INSERT INTO dbo.%s VALUES (%d)".formatted(table, id++));
      Lsn end = database.capture();
      task.pollUntil(r -> TestingRecords.isProgressAtOrAbove(r, T, end) || isEnded());
    }
  }

  @Test
  void initialOnlyReadsChangesUntilTheSnapshotIsSettledAndThenNothing() throws Exception {
    Map<String, String> settings = settings("initial_only");
    settings.put("table.include.list", "dbo\\.[tu]");
    settings.put("snapshot.lock.timeout.ms", "20");
    database.execute("INSERT INTO dbo.u VALUES (1)");
    try (Connection holding = database.database().connect();
        var task = TestingTask.start(settings, List.of())) {
      // the other table goes on, since it is not settled
      holding.setAutoCommit(false);
      holding.createStatement().execute("UPDATE dbo.u SET id = 2 WHERE id = 1");
      task.pollUntil(r -> TestingSnapshots.isComplete(ofTopic(r, T)));
      settle(task, "t");
      List<SourceRecord> read = ofTopic(task.records(), T);
      assertThat(ids(snapshotRows(read))).containsExactly(1, 2, 3);
      assertThat(ids(changes(read))).as("changes until it is settled").isNotEmpty().isSorted();
      database.execute("INSERT INTO dbo.t VALUES (50)", "INSERT INTO dbo.u VALUES (50)");
      List<SourceRecord> after = task.pollTo(U, database.capture());
      assertThat(ids(changes(ofTopic(after, T)))).as("nothing any more").doesNotContain(50);
      holding.rollback();
    }
  }

  @Test
  void initialOnlyReadsNothingMoreAfterARestart() throws Exception {
    List<SourceRecord> committed = readUntilEnded("t");
    database.execute("INSERT INTO dbo.t VALUES (50)");
    database.capture();
    assertNothingIsRead(committed);
    database.disable("t", "dbo_t");
    assertNothingIsRead(committed);
  }

  private List<SourceRecord> readUntilEnded(String changed) throws Exception {
    try (var task = TestingTask.start(settings("initial_only"))) {
      task.pollUntil(TestingSnapshots::isComplete);
      settle(task, changed);
      return task.records();
    }
  }

  private void assertNothingIsRead(List<SourceRecord> committed) throws Exception {
    try (var task = TestingTask.start(settings("initial_only"), committed)) {
      List<SourceRecord> polled = new ArrayList<>();
      TestingAwait.until(
          () -> {
            polled.addAll(task.poll());
            return isEnded();
          });
      polled.addAll(task.poll());
      assertThat(polled).isEmpty();
    }
  }

  @Test
  void initialOnlyOfAQuietTableIsSettledByCommitsOfOthers() throws Exception {
    List<SourceRecord> read = readUntilEnded("u");
    assertThat(ids(snapshotRows(read))).containsExactly(1, 2, 3);
    assertThat(changes(read)).isEmpty();
  }

  @Test
  void initialReadsATableOnce() throws Exception {
    List<SourceRecord> first = run("initial", List.of());
    database.execute("INSERT INTO dbo.t VALUES (4)");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings("initial"), first)) {
      List<SourceRecord> rest = task.pollTo(T, end);
      assertThat(ids(changes(rest))).containsExactly(4);
      assertThat(opens(rest)).isEmpty();
    }
  }

  @Test
  void alwaysReadsATableAtEveryStart() throws Exception {
    List<SourceRecord> all = new ArrayList<>(run("always", List.of()));
    database.execute("INSERT INTO dbo.t VALUES (4)");
    database.capture();
    List<SourceRecord> again = run("always", all);
    assertThat(opens(again))
        .singleElement()
        .satisfies(open -> assertThat(open.snapshot()).endsWith("-2"))
        .satisfies(open -> assertThat(open.reason()).isEqualTo("initial"));
    assertThat(ids(snapshotRows(again))).containsExactly(1, 2, 3, 4);
    assertThat(ids(changes(again))).as("changes in between too").containsExactly(4);
  }

  @Test
  void alwaysGoesOnWithASnapshotThatIsBeingRead() throws Exception {
    List<SourceRecord> first = run("always", List.of());
    List<SourceRecord> begun = upToRow(first, 2);
    List<SourceRecord> rest = run("always", begun);
    assertThat(opens(rest)).isEmpty();
    assertThat(ids(snapshotRows(rest))).containsExactly(3);
  }

  @Test
  void whenNeededReadsATableAgainThatLostChanges() throws Exception {
    List<SourceRecord> first = run("when_needed", List.of());
    assertThat(opens(first)).hasSize(1);
    database.execute("INSERT INTO dbo.t VALUES (4)", "WAITFOR DELAY '00:00:00.010'");
    database.execute("INSERT INTO dbo.t VALUES (5)");
    Lsn end = database.capture();
    database.execute(
        "DECLARE @lsn binary(10) = %s; EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_t', @low_water_mark = @lsn"
            .formatted(end));
    try (var task = TestingTask.start(settings("when_needed"), first)) {
      List<SourceRecord> rest = task.pollUntil(r -> !events(r, EventType.RESNAPSHOT).isEmpty());
      assertThat(ids(snapshotRows(rest))).containsExactly(1, 2, 3, 4, 5);
      assertThat(opens(rest)).extracting(EventDetail.SnapshotOpen::reason).containsExactly("loss");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "skip"})
  void whenNeededContradictsAnotherActionAfterALoss(String action) {
    Map<String, String> settings = settings("when_needed");
    settings.put("on.data.loss", action);
    Map<String, List<String>> faults = faults(settings);
    assertThat(faults).containsOnlyKeys("on.data.loss");
    assertThat(faults.get("on.data.loss").get(0)).contains("snapshot.mode=when_needed");
    settings.put("on.data.loss", "resnapshot");
    assertThat(faults(settings)).isEmpty();
  }

  @Test
  void noDataReadsNoTableButGoesOnWithWhatIsBeingRead() throws Exception {
    try (var task = TestingTask.start(settings("no_data"))) {
      assertThat(opens(task.begin(1))).isEmpty();
      assertThat(metric("t", "SnapshotState")).isEqualTo("none");
    }
    List<SourceRecord> begun = upToRow(run("initial", List.of()), 1);
    assertThat(ids(snapshotRows(run("no_data", begun)))).containsExactly(2, 3);
  }

  @Test
  void anUnknownModeIsRefused() {
    Map<String, List<String>> faults = faults(settings("sometimes"));
    assertThat(faults).containsOnlyKeys("snapshot.mode");
    assertThat(faults.get("snapshot.mode").get(0)).contains("sometimes", "initial_only");
  }
}
