package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import java.util.List;

/** What stands between the parentheses of CREATE TABLE or after ALTER TABLE ... ADD. */
public record TableSpec(List<ColumnSpec> columns, List<ConstraintSpec> constraints) {

  /** The specification for a table of a database with this collation. */
  public TableSpec within(Collation database) {
    List<ColumnSpec> bound = columns.stream().map(column -> column.within(database)).toList();
    return new TableSpec(bound, constraints);
  }
}
