package dev.mssqlcdc.sandbox;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.sandbox.TestingRequests.TOPIC;
import static dev.mssqlcdc.sandbox.TestingRequests.complete;
import static dev.mssqlcdc.sandbox.TestingRequests.completions;
import static dev.mssqlcdc.sandbox.TestingRequests.ids;
import static dev.mssqlcdc.sandbox.TestingRequests.idsOf;
import static dev.mssqlcdc.sandbox.TestingRequests.isComplete;
import static dev.mssqlcdc.sandbox.TestingRequests.open;
import static dev.mssqlcdc.sandbox.TestingRequests.requests;
import static dev.mssqlcdc.sandbox.TestingRequests.signals;
import static dev.mssqlcdc.sandbox.TestingRequests.stops;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.TestingTask;
import dev.mssqlcdc.connector.core.SnapshotRequest;
import dev.mssqlcdc.schemas.EventDetail.SnapshotComplete;
import dev.mssqlcdc.schemas.EventDetail.SnapshotOpen;
import dev.mssqlcdc.schemas.EventDetail.SnapshotStopped;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots on request, while a task streams: a real topic, a real table of six rows. */
@TestInstance(Lifecycle.PER_CLASS)
class TestSnapshotRequests {

  private Sandbox sandbox;
  private TestingRequests table;

  @BeforeAll
  void start() {
    sandbox = Sandbox.start(Sandbox.Part.KAFKA);
  }

  @AfterAll
  void stop() {
    sandbox.close();
  }

  @BeforeEach
  void create() throws Exception {
    table = new TestingRequests(sandbox.broker());
  }

  @AfterEach
  void drop() throws Exception {
    table.close();
  }

  private static List<SourceRecord> pollUntilComplete(TestingTask task, String request)
      throws Exception {
    return task.pollUntil(records -> isComplete(records, request));
  }

  @Test
  void readTheWholeTableAndGoOnWhereTheyWereAfterARestart() throws Exception {
    List<SourceRecord> before = table.midway();
    SnapshotOpen open = open(before, "a");
    assertThat(open.reason()).isEqualTo("request");
    assertThat(open.partial()).isFalse();
    assertThat(ids(before, "a")).containsExactly(1, 2, 3);
    try (var task = table.start(before)) {
      List<SourceRecord> rest = task.pollUntil(records -> !completions(records).isEmpty());
      assertThat(requests(rest)).isEmpty();
      assertThat(idsOf(rest, open.snapshot())).containsExactly(4, 5, 6);
      assertThat(completions(rest).get(0).snapshot()).isEqualTo(open.snapshot());
      assertThat(completions(rest).get(0).partial()).isFalse();
    }
  }

  @Test
  void letChangesPassWhileTheyAreHeldUp() throws Exception {
    List<SourceRecord> before = table.midway();
    table.execute("UPDATE dbo.t SET n = 10 WHERE id = 1");
    try (var lock = table.lock();
        var task = table.start(before)) {
      Lsn end = table.capture();
      task.pollTo(TOPIC, end);
      assertThat(changes(task.records())).hasSize(2);
      assertThat(snapshotRows(task.records())).isEmpty();
      lock.rollback();
      List<SourceRecord> all = task.pollUntil(records -> !completions(records).isEmpty());
      assertThat(idsOf(all, open(before, "a").snapshot())).containsExactly(4, 5, 6);
    }
  }

  @Test
  void withAConditionReadOnlyTheRowsThatMeetIt() throws Exception {
    try (var task = table.begun()) {
      table.ask("a", "n % 2 = 0");
      List<SourceRecord> all = pollUntilComplete(task, "a");
      assertThat(ids(all, "a")).containsExactly(2, 4, 6);
      assertThat(open(all, "a").partial()).isTrue();
      assertThat(complete(all, "a").partial()).isTrue();
    }
  }

  @Test
  void areServedOnceById() throws Exception {
    List<SourceRecord> all;
    try (var task = table.begun()) {
      table.ask("a");
      table.ask("a");
      table.ask("b");
      all = pollUntilComplete(task, "b");
      assertThat(requests(all)).containsExactly("a", "b");
    }
    try (var task = table.start(all)) {
      table.ask("a");
      table.ask("c");
      assertThat(requests(pollUntilComplete(task, "c"))).containsExactly("c");
    }
  }

  @Test
  void areReplayedOnceFromOffsetsBeforeThem() throws Exception {
    List<SourceRecord> before;
    try (var task = table.begun()) {
      before = task.records();
      table.ask("a");
      table.ask("b");
      pollUntilComplete(task, "b");
    }
    try (var task = table.start(before)) {
      table.ask("c");
      List<SourceRecord> all = pollUntilComplete(task, "c");
      assertThat(requests(all)).containsExactly("a", "b", "c");
      assertThat(ids(all, "a")).containsExactly(1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void areServedOneAfterTheOtherAlsoAcrossARestart() throws Exception {
    List<SourceRecord> midway = table.midway();
    List<SourceRecord> waiting;
    try (var lock = table.lock();
        var task = table.start(midway)) {
      table.ask("b", "id < 3");
      table.ask("c", "id > 4");
      waiting = table.awaitSeen(task);
      assertThat(signals(waiting).pending())
          .extracting(SnapshotRequest::id)
          .containsExactly("b", "c");
      assertThat(requests(waiting)).isEmpty();
      lock.rollback();
    }
    try (var task = table.start(waiting)) {
      List<SourceRecord> rest = pollUntilComplete(task, "c");
      assertThat(requests(rest)).containsExactly("b", "c");
      assertThat(completions(rest))
          .extracting(SnapshotComplete::snapshot)
          .containsExactly(
              open(midway, "a").snapshot(), open(rest, "b").snapshot(), open(rest, "c").snapshot());
      assertThat(ids(rest, "b")).containsExactly(1, 2);
      assertThat(ids(rest, "c")).containsExactly(5, 6);
    }
  }

  @Test
  void aPauseHoldsTheChunksUntilItIsOverAlsoAcrossARestart() throws Exception {
    List<SourceRecord> midway = table.midway();
    List<SourceRecord> paused;
    try (var lock = table.lock();
        var task = table.start(midway)) {
      table.signal("p", "pause");
      paused = table.awaitSeen(task);
      assertThat(signals(paused).paused()).isTrue();
      lock.rollback();
    }
    try (var task = table.start(paused)) {
      table.ask("b");
      table.awaitSeen(task);
      table.execute("UPDATE dbo.t SET n = 10 WHERE id = 1");
      List<SourceRecord> held = task.pollTo(TOPIC, table.capture());
      assertThat(changes(held)).hasSize(2);
      assertThat(snapshotRows(held)).isEmpty();
      assertThat(requests(held)).isEmpty();
      table.signal("r", "resume");
      List<SourceRecord> all = pollUntilComplete(task, "b");
      assertThat(idsOf(all, open(midway, "a").snapshot()))
          .as("the next row on")
          .containsExactly(4, 5, 6);
      assertThat(ids(all, "b")).containsExactly(1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void aStopGivesUpTheSnapshotAndThoseThatWait() throws Exception {
    List<SourceRecord> midway = table.midway();
    List<SourceRecord> stopped;
    try (var lock = table.lock();
        var task = table.start(midway)) {
      table.ask("b");
      table.signal("s", "stop");
      stopped = table.awaitSeen(task);
      assertThat(stops(stopped))
          .containsExactly(
              new SnapshotStopped(open(midway, "a").snapshot(), "stopped by signal s", null));
      lock.rollback();
      table.ask("c");
      List<SourceRecord> all = pollUntilComplete(task, "c");
      assertThat(requests(all)).containsExactly("c");
      assertThat(idsOf(all, open(midway, "a").snapshot())).isEmpty();
      assertThat(ids(all, "c")).containsExactly(1, 2, 3, 4, 5, 6);
    }
    try (var task = table.start(stopped)) {
      table.execute("UPDATE dbo.t SET n = 10 WHERE id = 1");
      task.pollTo(TOPIC, table.capture());
      assertThat(changes(task.records())).hasSize(2);
      assertThat(requests(pollUntilComplete(task, "c"))).containsExactly("c");
    }
  }

  @Test
  void ofTablesThatAreNotReadAreWarnedAbout() throws Exception {
    try (var log = new TestingLog();
        var task = table.begun()) {
      table.send("{\"id\":\"a\",\"table\":\"dbo.unknown\"}");
      table.ask("b");
      List<SourceRecord> all = pollUntilComplete(task, "b");
      assertThat(requests(all)).containsExactly("b");
      assertThat(log.count("table dbo.unknown is not read by this connector")).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing = 1", "id = = 1", "1 / (id - 4) >= 0"})
  void whoseConditionFailsStopAloneAndSayWhatToDo(String condition) throws Exception {
    try (var task = table.begun()) {
      table.ask("a", condition);
      List<SourceRecord> all = task.pollUntil(records -> !stops(records).isEmpty());
      SnapshotStopped stop = stops(all).get(0);
      assertThat(stop.snapshot()).isEqualTo(open(all, "a").snapshot());
      assertThat(stop.cause()).contains("dbo.t");
      assertThat(stop.remedy()).contains("the predicate of request a");
      table.execute("UPDATE dbo.t SET n = 10 WHERE id = 1");
      task.pollTo(TOPIC, table.capture());
      assertThat(changes(task.records())).hasSize(2);
      table.ask("b");
      assertThat(requests(pollUntilComplete(task, "b"))).containsExactly("a", "b");
      assertThat(stops(task.records())).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"id int NOT NULL PRIMARY KEY", "id int NULL"})
  void makeAnInitialSnapshotThatFailedGoOn(String column) throws Exception {
    try (var task = table.failed(column)) {
      table.ask("a");
      List<SourceRecord> all = pollUntilComplete(task, "a");
      assertThat(idsOf(all, completions(all).get(0).snapshot())).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(ids(all, "a")).containsExactly(1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void aResumeMakesASnapshotThatFailedGoOn() throws Exception {
    try (var task = table.failed("id int NOT NULL PRIMARY KEY")) {
      table.signal("r", "resume");
      List<SourceRecord> all = task.pollUntil(records -> !completions(records).isEmpty());
      assertThat(idsOf(all, completions(all).get(0).snapshot())).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(requests(all)).isEmpty();
    }
  }

  @Test
  void areHeededByATableThatWasReadBeforeThereWasATopic() throws Exception {
    table.create("id int NOT NULL PRIMARY KEY");
    Map<String, String> without = table.settings();
    without.keySet().removeIf(name -> name.startsWith("signal."));
    List<SourceRecord> before;
    try (var task = TestingTask.start(without)) {
      before = task.begin(1);
    }
    try (var task = table.start(before)) {
      before = task.pollUntil(records -> records.size() == 1);
      assertThat(signals(before).next()).isPresent();
    }
    table.ask("a");
    try (var task = table.start(before)) {
      assertThat(requests(pollUntilComplete(task, "a"))).containsExactly("a");
    }
  }
}
