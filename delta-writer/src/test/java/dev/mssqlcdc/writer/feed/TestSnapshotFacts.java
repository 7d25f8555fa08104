package dev.mssqlcdc.writer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot's rows and events become in bronze, facts and control. */
class TestSnapshotFacts {

  private static final String TOPIC = "items";
  private static final int ROWS_PER_BATCH = 2;

  @TempDir Path folder;
  private TestingRegistry registry;
  private TestingTable table;
  private TestingLake lake;

  @BeforeEach
  void start() throws Exception {
    registry = new TestingRegistry();
    table = new TestingTable(TOPIC, registry.url());
    lake = new TestingLake(folder);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  /** Writes a topic, in batches that cut through chunks. */
  private void write(TestingRecord... records) {
    new TestingInstance(
            lake.lake(),
            CommitterFactory.standard(),
            registry.url(),
            Map.of(TOPIC, TestingInstance.numbered(List.of(records), 1)),
            ROWS_PER_BATCH)
        .runToEnd();
  }

  private TestingRecord open(String snapshot, long s, boolean partial) {
    String text = TestingTable.lsn(s).toString();
    var detail =
        new EventDetail.SnapshotOpen(snapshot, text, List.of("id"), partial, "request", "r", "");
    return table.event("snapshot_open/" + snapshot, s, detail, null);
  }

  private TestingRecord chunk(String snapshot, int chunk, long stamp, long rows) {
    String text = TestingTable.lsn(stamp).toString();
    var detail = new EventDetail.SnapshotChunk(snapshot, chunk, null, null, text, 9, false, null);
    return table.event("snapshot_chunk/" + snapshot + "/" + chunk, stamp, detail, rows);
  }

  private TestingRecord complete(String snapshot, long s, boolean partial) {
    String text = TestingTable.lsn(s).toString();
    var detail = new EventDetail.SnapshotComplete(snapshot, text, 1, 9, partial, false);
    return table.event("bootstrap/" + snapshot, s, detail, null);
  }

  private TestingRecord stopped(String snapshot, long lsn) {
    var detail =
        new EventDetail.SnapshotStopped(snapshot, "the key column is gone", "track another");
    return table.event("snapshot_stopped/" + snapshot, lsn, detail, null);
  }

  private TestingRecord row(String snapshot, int chunk, long stamp, int id) {
    return table.snapshotRow(stamp, snapshot, chunk, Map.of("id", id));
  }

  @Test
  void aPartialSnapshotIsRowsOfBronzeAndEventsOfFactsAndMovesNoVerdict() {
    write(
        open("p", 5, true),
        table.progress(null, 5, 0),
        row("p", 0, 5, 1),
        row("p", 0, 5, 2),
        row("p", 0, 5, 3),
        chunk("p", 0, 5, 3),
        complete("p", 5, true));

    assertThat(lake.bronzeRows(TOPIC))
        .extracting(row -> row.get("id"), row -> row.get("_snapshot"), row -> row.get("_chunk"))
        .containsExactly(tuple(1, "p", 0), tuple(2, "p", 0), tuple(3, "p", 0));
    assertThat(event(EventType.SNAPSHOT_OPEN))
        .isInstanceOfSatisfying(
            EventDetail.SnapshotOpen.class, open -> assertThat(open.partial()).isTrue());
    assertThat(event(EventType.SNAPSHOT_CHUNK))
        .isInstanceOfSatisfying(
            EventDetail.SnapshotChunk.class, chunk -> assertThat(chunk.readUntil()).isEqualTo(9));
    assertThat(event(EventType.BOOTSTRAP))
        .isInstanceOfSatisfying(
            EventDetail.SnapshotComplete.class, done -> assertThat(done.partial()).isTrue());
    assertThat(endLsn()).isEqualTo(TestingTable.lsn(5).toString());
  }

  /** The later of two counts downstream, which their offsets tell. */
  @Test
  void rowsThatASourceSendsAgainAreKeptWithTheirOffsets() {
    write(
        open("a", 5, false),
        row("a", 0, 5, 1),
        row("a", 0, 5, 2),
        row("a", 0, 5, 1),
        row("a", 0, 5, 2),
        chunk("a", 0, 5, 2),
        complete("a", 5, false));

    assertThat(lake.bronzeRows(TOPIC))
        .extracting(row -> row.get("id"), row -> row.get("_kafka_offset"))
        .containsExactlyInAnyOrder(tuple(1, 1L), tuple(2, 2L), tuple(1, 3L), tuple(2, 4L));
  }

  @Test
  void aStoppedSnapshotIsAFactAndTheVerdictGoesOn() {
    write(
        open("a", 5, false),
        table.progress(null, 5, 0),
        row("a", 0, 5, 1),
        chunk("a", 0, 5, 1),
        row("a", 1, 6, 2),
        stopped("a", 6),
        table.change(7, 1, Operation.INSERT, Map.of("id", 3)),
        table.progress(5L, 7, 1));

    assertThat(event(EventType.SNAPSHOT_STOPPED))
        .isInstanceOfSatisfying(
            EventDetail.SnapshotStopped.class,
            stop -> {
              assertThat(stop.snapshot()).isEqualTo("a");
              assertThat(stop.cause()).isEqualTo("the key column is gone");
              assertThat(stop.remedy()).isEqualTo("track another");
            });
    assertThat(lake.bronzeRows(TOPIC)).hasSize(3);
    assertThat(endLsn()).isEqualTo(TestingTable.lsn(7).toString());
  }

  @Test
  void afterAStoppedSnapshotTheNextOnesRowsAreCountedFromTheirFirst() {
    write(
        open("a", 5, false),
        table.progress(null, 5, 0),
        row("a", 0, 5, 1),
        stopped("a", 5),
        open("b", 5, false),
        row("b", 0, 5, 1),
        row("b", 0, 5, 2),
        chunk("b", 0, 5, 2),
        complete("b", 5, false));

    assertThat(lake.bronzeRows(TOPIC)).hasSize(3);
    assertThat(event(EventType.BOOTSTRAP))
        .isInstanceOfSatisfying(
            EventDetail.SnapshotComplete.class, done -> assertThat(done.snapshot()).isEqualTo("b"));
  }

  /** The detail of the only event of a type. */
  private EventDetail event(EventType type) {
    List<EventDetail> found =
        lake.facts().stream()
            .filter(row -> type.wireName().equals(row.get("event")))
            .map(row -> EventJson.read(type, (String) row.get("detail")))
            .toList();
    assertThat(found).as(type.wireName()).hasSize(1);
    return found.get(0);
  }

  private Object endLsn() {
    return lake.control().get(0).get("end_lsn");
  }
}
