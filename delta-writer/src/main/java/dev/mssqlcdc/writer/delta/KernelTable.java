package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.LakeTable;
import io.delta.kernel.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;

/** A table at one version, as Kernel sees it. */
public final class KernelTable implements LakeTable {

  /** The property by which a table's owner lets its columns be widened. */
  public static final String TYPE_WIDENING = "delta.enableTypeWidening";

  private final String path;
  private final Snapshot snapshot;
  private final List<TableColumn> columns;

  KernelTable(String path, Snapshot snapshot) {
    this.path = path;
    this.snapshot = snapshot;
    this.columns = KernelSchemas.columns(path, snapshot.getSchema());
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Map<String, String> properties() {
    return snapshot.getTableProperties();
  }

  @Override
  public Map<String, String> columnTypes() {
    Map<String, String> types = new LinkedHashMap<>();
    columns.forEach(column -> types.put(column.name(), column.type().name()));
    return types;
  }

  /** The version of the Delta log. */
  public long version() {
    return snapshot.getVersion();
  }

  /** The table's id, which a table created anew at the same place does not share. */
  public String id() {
    return KernelInternals.tableId(snapshot);
  }

  public List<TableColumn> columns() {
    return columns;
  }

  /** The columns as the table's users see them. */
  public List<Column> logicalColumns() {
    return columns.stream().map(TableColumn::logical).toList();
  }

  public boolean hasColumnMapping() {
    return !properties().getOrDefault(ColumnMapping.MODE, "none").equals("none");
  }

  /** Whether the owner lets columns be widened. */
  public boolean hasTypeWidening() {
    return Boolean.parseBoolean(properties().get(TYPE_WIDENING));
  }

  /** Columns as they will be stored when the next commit adds or widens them. */
  public List<TableColumn> planned(List<Column> changed) {
    Map<String, TableColumn> known = byName(columns);
    int id = ColumnMapping.maxId(properties());
    List<TableColumn> planned = new ArrayList<>();
    for (Column column : changed) {
      TableColumn old = known.get(column.name());
      if (old == null) {
        id++;
      }
      planned.add(
          new TableColumn(
              column.name(),
              old == null ? physicalName(column) : old.physicalName(),
              old == null ? fieldId(id) : old.fieldId(),
              column.type(),
              column.comment()));
    }
    return List.copyOf(planned);
  }

  /** All columns after the commit that brings the planned ones. */
  public List<TableColumn> columnsWith(List<TableColumn> planned) {
    Map<String, TableColumn> all = byName(columns);
    all.putAll(byName(planned));
    return List.copyOf(all.values());
  }

  private String physicalName(Column column) {
    return hasColumnMapping() ? "col-" + UUID.randomUUID() : column.name();
  }

  private OptionalInt fieldId(int id) {
    return hasColumnMapping() ? OptionalInt.of(id) : OptionalInt.empty();
  }

  private static Map<String, TableColumn> byName(List<TableColumn> columns) {
    Map<String, TableColumn> byName = new LinkedHashMap<>();
    columns.forEach(column -> byName.put(column.name(), column));
    return byName;
  }

  Snapshot snapshot() {
    return snapshot;
  }
}
