package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static dev.mssqlcdc.connector.TestingSnapshots.ids;
import static dev.mssqlcdc.connector.TestingSnapshots.isComplete;
import static dev.mssqlcdc.connector.TestingSnapshots.metric;
import static dev.mssqlcdc.connector.TestingSnapshots.opens;
import static dev.mssqlcdc.connector.TestingSnapshots.stopped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a snapshot that cannot be read means to its table's changes, and to other tables. */
class TestSnapshotFailures {

  private static final String T = "p.dbo.t";
  private static final String U = "p.dbo.u";
  private static final String ALLOW = "ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    for (String table : List.of("t", "u")) {
      database.execute(
          "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY, n int NOT NULL)".formatted(table));
      database.track("dbo", table);
      database.execute("INSERT INTO dbo.%s VALUES (1, 0), (2, 0), (3, 0), (4, 0)".formatted(table));
    }
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.[tu]");
    settings.put("snapshot.lock.timeout.ms", "20");
    return settings;
  }

  /** A transaction that stays open and has changed a row. */
  private Connection lockedRow() throws SQLException {
    Connection writer = database.database().connect();
    writer.setAutoCommit(false);
    Sql.execute(writer, "UPDATE dbo.t SET n = 1 WHERE id = 2");
    return writer;
  }

  private static List<SourceRecord> ofT(List<SourceRecord> records) {
    return ofTopic(records, T);
  }

  private static long retries() {
    return (long) metric("t", "Retries");
  }

  @Test
  void aLockThatNeverEndsIsTriedAgainWhileChangesAndOtherSnapshotsGoOn() throws Exception {
    try (Connection writer = lockedRow()) {
      String log = TestingLog.of(() -> readNextTo(writer));
      assertThat(log)
          .contains(
              "Table dbo.t: attempt 2 to read snapshot",
              "(error 1222)",
              "What to do: look for long transactions");
    }
  }

  private Void readNextTo(Connection writer) throws Exception {
    try (var task = TestingTask.start(settings())) {
      TestingAwait.until(() -> retries() >= 3);
      database.execute("INSERT INTO dbo.u VALUES (9, 9)", "UPDATE dbo.t SET n = 4 WHERE id = 4");
      Lsn end = database.capture();
      List<SourceRecord> records =
          task.pollUntil(
              r ->
                  isProgressAtOrAbove(r, T, end)
                      && isProgressAtOrAbove(r, U, end)
                      && isComplete(ofTopic(r, U)));
      assertThat(changes(ofT(records))).as("an update's two images").hasSize(2);
      assertThat(isComplete(ofT(records))).isFalse();
      assertThat(metric("t", "State")).isEqualTo("streaming");
      writer.commit();
      records = task.pollUntil(r -> isComplete(ofT(r)));
      assertThat(ids(snapshotRows(ofT(records)))).containsExactly(1, 2, 3, 4);
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
      assertThat(events(records, EventType.SNAPSHOT_STOPPED)).isEmpty();
      assertThat(opens(ofT(records))).hasSize(1);
    }
    return null;
  }

  @ParameterizedTest
  @CsvSource({"ALLOW_SNAPSHOT_ISOLATION,snapshot", "READ_COMMITTED_SNAPSHOT,read_committed"})
  void withVersionsOfRowsNobodyWaitsForALock(String option, String isolation) throws Exception {
    database.execute("ALTER DATABASE CURRENT SET " + option + " ON WITH ROLLBACK IMMEDIATE");
    Map<String, String> settings = settings();
    settings.put("snapshot.isolation", isolation);
    try (Connection writer = lockedRow();
        var task = TestingTask.start(settings)) {
      List<SourceRecord> records = ofT(task.pollUntil(r -> isComplete(ofT(r))));
      assertThat(snapshotRows(records).stream().map(r -> value(r).getInt32("n")))
          .as("what is committed")
          .containsExactly(0, 0, 0, 0);
      assertThat(retries()).isZero();
      writer.commit();
      Lsn end = database.capture();
      assertThat(ids(changes(ofT(task.pollTo(T, end))))).containsExactly(2, 2);
    }
  }

  @Test
  void snapshotIsolationThatIsNotAllowedIsRefused() throws Exception {
    Map<String, String> settings = settings();
    settings.put("snapshot.isolation", "snapshot");
    List<ConfigValue> values =
        new SqlServerCdcSourceConnector()
            .validate(settings).configValues().stream()
                .filter(value -> !value.errorMessages().isEmpty())
                .toList();
    assertThat(values).extracting(ConfigValue::name).containsExactly("snapshot.isolation");
    assertThat(values.get(0).errorMessages().get(0)).contains(ALLOW + "ON");
  }

  @Test
  void snapshotIsolationSwitchedOffLaterStopsTheSnapshotUntilItIsAllowedAgain() throws Exception {
    Map<String, String> settings = settings();
    settings.put("snapshot.isolation", "snapshot");
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings)) {
      List<SourceRecord> records = task.pollUntil(r -> TestingSnapshots.isStopped(ofT(r)));
      assertThat(stopped(ofT(records)).cause()).contains("3952");
      assertThat(stopped(ofT(records)).remedy())
          .contains(ALLOW + "ON", "snapshot.isolation=read_committed");
      database.execute("INSERT INTO dbo.t VALUES (5, 5)");
      Lsn end = database.capture();
      first = task.pollTo(T, end);
      assertThat(ids(changes(ofT(first)))).containsExactly(5);
      assertThat(events(first, EventType.TABLE_STOPPED)).isEmpty();
    }
    database.execute(ALLOW + "ON");
    try (var task = TestingTask.start(settings, first)) {
      List<SourceRecord> rest = ofT(task.pollUntil(r -> isComplete(ofT(r))));
      assertThat(opens(rest)).as("the same goes on").isEmpty();
      assertThat(ids(snapshotRows(rest))).containsExactly(1, 2, 3, 4, 5);
    }
  }

  /** Without it the capture instance is not listed either. */
  @Test
  void aTableThatMayNotBeReadStopsAndTheOthersSnapshotsGoOn() throws Exception {
    TestLogin login =
        database
            .newLogin()
            .withUser()
            .granted("SELECT ON dbo.u", "SELECT ON cdc.dbo_t_CT", "SELECT ON cdc.dbo_u_CT")
            .granted("SELECT ON dbo.t");
    Map<String, String> settings = settings();
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    List<SourceRecord> first;
    try (Connection writer = lockedRow();
        var task = TestingTask.start(settings)) {
      TestingAwait.until(() -> retries() >= 1);
      database.execute("REVOKE SELECT ON dbo.t FROM [%s]".formatted(login.name()));
      writer.rollback();
      database.execute("INSERT INTO dbo.t VALUES (5, 5)");
      Lsn last = database.capture();
      first =
          task.pollUntil(
              r ->
                  !events(ofT(r), EventType.TABLE_STOPPED).isEmpty()
                      && isProgressAtOrAbove(r, U, last)
                      && isComplete(ofTopic(r, U)));
      assertThat(task.stopped().remedy())
          .contains("GRANT SELECT ON [dbo].[t] TO [" + login.name() + "]");
      assertThat(isComplete(ofT(first))).isFalse();
    }
    login.granted("SELECT ON dbo.t");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings, first)) {
      List<SourceRecord> rest =
          ofT(task.pollUntil(r -> isComplete(ofT(r)) && isProgressAtOrAbove(r, T, end)));
      assertThat(opens(rest)).isEmpty();
      assertThat(ids(snapshotRows(rest)))
          .as("up to where it was to end")
          .containsExactly(1, 2, 3, 4);
      assertThat(ids(changes(rest))).containsExactly(5);
    }
  }

  @Test
  @StandinOnly("breaks a connection after some rows")
  void aTableWithoutAKeyBeginsAnewUnderAnotherId() throws Exception {
    database.execute("CREATE TABLE dbo.k (id int NULL)");
    database.track("dbo", "k");
    database.execute("INSERT INTO dbo.k VALUES (1), (2), (3), (4), (5)");
    database.capture();
    SqlServer.ofThisRun()
        .standin()
        .orElseThrow()
        .faults()
        .in(database.name())
        .dropConnectionAfterRows(3, "FROM [dbo].[k]");
    Map<String, String> settings = database.settings("dbo\\.k");
    try (var task = TestingTask.start(settings)) {
      List<SourceRecord> records = task.pollUntil(TestingSnapshots::isComplete);
      List<EventDetail.SnapshotOpen> opens = opens(records);
      assertThat(opens.stream().map(open -> open.snapshot().replaceAll(".*-", "")))
          .containsExactly("1", "2");
      List<SourceRecord> complete =
          snapshotRows(records).stream()
              .filter(r -> value(r).getString("_snapshot").equals(opens.get(1).snapshot()))
              .toList();
      assertThat(ids(complete)).containsExactly(1, 2, 3, 4, 5);
      assertThat(TestingSnapshots.chunks(records)).hasSize(1);
    }
  }
}
