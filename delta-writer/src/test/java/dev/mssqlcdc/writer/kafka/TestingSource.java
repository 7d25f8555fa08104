package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * A source table with random changes, events and snapshots, and what its topic is to become. It
 * repeats itself at times, as a worker without exactly-once does, and gets new columns.
 */
final class TestingSource {

  private static final int MAX_COLUMNS = 6;
  private static final int LONGEST_REPETITION = 15;

  private final String name;
  private final TestingTable table;
  private final Random random;
  private final List<Draft> sent = new ArrayList<>();
  private final TestingExpectation expected = new TestingExpectation();
  private List<Draft> drafts = new ArrayList<>();
  private long lsn;
  private Long progressEnd;
  private long rowsSince;
  private int ids;
  private int columns;
  private int snapshots;
  private int chunk = -1;

  /** A record and what becomes of it: a bronze row, or an event of facts. */
  record Draft(TestingRecord record, long lsn, Optional<Map<String, Object>> row, String event) {}

  TestingSource(String name, TestingTable table, Random random) {
    this.name = name;
    this.table = table;
    this.random = random;
  }

  /** Name of the bronze table. */
  String name() {
    return name;
  }

  String topic() {
    return table.topic();
  }

  TestingExpectation expected() {
    return expected;
  }

  /** The records of the source's next transaction to Kafka. */
  List<Draft> next() {
    drafts = new ArrayList<>();
    int chance = random.nextInt(100);
    if (chance < 12 && !sent.isEmpty()) {
      int from = Math.max(0, sent.size() - 1 - random.nextInt(LONGEST_REPETITION));
      return List.copyOf(sent.subList(from, sent.size()));
    } else if (chance < 18) {
      changeSchema();
    } else if (chance < 40) {
      snapshot();
    } else {
      commits();
    }
    sent.addAll(drafts);
    return drafts;
  }

  /** The last records: an open snapshot ends, and progress covers all. */
  List<Draft> last() {
    drafts = new ArrayList<>();
    if (chunk >= 0) {
      complete();
    }
    commit();
    progress();
    return drafts;
  }

  /**
   * Notes that records came to the topic.
   *
   * @param offsets of the records
   */
  void committed(List<Draft> records, List<Long> offsets) {
    for (int i = 0; i < records.size(); i++) {
      expected.add(offsets.get(i), records.get(i));
    }
  }

  private void commits() {
    for (int i = random.nextInt(3); i >= 0; i--) {
      commit();
      if (random.nextInt(10) < 7) {
        progress();
      }
    }
  }

  private void commit() {
    lsn++;
    for (int row = 1 + random.nextInt(4); row > 0; row--) {
      switch (random.nextInt(3)) {
        case 0 -> change(row, Operation.INSERT, values());
        case 1 -> change(row, Operation.DELETE, values());
        default -> {
          Map<String, Object> values = values();
          change(row, Operation.UPDATE_BEFORE, values);
          change(row, Operation.UPDATE_AFTER, values);
        }
      }
    }
  }

  // Rows of a commit come in their order.
  private void change(int rowFromEnd, Operation operation, Map<String, Object> values) {
    rowsSince++;
    row(
        table.change(lsn, 10 - rowFromEnd, operation, values),
        Map.of("_start_lsn", TestingTable.lsn(lsn).toString(), "_operation", operation.code()),
        values);
  }

  private void row(TestingRecord record, Map<String, Object> own, Map<String, Object> values) {
    Map<String, Object> row = new HashMap<>(own);
    row.putAll(values);
    drafts.add(new Draft(record, lsn, Optional.of(row), null));
  }

  private Map<String, Object> values() {
    ids++;
    Map<String, Object> values = new HashMap<>(Map.of("id", ids, "name", "row " + ids));
    for (int i = 1; i <= columns; i++) {
      values.put("more" + i, "more " + ids);
    }
    return values;
  }

  private void progress() {
    drafts.add(
        new Draft(
            table.progress(progressEnd, lsn, rowsSince),
            lsn,
            Optional.empty(),
            "progress "
                + EventJson.write(
                    new EventDetail.Progress(
                        progressEnd == null ? null : TestingTable.lsn(progressEnd).toString(),
                        null,
                        "srv",
                        "shop"))));
    progressEnd = lsn;
    rowsSince = 0;
  }

  private void changeSchema() {
    lsn++;
    if (columns < MAX_COLUMNS) {
      columns++;
      table.column("more" + columns, "more" + columns, "nvarchar(50)", SchemaBuilder.string());
    }
    event(
        "ddl-" + lsn,
        new EventDetail.SchemaChange("alter " + lsn, "0x", List.of(), List.of()),
        null);
    commit();
    progress();
  }

  private void snapshot() {
    if (chunk < 0) {
      snapshots++;
      chunk = 0;
      event(
          "open-" + snapshots,
          new EventDetail.SnapshotOpen(
              snapshotId(), stamp(), List.of("id"), false, "request", "r", ""),
          null);
    }
    long rows = random.nextInt(6);
    for (int i = 0; i < rows; i++) {
      Map<String, Object> values = values();
      row(
          table.snapshotRow(lsn, snapshotId(), chunk, values),
          Map.of(
              "_start_lsn",
              stamp(),
              "_operation",
              Operation.SNAPSHOT.code(),
              "_snapshot",
              snapshotId(),
              "_chunk",
              chunk),
          values);
    }
    event(
        "chunk-" + snapshots + "-" + chunk,
        new EventDetail.SnapshotChunk(snapshotId(), chunk, null, null, stamp(), 9, false, null),
        rows);
    chunk++;
    if (random.nextInt(5) == 0) {
      complete();
    }
  }

  private void complete() {
    event(
        "complete-" + snapshots,
        new EventDetail.SnapshotComplete(snapshotId(), stamp(), chunk, 9, false, false),
        null);
    chunk = -1;
  }

  private void event(String id, EventDetail detail, Long rows) {
    drafts.add(
        new Draft(
            table.event(id, lsn, detail, rows),
            lsn,
            Optional.empty(),
            detail.type().wireName() + " " + EventJson.write(detail)));
  }

  private String snapshotId() {
    return "s" + snapshots;
  }

  private String stamp() {
    return TestingTable.lsn(lsn).toString();
  }
}
