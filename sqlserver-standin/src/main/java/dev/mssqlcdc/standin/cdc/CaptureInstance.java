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
 * @param start the LSN from which on commits are captured
 */
public record CaptureInstance(
    String name,
    TableDef source,
    TableDef changeTable,
    List<ColumnDef> captured,
    Lsn start,
    LocalDateTime created,
    Optional<String> role,
    Optional<String> indexName,
    boolean netChanges) {

  public CaptureInstance {
    captured = List.copyOf(captured);
  }

  /** The LSN from which on commits are captured, as its 10 bytes. */
  public byte[] startLsn() {
    return start.toBytes();
  }

  /** The columns of the unique index that identifies a row; empty without one. */
  public List<String> indexColumns() {
    return indexName.flatMap(source::key).map(key -> key.columns()).orElse(List.of());
  }

  CaptureInstance withCaptured(TableDef newSource, TableDef table, List<ColumnDef> columns) {
    return new CaptureInstance(
        name, newSource, table, columns, start, created, role, indexName, netChanges);
  }
}
