package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Checks the change rows of one topic: their order, and each against the load's own log. */
final class ChangeCheck {

  private final SoakTable table;
  private final Outstanding outstanding;
  private final Runnable settle;
  private final BiConsumer<Pending, Lsn> learn;
  private SourcePosition last = new SourcePosition(Lsn.ZERO, 0, Lsn.ZERO, 0);
  private Optional<Expected> begun = Optional.empty();
  private int step;
  private int instance;

  /**
   * @param settle makes sure that every transaction which a topic may show is outstanding
   * @param learn told of the LSN of each change's transaction
   */
  ChangeCheck(
      SoakTable table, Outstanding outstanding, Runnable settle, BiConsumer<Pending, Lsn> learn) {
    this.table = table;
    this.outstanding = outstanding;
    this.settle = settle;
    this.learn = learn;
  }

  /** Whether a before image has come and its after image has not. */
  boolean isInsideUpdate() {
    return begun.isPresent();
  }

  SourcePosition last() {
    return last;
  }

  /** Checks the next record; returns the change that is complete with it. */
  Optional<Change> check(Arrived.Changed record) {
    checkOrder(record);
    long row = Images.number(table, record);
    Optional<String> difference = difference(row, record);
    if (difference.isPresent()) {
      settle.run();
      difference = difference(row, record);
    }
    if (difference.isPresent()) {
      throw new Violation(
          difference.get()
              + "; to come next of this row: "
              + outstanding.of(row).stream().limit(3).map(each -> "\n  " + each).toList());
    }
    Change change = accept(row, record);
    last = record.position();
    return isInsideUpdate() ? Optional.empty() : Optional.of(change);
  }

  private void checkOrder(Arrived.Changed record) {
    SourcePosition position = record.position();
    if (position.compareTo(last) <= 0) {
      throw new Violation("position %s does not follow %s".formatted(position, last));
    }
    if (position.startLsn().compareTo(table.progress()) <= 0) {
      throw new Violation(
          "position %s comes after the progress to %s".formatted(position, table.progress()));
    }
    boolean isOfSameChange =
        position.startLsn().equals(last.startLsn())
            && position.commandId() == last.commandId()
            && position.seqval().equals(last.seqval())
            && position.operation() == Operation.UPDATE_AFTER.code();
    if (begun.isPresent() != isOfSameChange) {
      throw new Violation(
          begun.isPresent()
              ? "position %s where the after image of %s is due".formatted(position, last)
              : "the after image at %s has no before image".formatted(position));
    }
  }

  /** What is wrong with the record as the next of its row. */
  private Optional<String> difference(long row, Arrived.Changed record) {
    Optional<Expected> next = outstanding.next(row);
    if (next.isEmpty()) {
      return Optional.of("nobody made this change, or it came already");
    }
    Change change = next.get().change();
    int operation = record.position().operation();
    if (operation != due(change).code()) {
      return Optional.of("operation %d instead of %s".formatted(operation, due(change)));
    }
    Row image = (showsAfter(operation) ? change.after() : change.before()).orElseThrow();
    Transaction transaction = next.get().pending().transaction();
    return Images.difference(table, image, record, Optional.of(transaction))
        .or(() -> instanceDifference(record, transaction));
  }

  private static boolean showsAfter(int operation) {
    return Operation.of(operation).isImage();
  }

  private Operation due(Change change) {
    if (change.isUpdate()) {
      return begun.isPresent() ? Operation.UPDATE_AFTER : Operation.UPDATE_BEFORE;
    }
    return change.after().isPresent() ? Operation.INSERT : Operation.DELETE;
  }

  /** Each commit is read from the instance that begins last at or below it. */
  private Optional<String> instanceDifference(Arrived.Changed record, Transaction transaction) {
    List<Instance> all = table.instances();
    int index = all.indexOf(table.instance(record.instance()).orElseThrow());
    boolean isTooNew = !all.get(index).mayHold(transaction) || index < instance;
    boolean isTooOld = index + 1 < all.size() && all.get(index + 1).mustHold(transaction);
    return isTooNew || isTooOld
        ? Optional.of("read from capture instance " + record.instance())
        : Optional.empty();
  }

  private Change accept(long row, Arrived.Changed record) {
    Expected expected = outstanding.next(row).orElseThrow();
    learn.accept(expected.pending(), record.position().startLsn());
    boolean isSameCommit = record.position().startLsn().equals(last.startLsn());
    if (isSameCommit && expected.change().step() < step) {
      throw new Violation(
          "a statement's change comes after one of statement " + step + ": " + expected);
    }
    step = expected.change().step();
    instance = table.instances().indexOf(table.instance(record.instance()).orElseThrow());
    if (record.position().operation() == Operation.UPDATE_BEFORE.code()) {
      begun = Optional.of(expected);
    } else {
      begun = Optional.empty();
      outstanding.remove(row);
    }
    return expected.change();
  }
}
