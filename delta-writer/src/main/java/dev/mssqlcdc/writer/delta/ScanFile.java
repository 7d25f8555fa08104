package dev.mssqlcdc.writer.delta;

import io.delta.kernel.data.Row;
import java.util.Map;

/** A data file that a table consists of at some version. */
public final class ScanFile {

  private final Row row;

  ScanFile(Row row) {
    this.row = row;
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
