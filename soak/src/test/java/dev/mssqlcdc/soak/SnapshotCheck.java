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
 * Checks the snapshot of one table, which is read while the table changes, in chunks between which
 * its changes may come: each row is what the changes so far have made of it, or later ones, and no
 * row lacks that neither the snapshot nor a change has told of.
 */
final class SnapshotCheck {

  private final SoakTable table;
  private final Outstanding outstanding;
  private final Runnable settle;
  private final Map<Long, Row> rows;
  private final Set<Long> seen = new HashSet<>();
  private final Set<Long> changed = new HashSet<>();
  private Optional<EventDetail.SnapshotOpen> open = Optional.empty();
  private Lsn start = Lsn.ZERO;
  private long ofChunk;
  private boolean complete;

  SnapshotCheck(SoakTable table, Outstanding outstanding, Runnable settle) {
    this.table = table;
    this.outstanding = outstanding;
    this.settle = settle;
    this.rows = new HashMap<>(table.firstRows());
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
    ofChunk = 0;
    if (!isFirst) {
      return 0;
    }
    start = Lsn.parse(detail.s());
    List<Expected> contained = outstanding.removeIf(pending -> isUpTo(pending, start));
    contained.forEach(expected -> apply(expected.change()));
    return contained.size();
  }

  private void apply(Change change) {
    change
        .after()
        .ifPresentOrElse(
            after -> rows.put(change.number(), after), () -> rows.remove(change.number()));
  }

  /** A change has come, or is lost: what is read from now on shows it. */
  void changed(Change change) {
    if (!complete) {
      apply(change);
      changed.add(change.number());
    }
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
    ofChunk++;
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
    images.add(Optional.ofNullable(rows.get(row)));
    for (Expected expected : outstanding.of(row)) {
      if (isUpTo(expected.pending(), s)) {
        images.clear();
      }
      images.add(expected.change().after());
    }
    return images;
  }

  void chunk(EventDetail.SnapshotChunk detail, OptionalLong counted) {
    if (counted.orElse(-1) != ofChunk) {
      throw new Violation("%s counts %s rows, %d came".formatted(detail, counted, ofChunk));
    }
    ofChunk = 0;
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
    rows.clear();
    seen.clear();
    changed.clear();
  }

  private Optional<Long> lacking() {
    Set<Long> untold = new HashSet<>(rows.keySet());
    untold.addAll(outstanding.rows());
    untold.removeAll(seen);
    untold.removeAll(changed);
    return untold.stream()
        .filter(row -> images(row).stream().allMatch(Optional::isPresent))
        .findFirst();
  }
}
