package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import dev.mssqlcdc.standin.sql.H2Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The shape of a change table. */
final class ChangeTables {
  private static final int ROWVERSION_BYTES = 8;
  private static final int MASK_BYTES = 128;

  private ChangeTables() {}

  static TableDef define(int objectId, String instance, List<ColumnDef> captured) {
    List<ColumnDef> columns = new ArrayList<>();
    SqlType lsn = SqlType.sized(SqlTypeName.BINARY, Lsn.BYTES);
    add(columns, "__$start_lsn", lsn, false);
    add(columns, "__$end_lsn", lsn, true);
    add(columns, "__$seqval", lsn, false);
    add(columns, "__$operation", SqlType.of(SqlTypeName.INT), false);
    add(columns, "__$update_mask", SqlType.sized(SqlTypeName.VARBINARY, MASK_BYTES), true);
    captured.forEach(column -> add(columns, column.name(), storedType(column.type()), true));
    add(columns, "__$command_id", SqlType.of(SqlTypeName.INT), true);
    return new TableDef(objectId, "cdc", instance + "_CT", columns, List.of(), columns.size());
  }

  /** A change row keeps the bytes of a rowversion, it has none of its own. */
  static SqlType storedType(SqlType type) {
    return type.name() == SqlTypeName.ROWVERSION
        ? SqlType.sized(SqlTypeName.BINARY, ROWVERSION_BYTES)
        : type;
  }

  /** The instance after an ALTER COLUMN of its source. */
  static CaptureInstance altered(CaptureInstance instance, TableDef source, int columnId) {
    List<ColumnDef> captured = new ArrayList<>();
    TableDef table = instance.changeTable();
    for (ColumnDef column : instance.captured()) {
      if (column.id() != columnId) {
        captured.add(column);
        continue;
      }
      ColumnDef now = source.columns().get(source.indexOf(columnId));
      captured.add(now);
      ColumnDef stored = table.column(column.name()).orElseThrow();
      table = table.withColumn(stored.withType(storedType(now.type()), true));
    }
    return instance.withCaptured(source, table, captured);
  }

  static List<String> statements(TableDef table) {
    String columns =
        table.columns().stream()
            .map(
                column ->
                    H2Types.quote(column.name())
                        + " "
                        + H2Types.of(column.type())
                        + (column.nullable() ? "" : " NOT NULL"))
            .collect(Collectors.joining(", ", " (", ")"));
    String name = TableBuilder.h2Name(table);
    return List.of(
        "CREATE TABLE " + name + columns,
        "CREATE INDEX cdc."
            + H2Types.quote(table.name() + ".clustered")
            + " ON "
            + name
            + "(\"__$start_lsn\", \"__$command_id\", \"__$seqval\", \"__$operation\")");
  }

  private static void add(List<ColumnDef> columns, String name, SqlType type, boolean nullable) {
    columns.add(new ColumnDef(columns.size() + 1, name, type, nullable, false, false));
  }
}
