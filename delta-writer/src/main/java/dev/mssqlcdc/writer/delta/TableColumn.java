package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A column of a table as it is stored.
 *
 * @param name the logical name
 * @param physicalName its name in the Parquet files and statistics
 * @param fieldId its Parquet field id; only with column mapping
 */
public record TableColumn(
    String name, String physicalName, OptionalInt fieldId, DeltaType type, String comment) {

  public TableColumn {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(physicalName, "physicalName");
    Objects.requireNonNull(fieldId, "fieldId");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(comment, "comment");
  }

  /** The column as the table's users see it. */
  public Column logical() {
    return new Column(name, type, comment);
  }
}
