package dev.mssqlcdc.lake;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An engine in whose way other processes come, or whose process dies. */
final class TestingFaults<T extends LakeTable> implements TableEngine<T> {

  private final TableEngine<T> engine;
  private Runnable before = () -> {};
  private Fault fault = Fault.NONE;

  TestingFaults(TableEngine<T> engine) {
    this.engine = engine;
  }

  /** Where the process dies when it changes a table. */
  enum Fault {
    NONE,
    BETWEEN_CHANGE_AND_STAMP,
    AFTER_THE_COMMIT
  }

  /** The process died. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  TestingFaults<T> dying(Fault where) {
    fault = where;
    return this;
  }

  /** Something that another process does once, between our read of a table and our commit. */
  TestingFaults<T> after(Runnable other) {
    before = other;
    return this;
  }

  @Override
  public Optional<T> find(String path) {
    return engine.find(path);
  }

  @Override
  public T create(String path, TableDefinition definition) {
    letOthersGoFirst();
    return engine.create(path, definition);
  }

  @Override
  public Optional<T> change(T table, List<Column> added, Map<String, String> properties) {
    letOthersGoFirst();
    if (fault == Fault.BETWEEN_CHANGE_AND_STAMP) {
      engine.change(table, added, Map.of());
      throw new Crash();
    }
    Optional<T> after = engine.change(table, added, properties);
    if (fault == Fault.AFTER_THE_COMMIT) {
      throw new Crash();
    }
    return after;
  }

  private void letOthersGoFirst() {
    Runnable once = before;
    before = () -> {};
    once.run();
  }
}
