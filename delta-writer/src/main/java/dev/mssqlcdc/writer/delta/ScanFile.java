package dev.mssqlcdc.writer.delta;

import io.delta.kernel.data.Row;
import java.util.Map;

/** A data file that a table consists of at some version. */
public final class ScanFile {

  private final Row row;

  ScanFile(Row row) {
    this.row = row;
  }

  /**
   * A file that a commit has added.
   *
   * @param table at any version since then
   * @param partition values of the partition columns
   */
  public static ScanFile added(KernelTable table, DataFile file, Map<String, String> partition) {
    return new ScanFile(KernelInternals.scanFile(table.snapshot(), file.status(), partition));
  }

  /** When it was written, milliseconds since 1970. */
  public long modificationTime() {
    return KernelInternals.dataFile(row).getModificationTime();
  }

  /** Values of the partition columns. */
  public Map<String, String> partition() {
    return KernelInternals.partitionValues(row);
  }

  Row row() {
    return row;
  }
}
