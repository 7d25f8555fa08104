package dev.mssqlcdc.soak;

/** A column of a table, beside those that number its rows. The times are {@link Ticks}. */
final class SoakColumn {

  private final String name;
  private volatile ColumnKind kind;
  private volatile long dropBegan = Long.MAX_VALUE;
  private volatile long dropEnded = Long.MAX_VALUE;

  SoakColumn(String name, ColumnKind kind) {
    this.name = name;
    this.kind = kind;
  }

  String name() {
    return name;
  }

  String quoted() {
    return "[" + name + "]";
  }

  ColumnKind kind() {
    return kind;
  }

  void widened(ColumnKind wider) {
    kind = wider;
  }

  void beginDrop(long tick) {
    dropBegan = tick;
  }

  void endDrop(long tick) {
    dropEnded = tick;
  }

  void keep() {
    dropBegan = Long.MAX_VALUE;
  }

  /** Whether statements may name it. */
  boolean isWritable() {
    return dropBegan == Long.MAX_VALUE;
  }

  /** Whether change rows of a transaction may lack it. */
  boolean mayLack() {
    return dropBegan != Long.MAX_VALUE;
  }

  /** Whether change rows of a transaction must lack it. */
  boolean mustLack(Transaction transaction) {
    return transaction.began() > dropEnded;
  }
}
