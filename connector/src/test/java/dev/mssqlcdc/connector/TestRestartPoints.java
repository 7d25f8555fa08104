package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Restarts at the points where a position or an offset is easy to get wrong. */
class TestRestartPoints {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL)");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1, 0)");
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private List<SourceRecord> begin() throws Exception {
    try (var task = TestingTask.start(settings())) {
      return task.begin(1);
    }
  }

  private List<SourceRecord> run(List<SourceRecord> committed, Lsn end) throws Exception {
    try (var task = TestingTask.start(settings(), committed)) {
      return task.pollUntil(
          r -> isProgressAtOrAbove(committed, T, end) || isProgressAtOrAbove(r, T, end));
    }
  }

  /** What a worker committed that stored the first records, and of the rest up to one. */
  private static List<SourceRecord> upTo(
      List<SourceRecord> first, List<SourceRecord> rest, Predicate<SourceRecord> last) {
    List<SourceRecord> committed = new ArrayList<>(first);
    for (SourceRecord record : rest) {
      committed.add(record);
      if (last.test(record)) {
        return committed;
      }
    }
    throw new AssertionError("no such record:\n" + TestingRecords.describe(rest));
  }

  private static List<String> described(List<SourceRecord> records) {
    return changes(records).stream()
        .map(r -> operation(r) + " " + key(r).getInt32("id") + " " + TestingRecords.position(r))
        .toList();
  }

  private static List<String> operationsAndKeys(List<SourceRecord> records) {
    return changes(records).stream().map(r -> operation(r) + ": " + key(r).getInt32("id")).toList();
  }

  private void assertEachRestartGoesOnWithTheNextRow(
      List<SourceRecord> first, List<SourceRecord> rest, Lsn end) throws Exception {
    List<SourceRecord> rows = changes(rest);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(described(run(upTo(first, rest, rows.get(i)::equals), end)))
          .as("after row %d of %d", i + 1, rows.size())
          .isEqualTo(described(rows.subList(i + 1, rows.size())));
    }
  }

  @Test
  void aRestartInMidTransactionGoesOnWithItsNextRow() throws Exception {
    List<SourceRecord> first = begin();
    database.transaction(
        "INSERT INTO dbo.t VALUES (2, 2), (3, 3)",
        "UPDATE dbo.t SET n = n + 10 WHERE id < 3",
        "DELETE FROM dbo.t WHERE id = 2");
    Lsn end = database.capture();
    List<SourceRecord> rest = run(first, end);
    assertThat(operationsAndKeys(rest))
        .containsExactly("2: 2", "2: 3", "3: 1", "4: 1", "3: 2", "4: 2", "1: 2");
    assertEachRestartGoesOnWithTheNextRow(first, rest, end);
  }

  @Test
  void aRestartAfterACompletedTransactionRepeatsNoneOfIt() throws Exception {
    List<SourceRecord> first = begin();
    database.transaction(
        "INSERT INTO dbo.t VALUES (2, 2), (3, 3)", "UPDATE dbo.t SET n = 9 WHERE id = 2");
    Lsn end = database.capture();
    List<SourceRecord> rest = run(first, end);
    SourceRecord lastRow = changes(rest).get(3);
    database.execute("DELETE FROM dbo.t WHERE id = 3");
    Lsn later = database.capture();
    Predicate<SourceRecord> progress =
        r -> TestingRecords.isEvent(r, EventType.PROGRESS) && TestingRecords.lsn(r).equals(end);
    for (var committed : List.of(upTo(first, rest, lastRow::equals), upTo(first, rest, progress))) {
      assertThat(operationsAndKeys(run(committed, later))).containsExactly("1: 3");
    }
  }

  @Test
  void aRestartRightAfterASnapshotGoesOnWithTheChanges() throws Exception {
    Map<String, String> settings = database.settings("dbo\\.t");
    List<SourceRecord> committed;
    try (var task = TestingTask.start(settings)) {
      committed =
          upTo(List.of(), task.begin(1), r -> TestingRecords.isEvent(r, EventType.BOOTSTRAP));
    }
    database.execute("UPDATE dbo.t SET n = 1", "INSERT INTO dbo.t VALUES (2, 2)");
    Lsn end = database.capture();
    try (var task = TestingTask.start(settings, committed)) {
      List<SourceRecord> rest = task.pollTo(T, end);
      assertThat(rest.stream().filter(TestingRecords::isRow).map(TestingRecords::operation))
          .as("no row of a snapshot")
          .containsExactly(3, 4, 2);
      assertThat(events(rest, EventType.SNAPSHOT_OPEN)).isEmpty();
    }
  }

  @Test
  void aRestartBetweenTheHalvesOfAKeyUpdateSendsTheInsertAlone() throws Exception {
    List<SourceRecord> first = begin();
    database.execute("UPDATE dbo.t SET id = 7 WHERE id = 1");
    Lsn end = database.capture();
    List<SourceRecord> rest = run(first, end);
    assertThat(operationsAndKeys(rest)).containsExactly("1: 1", "2: 7");
    List<SourceRecord> committed = upTo(first, rest, TestingRecords::isChange);
    assertThat(operationsAndKeys(run(committed, end))).containsExactly("2: 7");
  }

  @Test
  void twoKeyUpdatesWithARestartBetweenThemComeOnceEach() throws Exception {
    List<SourceRecord> first = begin();
    database.transaction(
        "UPDATE dbo.t SET id = 2 WHERE id = 1", "UPDATE dbo.t SET id = 3 WHERE id = 2");
    Lsn end = database.capture();
    List<SourceRecord> rest = run(first, end);
    assertThat(operationsAndKeys(rest)).containsExactly("1: 1", "2: 2", "1: 2", "2: 3");
    assertEachRestartGoesOnWithTheNextRow(first, rest, end);
  }

  @Test
  void twoKeyUpdatesInTransactionsOfTheirOwnWithARestartBetweenThemComeOnceEach() throws Exception {
    List<SourceRecord> committed = new ArrayList<>(begin());
    database.execute("UPDATE dbo.t SET id = 2 WHERE id = 1");
    committed.addAll(run(committed, database.capture()));
    database.execute("UPDATE dbo.t SET id = 3 WHERE id = 2");
    committed.addAll(run(committed, database.capture()));
    assertThat(operationsAndKeys(committed)).containsExactly("1: 1", "2: 2", "1: 2", "2: 3");
  }
}
