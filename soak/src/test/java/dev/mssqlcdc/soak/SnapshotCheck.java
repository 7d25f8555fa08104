package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Checks the snapshot of one table, which is read while the table changes: each row is one that it
 * had at the snapshot's S or later, and no row lacks that it had all the time.
 */
final class SnapshotCheck {

  private final SoakTable table;
  private final Outstanding outstanding;
  private final Runnable settle;
  private final Map<Long, Row> atStart;
  private final Set<Long> seen = new HashSet<>();
  private Optional<EventDetail.SnapshotOpen> open = Optional.empty();
  private Lsn start = Lsn.ZERO;
  private boolean complete;

  SnapshotCheck(SoakTable table, Outstanding outstanding, Runnable settle) {
    this.table = table;
    this.outstanding = outstanding;
    this.settle = settle;
    this.atStart = new HashMap<>(table.firstRows());
  }

  boolean isComplete() {
    return complete;
  }

  /** Where the table's stream begins: what was committed up to here comes in the snapshot alone. */
  Lsn start() {
    return start;
  }

  /**
   * A snapshot begins; one that was interrupted begins again.
   *
   * @return how many outstanding changes are in it
   */
  int open(EventDetail.SnapshotOpen detail) {
    if (complete) {
      throw new Violation("a second snapshot: " + detail);
    }
    boolean isFirst = open.isEmpty();
    open = Optional.of(detail);
    seen.clear();
    if (!isFirst) {
      return 0;
    }
    start = Lsn.parse(detail.s());
    List<Expected> contained = outstanding.removeIf(pending -> isUpTo(pending, start));
    for (Expected expected : contained) {
      long row = expected.change().number();
      expected
          .change()
          .after()
          .ifPresentOrElse(after -> atStart.put(row, after), () -> atStart.remove(row));
    }
    return contained.size();
  }

  private static boolean isUpTo(Pending pending, Lsn lsn) {
    return pending.lsn().filter(known -> known.compareTo(lsn) <= 0).isPresent();
  }

  void check(Arrived.SnapshotRow record) {
    if (open.filter(detail -> detail.snapshot().equals(record.snapshot())).isEmpty()) {
      throw new Violation("a row of snapshot " + record.snapshot() + ", which is not open");
    }
    long row = Images.number(table, record);
    if (!seen.add(row)) {
      throw new Violation("row " + row + " comes twice in snapshot " + record.snapshot());
    }
    if (!isOneOf(record, images(row))) {
      settle.run();
      if (!isOneOf(record, images(row))) {
        throw new Violation(
            "row %d of the snapshot, %s, is none of %s"
                .formatted(row, record.values(), images(row)));
      }
    }
  }

  private boolean isOneOf(Arrived.SnapshotRow record, List<Optional<Row>> images) {
    return images.stream()
        .flatMap(Optional::stream)
        .anyMatch(image -> Images.difference(table, image, record, Optional.empty()).isEmpty());
  }

  /** What a row was from the open snapshot's S on; empty where there was none. */
  private List<Optional<Row>> images(long row) {
    Lsn s = Lsn.parse(open.orElseThrow().s());
    List<Optional<Row>> images = new ArrayList<>();
    images.add(Optional.ofNullable(atStart.get(row)));
    for (Expected expected : outstanding.of(row)) {
      if (isUpTo(expected.pending(), s)) {
        images.clear();
      }
      images.add(expected.change().after());
    }
    return images;
  }

  void chunk(EventDetail.SnapshotChunk detail, OptionalLong rows) {
    if (rows.orElse(-1) != seen.size()) {
      throw new Violation("%s counts %s rows, %d came".formatted(detail, rows, seen.size()));
    }
  }

  void complete(EventDetail.SnapshotComplete detail) {
    Optional<Long> lacking = lacking();
    if (lacking.isPresent()) {
      settle.run();
      lacking = lacking();
    }
    if (lacking.isPresent()) {
      throw new Violation("%s lacks row %d".formatted(detail, lacking.get()));
    }
    complete = true;
    atStart.clear();
    seen.clear();
  }

  private Optional<Long> lacking() {
    Set<Long> rows = new HashSet<>(atStart.keySet());
    rows.addAll(outstanding.rows());
    rows.removeAll(seen);
    return rows.stream()
        .filter(row -> images(row).stream().allMatch(Optional::isPresent))
        .findFirst();
  }
}
