package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The changes of one table that its topic is to hold and that have not arrived. */
final class Outstanding {

  private final SoakTable table;
  private final Map<Long, Deque<Expected>> byRow = new HashMap<>();
  private final NavigableMap<Lsn, Pending> byLsn = new TreeMap<>();

  Outstanding(SoakTable table) {
    this.table = table;
  }

  void add(Expected expected) {
    byRow.computeIfAbsent(expected.change().number(), number -> new ArrayDeque<>()).add(expected);
  }

  /** The LSN of a transaction with changes of the table is known now. */
  void learnt(Pending pending) {
    byLsn.put(pending.lsn().orElseThrow(), pending);
  }

  /** The next change of a row. */
  Optional<Expected> next(long row) {
    return byRow.containsKey(row) ? Optional.of(byRow.get(row).peek()) : Optional.empty();
  }

  /** All changes of a row, in order. */
  List<Expected> of(long row) {
    return byRow.containsKey(row) ? List.copyOf(byRow.get(row)) : List.of();
  }

  /** Rows with changes. */
  List<Long> rows() {
    return List.copyOf(byRow.keySet());
  }

  /** The next change of a row has arrived. */
  void remove(long row) {
    Deque<Expected> changes = byRow.get(row);
    done(changes.remove().pending());
    if (changes.isEmpty()) {
      byRow.remove(row);
    }
  }

  private void done(Pending pending) {
    if (pending.done(table)) {
      pending.lsn().ifPresent(byLsn::remove);
    }
  }

  /** Removes the changes of some transactions, and returns them, of each row in order. */
  List<Expected> removeIf(Predicate<Pending> chosen) {
    List<Expected> removed = new ArrayList<>();
    for (Iterator<Deque<Expected>> rows = byRow.values().iterator(); rows.hasNext(); ) {
      Deque<Expected> row = rows.next();
      for (Iterator<Expected> changes = row.iterator(); changes.hasNext(); ) {
        Expected expected = changes.next();
        if (chosen.test(expected.pending())) {
          changes.remove();
          done(expected.pending());
          removed.add(expected);
        }
      }
      if (row.isEmpty()) {
        rows.remove();
      }
    }
    return removed;
  }

  /** A change that is known to belong at or below an LSN. */
  Optional<Expected> anyUpTo(Lsn lsn) {
    return byLsn.isEmpty() || byLsn.firstKey().compareTo(lsn) > 0
        ? Optional.empty()
        : any(byLsn.firstEntry().getValue());
  }

  private Optional<Expected> any(Pending pending) {
    return byRow.values().stream()
        .flatMap(Deque::stream)
        .filter(expected -> expected.pending() == pending)
        .findFirst();
  }

  /** A change that has not arrived. */
  Optional<Expected> any() {
    return byRow.values().stream().map(Deque::peek).findFirst();
  }
}
