package dev.mssqlcdc.soak;

import java.util.List;

/** A capture instance of a table. The times are {@link Ticks}. */
final class Instance {

  private final String name;
  private final List<SoakColumn> columns;
  private final long enableBegan;
  private volatile long enableEnded = Long.MAX_VALUE;
  private volatile boolean read;
  private volatile boolean released;
  private volatile boolean disabled;

  Instance(String name, List<SoakColumn> columns, long enableBegan) {
    this.name = name;
    this.columns = List.copyOf(columns);
    this.enableBegan = enableBegan;
  }

  String name() {
    return name;
  }

  List<SoakColumn> columns() {
    return columns;
  }

  void enabled(long tick) {
    enableEnded = tick;
  }

  /** Whether it may hold changes of a transaction. */
  boolean mayHold(Transaction transaction) {
    return enableBegan <= transaction.decided();
  }

  /** Whether it must hold the changes of a transaction, so that no older one is read for it. */
  boolean mustHold(Transaction transaction) {
    return enableEnded < transaction.began();
  }

  /** The connector said that it reads the table from it now. */
  void read() {
    read = true;
  }

  boolean isRead() {
    return read;
  }

  void disable() {
    disabled = true;
  }

  boolean isDisabled() {
    return disabled;
  }

  /** The connector said that it is not needed any more. */
  void release() {
    released = true;
  }

  boolean isReleased() {
    return released;
  }
}
