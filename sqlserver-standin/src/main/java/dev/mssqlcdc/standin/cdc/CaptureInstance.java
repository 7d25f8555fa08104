package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * A capture instance; replaced when an ALTER COLUMN changes a captured type.
 *
 * @param changeTable the table {@code cdc.<name>_CT}
 * @param captured the captured columns of the source, by column_id
 * @param enabled the LSN from which on commits are captured
 * @param start the LSN from which on the change table is complete: cleanup raises it
 */
public record CaptureInstance(
    String name,
    TableDef source,
    TableDef changeTable,
    List<ColumnDef> captured,
    Lsn enabled,
    Lsn start,
    LocalDateTime created,
    Optional<String> role,
    Optional<String> indexName,
    boolean netChanges) {

  public CaptureInstance {
    captured = List.copyOf(captured);
  }

  /** What {@code start_lsn} says: the LSN from which on the change table is complete. */
  public byte[] startLsn() {
    return start.toBytes();
  }

  /** The columns of the unique index that identifies a row; empty without one. */
  public List<String> indexColumns() {
    return indexName.flatMap(source::key).map(key -> key.columns()).orElse(List.of());
  }

  CaptureInstance withCaptured(TableDef newSource, TableDef table, List<ColumnDef> columns) {
    return new CaptureInstance(
        name, newSource, table, columns, enabled, start, created, role, indexName, netChanges);
  }

  CaptureInstance startingAt(Lsn newStart) {
    return new CaptureInstance(
        name,
        source,
        changeTable,
        captured,
        enabled,
        newStart,
        created,
        role,
        indexName,
        netChanges);
  }
}
