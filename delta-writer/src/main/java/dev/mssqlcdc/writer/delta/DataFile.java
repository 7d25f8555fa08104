package dev.mssqlcdc.writer.delta;

import io.delta.kernel.utils.DataFileStatus;

/** A Parquet file that is written and not yet part of a table. */
public final class DataFile {

  private final DataFileStatus status;

  DataFile(DataFileStatus status) {
    this.status = status;
  }

  /** Where it lies. */
  public String path() {
    return status.getPath();
  }

  /** Its length, in bytes. */
  public long size() {
    return status.getSize();
  }

  DataFileStatus status() {
    return status;
  }
}
