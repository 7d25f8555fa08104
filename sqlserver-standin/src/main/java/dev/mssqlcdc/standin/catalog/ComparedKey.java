package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.H2Types;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A column of a unique index under a collation by which H2 cannot compare: the index is on another
 * column beside it, which no query sees and which holds the value's sort key.
 */
public final class ComparedKey {
  private static final String SUFFIX = " sort key";
  private static final int LONGEST = 16_000;

  private ComparedKey() {}

  static boolean isNeeded(SqlType type) {
    return type.equatesByKey();
  }

  private static String name(String column) {
    return column + SUFFIX;
  }

  /** The column that a column of H2's index stands for. */
  public static String columnOf(String indexed) {
    return indexed.endsWith(SUFFIX)
        ? indexed.substring(0, indexed.length() - SUFFIX.length())
        : indexed;
  }

  /** The definition of the other column. */
  static String clause(String column, SqlType type) {
    return "%s VARBINARY(%d) INVISIBLE GENERATED ALWAYS AS (sys.sort_key(%s, %s))"
        .formatted(
            H2Types.quote(name(column)),
            LONGEST,
            H2Types.quote(column),
            H2Types.literal(type.collation().rule().name()));
  }

  /** Adds the columns that a unique index on a table's columns needs. */
  public static List<String> additions(TableDef table, List<String> columns) {
    return columns.stream()
        .flatMap(column -> table.column(column).stream())
        .filter(column -> isNeeded(column.type()))
        .map(
            column ->
                "ALTER TABLE "
                    + TableBuilder.h2Name(table)
                    + " ADD COLUMN IF NOT EXISTS "
                    + clause(column.name(), column.type()))
        .toList();
  }

  /** What a unique index on a table's columns is on. */
  public static String indexed(TableDef table, List<String> columns) {
    return columns.stream()
        .map(
            column ->
                table.column(column).filter(c -> isNeeded(c.type())).isPresent()
                    ? name(column)
                    : column)
        .map(H2Types::quote)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Drops the other column, before its own is dropped or altered. */
  public static List<String> removal(TableDef table, ColumnDef column) {
    return isNeeded(column.type())
        ? List.of(
            "ALTER TABLE "
                + TableBuilder.h2Name(table)
                + " DROP COLUMN IF EXISTS "
                + H2Types.quote(name(column.name())))
        : List.of();
  }
}
