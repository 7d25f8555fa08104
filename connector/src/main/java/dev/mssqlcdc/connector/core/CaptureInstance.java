package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;

/**
 * A capture instance as {@code sp_cdc_help_change_data_capture} lists it.
 *
 * @param name the instance; its change table is {@code cdc.[<name>_CT]}
 * @param table the source table
 * @param tableObjectId object id of the source table
 * @param startLsn the first LSN it holds changes of
 * @param created when it was created, server local time
 * @param keyColumns columns of its unique index, in index order; empty for a keyless table
 */
public record CaptureInstance(
    String name,
    TableId table,
    int tableObjectId,
    Lsn startLsn,
    LocalDateTime created,
    List<String> keyColumns) {

  /** Older first. Cleanup raises start LSNs, so two may tie or even be in the other order. */
  public static final Comparator<CaptureInstance> AGE =
      Comparator.comparing(CaptureInstance::created).thenComparing(CaptureInstance::startLsn);

  /** Whether it is this instance, whatever cleanup or a renaming made of it. */
  public boolean isSameAs(CaptureInstance other) {
    return name.equals(other.name) && tableObjectId == other.tableObjectId;
  }

  /** The instance of its table under another name. */
  CaptureInstance named(TableId newName) {
    return new CaptureInstance(name, newName, tableObjectId, startLsn, created, keyColumns);
  }

  /** The name that an instance bears unless it was given another. */
  public static String defaultName(TableId table) {
    return table.schema() + "_" + table.name();
  }
}
