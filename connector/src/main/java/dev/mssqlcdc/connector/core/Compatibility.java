package dev.mssqlcdc.connector.core;

import java.util.List;

/**
 * Keeps a table's records such that a reader of the new ones also reads those before: what a schema
 * registry set to BACKWARD demands. Where it does not, the converter ends the whole task.
 *
 * @param proceeds whether records go on that Avro's rules of promotion do not allow
 */
public record Compatibility(boolean proceeds) {

  /**
   * The definition with fields that hold what the records had so far: a column of a narrower type
   * keeps its field, one of a wider type widens it.
   *
   * @param known what consumers know
   * @throws SourceException when a field would change in a way that it must not
   */
  public TableDefinition keep(TableDefinition now, InstanceOffset known) {
    checkKey(now, SqlNames.parseList(known.key()));
    RecordForm before = RecordForm.parse(known.fields());
    return now.map(column -> keep(now, column, before.fields().get(column.field())));
  }

  private Column keep(TableDefinition table, Column column, WireType before) {
    WireType form = column.wireType();
    if (before == null || form.fits(before)) {
      return before == null ? column : column.withType(column.sqlType(), before);
    }
    if (!before.fits(form)) {
      throw new SourceException(
          SourceException.Kind.INCONSISTENT,
          "column %s of table %s is %s now, which its field in the records, %s, cannot hold"
              .formatted(column.name(), table.table(), column.sqlType().declared(), before.kind()),
          SourceException.REMEDY_TYPE);
    }
    if (!before.promotesTo(form) && !proceeds) {
      throw incompatible(
          "column %s of table %s is %s now: its field would change from %s to %s"
              .formatted(
                  column.name(),
                  table.table(),
                  column.sqlType().declared(),
                  before.kind(),
                  form.kind()));
    }
    return column;
  }

  private void checkKey(TableDefinition table, List<String> before) {
    List<String> added =
        table.key().stream().map(Column::name).filter(name -> !before.contains(name)).toList();
    if (!before.isEmpty() && !added.isEmpty() && !proceeds) {
      throw incompatible(
          "the key of table %s, %s so far, would gain the fields %s with capture instance %s"
              .formatted(table.table(), before, added, table.instance().name()));
    }
  }

  private static SourceException incompatible(String what) {
    return new SourceException(
        SourceException.Kind.INCONSISTENT,
        what + ", which a schema registry set to BACKWARD refuses",
        "set the compatibility of the key's and value's subjects of the table's topic to NONE, if there is a schema registry, and restart the task with schema.incompatible=proceed");
  }
}
