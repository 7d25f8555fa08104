package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Two topics as a connector without faults fills them, of a load that was committed: the marks, and
 * a table that begins with row 9. A test spoils them before they are checked.
 */
final class TestingTopics {

  static final String INSTANCE = "t_v1";
  private static final long START = 1;
  private static final int END = 40;

  final SoakTable marks = new SoakTable("dbo", "marks", KeyShape.MARK, List.of());
  final SoakTable table =
      new SoakTable("dbo", "t", KeyShape.ONE_COLUMN, List.of(new SoakColumn("a", ColumnKind.INT)));
  final Run run = new Run();
  final List<Arrived> marked = new ArrayList<>();
  final List<Arrived> records = new ArrayList<>();
  private final Map<Long, Row> rows = new HashMap<>();
  private int ofRange;

  TestingTopics() {
    add(marks, "marks_v1");
    add(table, INSTANCE);
    Row first = row(9, 0, 90);
    table.firstRows().put(9L, first);
    rows.put(9L, first);
    begin(marked, "marks_v1", List.of());
    begin(records, INSTANCE, List.of(first));
    transaction(1, insert(1, row(1, 1, 10)));
    transaction(2, insert(2, row(2, 2, 20)), update(1, row(1, 2, 11)));
    transaction(3, update(9, row(9, 3, 91)), delete(2));
    progress(marked, "marks_v1", START, END, 3);
    progress(records, INSTANCE, START, END, ofRange);
  }

  private void add(SoakTable added, String instance) {
    var enabled = new Instance(instance, added.writable(), run.ticks().next());
    enabled.enabled(run.ticks().next());
    added.instances().add(enabled);
  }

  static Lsn lsn(long number) {
    return new Lsn(0, number);
  }

  static Row row(long number, long tx, long a) {
    return new Row(number, Map.of(SoakTable.WRITER, tx, "a", a));
  }

  private Change insert(int step, Row after) {
    rows.put(after.number(), after);
    return new Change(table, step, Optional.empty(), Optional.of(after));
  }

  private Change update(long number, Row after) {
    return new Change(table, 2, Optional.ofNullable(rows.put(number, after)), Optional.of(after));
  }

  private Change delete(long number) {
    return new Change(table, 3, Optional.ofNullable(rows.remove(number)), Optional.empty());
  }

  /** Commits at LSN ten times its number. */
  private void transaction(long id, Change... changes) {
    List<Change> all = new ArrayList<>(List.of(changes));
    var mark = new Change(marks, 0, Optional.empty(), Optional.of(new Row(id, Map.of())));
    all.add(mark);
    long began = run.ticks().next();
    run.log().publish(new Transaction(id, 1, began, run.ticks().next(), all));
    marked.add(changed("marks_v1", id, 0, 2, List.of(id), Map.of("tx", id)));
    for (Change change : changes) {
      if (change.isUpdate()) {
        record(id, change.step(), 3, change.before());
        record(id, change.step(), 4, change.after());
      } else {
        record(
            id,
            change.step(),
            change.after().isPresent() ? 2 : 1,
            change.after().or(change::before));
      }
    }
  }

  private void record(long tx, int step, int operation, Optional<Row> image) {
    Row row = image.orElseThrow();
    Map<String, Object> values = new HashMap<>(row.values());
    values.put("id", row.number());
    records.add(changed(INSTANCE, tx, step, operation, List.of(row.number()), values));
    ofRange++;
  }

  private Arrived.Changed changed(
      String instance,
      long tx,
      int step,
      int operation,
      List<Object> key,
      Map<String, Object> values) {
    var position = new SourcePosition(lsn(10 * tx), step, lsn(step), operation);
    return new Arrived.Changed(0, instance, position, Optional.of(key), values);
  }

  private void begin(List<Arrived> topic, String instance, List<Row> snapshot) {
    topic.add(
        told(
            instance,
            START,
            new EventDetail.SnapshotOpen(
                "s", lsn(START).toString(), List.of(), false, "initial", null, ""),
            OptionalLong.empty()));
    for (Row row : snapshot) {
      Map<String, Object> values = new HashMap<>(row.values());
      values.put("id", row.number());
      topic.add(
          new Arrived.SnapshotRow(0, instance, "s", Optional.of(List.of(row.number())), values));
    }
    topic.add(
        told(
            instance,
            START,
            new EventDetail.SnapshotChunk("s", 0, null, null, lsn(START).toString(), 0, true, null),
            OptionalLong.of(snapshot.size())));
    topic.add(
        told(
            instance,
            START,
            new EventDetail.SnapshotComplete("s", lsn(START).toString(), 1, 0, false, false),
            OptionalLong.empty()));
    topic.add(
        told(
            instance,
            START,
            new EventDetail.Progress(null, lsn(START).toString(), "s", "d"),
            OptionalLong.of(0)));
  }

  static Arrived.Told progress(String instance, long from, long to, long rows) {
    return told(
        instance,
        to,
        new EventDetail.Progress(lsn(from).toString(), null, "s", "d"),
        OptionalLong.of(rows));
  }

  private static void progress(
      List<Arrived> topic, String instance, long from, long to, long rows) {
    topic.add(progress(instance, from, to, rows));
  }

  static Arrived.Told told(String instance, long at, EventDetail detail, OptionalLong rows) {
    return new Arrived.Told(0, instance, lsn(at), detail, rows);
  }

  /** Places of the change rows in {@link #records}. */
  List<Integer> changes() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i) instanceof Arrived.Changed) {
        places.add(i);
      }
    }
    return places;
  }

  /** Says that the last range has another number of rows. */
  void recount(long counted) {
    records.set(records.size() - 1, progress(INSTANCE, START, END, counted));
  }

  /** Why the topics are not complete; empty when they are. */
  Optional<String> check() {
    var checker = new Checker(run, marks);
    checker.check(Map.of(table, records.subList(0, 1)));
    checker.check(Map.of(table, records.subList(1, records.size()), marks, marked));
    checker.check(Map.of());
    return checker.incomplete();
  }
}
