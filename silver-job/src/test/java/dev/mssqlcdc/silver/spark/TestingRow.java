package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.Image;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A row for a bronze table.
 *
 * @param values of the captured columns in order; those left out at the end are null
 */
public record TestingRow(
    Lsn lsn,
    Integer commandId,
    Lsn seqval,
    Operation operation,
    String snapshot,
    int chunk,
    Long offset,
    List<Object> values) {

  private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);

  public TestingRow {
    values = Collections.unmodifiableList(values);
  }

  /** The n-th LSN. */
  public static Lsn lsn(long n) {
    return new Lsn(0, n);
  }

  /** Commit time of an LSN: one a second. */
  public static LocalDateTime commitTime(Lsn lsn) {
    return START.plusSeconds(lsn.low());
  }

  /** The only change of its commit. */
  public static TestingRow change(long lsn, Operation operation, Object... values) {
    return change(lsn, 1, 1, operation, values);
  }

  public static TestingRow change(
      long lsn, int commandId, long seqval, Operation operation, Object... values) {
    return new TestingRow(
        lsn(lsn), commandId, lsn(seqval), operation, null, 0, null, Arrays.asList(values));
  }

  public static TestingRow change(Image<Integer, String> image) {
    return change(
        image.startLsn().low(),
        image.commandId().orElseThrow(),
        image.seqval().orElseThrow().low(),
        image.operation(),
        image.key(),
        image.row());
  }

  public static TestingRow snapshot(String id, long stamp, Object... values) {
    return new TestingRow(
        lsn(stamp), null, null, Operation.SNAPSHOT, id, 0, null, Arrays.asList(values));
  }

  public TestingRow at(long kafkaOffset) {
    return new TestingRow(lsn, commandId, seqval, operation, snapshot, chunk, kafkaOffset, values);
  }

  public TestingRow inChunk(int number) {
    return new TestingRow(lsn, commandId, seqval, operation, snapshot, number, offset, values);
  }
}
