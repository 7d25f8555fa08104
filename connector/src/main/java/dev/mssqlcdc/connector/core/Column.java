package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * A captured column.
 *
 * @param name the source's name
 * @param field the name on the wire
 * @param columnId the source's {@code column_id}, stable across renames, new after drop and add
 * @param ordinal its place among the instance's captured columns, from 1; update masks count by it
 * @param sqlType as declared
 * @param wireType how its values travel
 * @param inKey whether it is part of the key
 * @param inTable whether the source table still has it (by {@code column_id})
 * @param partial why change rows do not always hold its value; empty where they do
 */
public record Column(
    String name,
    String field,
    int columnId,
    int ordinal,
    SqlType sqlType,
    WireType wireType,
    boolean inKey,
    boolean inTable,
    String partial) {

  Column withType(SqlType declared, WireType form) {
    return new Column(name, field, columnId, ordinal, declared, form, inKey, inTable, partial);
  }

  Column withInTable(boolean present) {
    return new Column(name, field, columnId, ordinal, sqlType, wireType, inKey, present, partial);
  }

  /** Its form on the wire if it were declared so; empty where the type has none. */
  Optional<WireType> formOf(SqlType declared) {
    return WireType.of(declared, inKey);
  }

  /** A column that holds its values and those of another type too; empty where none does. */
  Optional<Column> holding(SqlType declared) {
    return formOf(declared)
        .filter(form -> form.fits(wireType) || wireType.fits(form))
        .map(form -> withType(declared, form.fits(wireType) ? wireType : form));
  }
}
