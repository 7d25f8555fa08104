package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Checks the topic of one table. */
final class TableCheck {

  private final SoakTable table;
  private final Figures figures;
  private final Supplier<Lsn> known;
  private final Outstanding outstanding;
  private final ChangeCheck changes;
  private final SnapshotCheck snapshot;
  private final CommitLog log;
  private long rows;
  private long rowsAfterLoss;
  private Optional<Lsn> skippedTo = Optional.empty();

  /**
   * @param known the LSN up to which the LSN of every transaction is known
   * @param settle makes sure that every transaction which a topic may show is outstanding
   * @param learn told of the LSN of each change's transaction
   */
  TableCheck(
      SoakTable table,
      Run run,
      Supplier<Lsn> known,
      Runnable settle,
      BiConsumer<Pending, Lsn> learn) {
    this.table = table;
    this.figures = run.figures();
    this.log = run.log();
    this.known = known;
    this.outstanding = new Outstanding(table);
    this.changes = new ChangeCheck(table, outstanding, settle, learn);
    this.snapshot = new SnapshotCheck(table, outstanding, settle);
  }

  void expect(Pending pending) {
    for (Change change : pending.transaction().changes()) {
      if (change.table() == table) {
        outstanding.add(new Expected(pending, change));
      }
    }
  }

  /** The LSN of a transaction with changes of this table is known now. */
  void learnt(Pending pending) {
    outstanding.learnt(pending);
    checkArrived(table.progress());
  }

  boolean isSnapshotComplete() {
    return snapshot.isComplete();
  }

  /** A change that has not arrived. */
  Optional<Expected> missing() {
    return outstanding.any();
  }

  /**
   * Checks the topic's next record.
   *
   * @return false when it has to wait until {@code known} has come further
   */
  boolean accept(Arrived record) {
    if (record instanceof Arrived.Changed changed) {
      changes.check(changed).ifPresent(this::arrived);
      rows++;
      rowsAfterLoss++;
      return true;
    }
    if (record instanceof Arrived.SnapshotRow row) {
      snapshot.check(row);
      figures.snapshotRow();
      return true;
    }
    return told((Arrived.Told) record);
  }

  private void arrived(Change change) {
    snapshot.changed(change);
    log.checked(1);
  }

  private boolean told(Arrived.Told event) {
    if (changes.isInsideUpdate()) {
      throw new Violation("an event between the images of an update: " + event.detail());
    }
    if (waitsFor(event.detail()).compareTo(known.get()) > 0) {
      return false;
    }
    EventDetail detail = event.detail();
    if (detail instanceof EventDetail.Progress progress) {
      progress(progress, event);
    } else if (detail instanceof EventDetail.DataSkipped skipped) {
      skipped(skipped);
    } else if (detail instanceof EventDetail.SnapshotOpen open) {
      log.checked(snapshot.open(open));
    } else if (detail instanceof EventDetail.SnapshotChunk chunk) {
      snapshot.chunk(chunk, event.rows());
    } else if (detail instanceof EventDetail.SnapshotComplete complete) {
      snapshot.complete(complete);
    } else {
      definition(detail);
    }
    return true;
  }

  /** What an event excuses is found by the LSNs of transactions. */
  private static Lsn waitsFor(EventDetail detail) {
    if (detail instanceof EventDetail.DataSkipped skipped) {
      return Lsn.parse(skipped.to());
    }
    return detail instanceof EventDetail.SnapshotOpen open ? Lsn.parse(open.s()) : Lsn.ZERO;
  }

  private void progress(EventDetail.Progress detail, Arrived.Told event) {
    Lsn before = skippedTo.map(Lsn::previous).orElse(table.progress());
    boolean isFirst = table.progress().isZero();
    String from = isFirst ? detail.start() : detail.from();
    String due = (isFirst && skippedTo.isEmpty() ? snapshot.start() : before).toString();
    if (!due.equals(from) || isFirst != (detail.from() == null)) {
      throw new Violation("%s where one from %s is due".formatted(detail, due));
    }
    // what a loss cut short may be counted or not; without one both are the same
    long counted = event.rows().orElse(-1);
    if (counted < rowsAfterLoss || counted > rows) {
      throw new Violation(
          "%s to %s counts %s rows, %d came".formatted(detail, event.lsn(), event.rows(), rows));
    }
    if (event.lsn().compareTo(before) < 0 || event.lsn().compareTo(changes.last().startLsn()) < 0) {
      throw new Violation(
          "progress to %s after one to %s and a row at %s"
              .formatted(event.lsn(), before, changes.last()));
    }
    rows = 0;
    rowsAfterLoss = 0;
    skippedTo = Optional.empty();
    checkArrived(event.lsn());
    if (isFirst) {
      table.instance(event.instance()).ifPresent(Instance::read);
    }
    table.progressed(event.lsn());
  }

  private void checkArrived(Lsn lsn) {
    Optional<Expected> missing = outstanding.anyUpTo(lsn);
    if (missing.isPresent()) {
      throw new Violation(
          "progress to %s without the %s".formatted(lsn, missing.get()), missing.get());
    }
  }

  private void skipped(EventDetail.DataSkipped detail) {
    Lsn from = Lsn.parse(detail.from());
    Lsn to = Lsn.parse(detail.to());
    Lsn before = skippedTo.map(Lsn::previous).orElse(table.progress());
    if (!from.equals(before) || to.compareTo(table.lossBelow()) > 0) {
      throw new Violation(
          "%s where the table was read up to %s and its changes were removed below %s"
              .formatted(detail, before, table.lossBelow()));
    }
    List<Expected> lost =
        outstanding.removeIf(
            pending ->
                pending
                    .lsn()
                    .filter(lsn -> lsn.compareTo(from) > 0 && lsn.compareTo(to) < 0)
                    .isPresent());
    lost.forEach(expected -> snapshot.changed(expected.change()));
    log.checked(lost.size());
    figures.gap(lost.size());
    rowsAfterLoss = 0;
    skippedTo = Optional.of(to);
  }

  private void definition(EventDetail detail) {
    if (detail instanceof EventDetail.SchemaChange change) {
      SoakTable.Ddl ddl =
          table.ddl().stream()
              .filter(each -> !each.isTold() && each.statement().equals(change.ddl()))
              .findFirst()
              .orElseThrow(
                  () -> new Violation("nobody made this change, or it came already: " + detail));
      ddl.tell();
    } else if (detail instanceof EventDetail.CaptureInstanceSwitched switched) {
      switched(switched);
    } else if (detail instanceof EventDetail.CaptureInstanceReleased released) {
      Instance old = table.instance(released.oldInstance()).orElseThrow();
      if (old.isReleased() || !table.instance(released.newInstance()).orElseThrow().isRead()) {
        throw new Violation("released twice or too early: " + detail);
      }
      old.release();
    } else {
      throw new Violation("not to come in this load: " + detail);
    }
  }

  private void switched(EventDetail.CaptureInstanceSwitched detail) {
    List<Instance> all = table.instances();
    Instance next = table.instance(detail.newInstance()).orElseThrow();
    int index = all.indexOf(next);
    boolean isNext =
        index > 0
            && all.get(index - 1).name().equals(detail.oldInstance())
            && all.get(index - 1).isRead()
            && !next.isRead();
    Lsn at = Lsn.parse(detail.startLsn());
    if (!isNext || at.compareTo(changes.last().startLsn()) <= 0) {
      throw new Violation("after a row at %s: %s".formatted(changes.last(), detail));
    }
    next.read();
  }
}
