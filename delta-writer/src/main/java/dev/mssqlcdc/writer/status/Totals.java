package dev.mssqlcdc.writer.status;

/**
 * What was written of a table since this instance has it.
 *
 * @param rows in bronze
 * @param bytes of the records, as they wait in memory
 * @param batches commits of records, with rows or without
 * @param repeated records that had come before and were dropped
 */
public record Totals(long rows, long bytes, long batches, long repeated) {

  public static final Totals NONE = new Totals(0, 0, 0, 0);

  public Totals plusBatch(long moreRows, long moreBytes, long moreRepeated) {
    return new Totals(rows + moreRows, bytes + moreBytes, batches + 1, repeated + moreRepeated);
  }
}
