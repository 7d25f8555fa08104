package dev.mssqlcdc.standin.cdc;

import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * A log sequence number.
 *
 * @param block the virtual log file and the block in it, the first 8 bytes, unsigned
 * @param slot the record in the block, the last 2 bytes, 0 to 65535
 */
record Lsn(long block, int slot) implements Comparable<Lsn> {
  static final int BYTES = 10;
  static final Lsn ZERO = new Lsn(0, 0);
  private static final int SLOTS = 0x10000;
  private static final Comparator<Lsn> ORDER =
      Comparator.comparing(Lsn::block, Long::compareUnsigned).thenComparing(Lsn::slot);

  /** Reads 10 bytes; shorter values are zero at the end, as SQL Server pads binary. */
  static Lsn of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    buffer.put(bytes, 0, Math.min(bytes.length, BYTES)).position(0);
    return new Lsn(buffer.getLong(), buffer.getShort() & 0xFFFF);
  }

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(block).putShort((short) slot).array();
  }

  Lsn next() {
    return slot + 1 == SLOTS ? new Lsn(block + 1, 0) : new Lsn(block, slot + 1);
  }

  Lsn previous() {
    return slot == 0 ? new Lsn(block - 1, SLOTS - 1) : new Lsn(block, slot - 1);
  }

  @Override
  public int compareTo(Lsn other) {
    return ORDER.compare(this, other);
  }
}
