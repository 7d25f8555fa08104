package dev.mssqlcdc.standin.cdc;

/** Hands out the LSNs of a database in rising order. Guarded by the commit lock of its database. */
final class LsnClock {
  private static final long FIRST_BLOCK = 0x25L << 32 | 0x100;
  private static final int RECORDS_PER_BLOCK = 1000;

  private long block = FIRST_BLOCK;

  /** Where the clock stands. */
  long position() {
    return block;
  }

  /** Sets the clock back: LSNs are given out again. */
  void position(long earlier) {
    block = earlier;
  }

  /** The LSN of a transaction's first log record, with room for its other records behind it. */
  Lsn reserve(long records) {
    long first = block;
    block += 1 + records / RECORDS_PER_BLOCK;
    return new Lsn(first, 1);
  }

  /** The LSN of a single record: a commit, an enable, a schema change. */
  Lsn next() {
    return new Lsn(block++, 1);
  }

  /** The LSN of the nth record behind the first of a reservation. */
  static Lsn record(Lsn first, long ordinal) {
    return new Lsn(
        first.block() + ordinal / RECORDS_PER_BLOCK, 1 + (int) (ordinal % RECORDS_PER_BLOCK));
  }
}
