package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.SqlType;

/**
 * A column of a table.
 *
 * @param id the {@code column_id}, never used again after a drop
 */
public record ColumnDef(
    int id, String name, SqlType type, boolean nullable, boolean identity, boolean computed) {

  /** The column of a result set under another label. */
  public Column as(String label) {
    return new Column(label, type, nullable, identity);
  }

  public ColumnDef withType(SqlType newType, boolean newNullable) {
    return new ColumnDef(id, name, newType, newNullable, identity, computed);
  }

  public ColumnDef asNotNull() {
    return new ColumnDef(id, name, type, false, identity, computed);
  }
}
