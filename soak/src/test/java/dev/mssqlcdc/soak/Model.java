package dev.mssqlcdc.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The rows of one session as it left them, and what its open transaction did to them. */
final class Model {

  private final Map<SoakTable, NavigableMap<Long, Row>> tables = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final long firstNumber;

  /**
   * @param firstNumber the smallest number of a row of this session
   */
  Model(long firstNumber) {
    this.firstNumber = firstNumber;
  }

  NavigableMap<Long, Row> rows(SoakTable table) {
    return tables.computeIfAbsent(table, this::firstRows);
  }

  private NavigableMap<Long, Row> firstRows(SoakTable table) {
    return new TreeMap<>(
        new TreeMap<>(table.firstRows())
            .subMap(firstNumber, firstNumber + KeyShape.ROWS_OF_SESSION));
  }

  void insert(SoakTable table, int step, Row row) {
    apply(new Change(table, step, Optional.empty(), Optional.of(row)));
  }

  void delete(SoakTable table, int step, Row row) {
    apply(new Change(table, step, Optional.of(row), Optional.empty()));
  }

  /** An update; one that changes the row's key is recorded as delete and insert. */
  void update(SoakTable table, int step, Row before, Row after) {
    if (before.number() == after.number()) {
      apply(new Change(table, step, Optional.of(before), Optional.of(after)));
    } else {
      delete(table, step, before);
      insert(table, step, after);
    }
  }

  private void apply(Change change) {
    changes.add(change);
    put(change.table(), change.number(), change.after());
  }

  private void put(SoakTable table, long number, Optional<Row> row) {
    if (row.isPresent()) {
      rows(table).put(number, row.get());
    } else {
      rows(table).remove(number);
    }
  }

  /** Ends the open transaction; returns what it did. */
  List<Change> commit() {
    List<Change> done = List.copyOf(changes);
    changes.clear();
    return done;
  }

  /** Ends the open transaction: everything is as before it. */
  void rollBack() {
    for (int i = changes.size() - 1; i >= 0; i--) {
      Change change = changes.get(i);
      put(change.table(), change.number(), change.before());
    }
    changes.clear();
  }
}
