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
    return columns.stream()
        .map(column -> new Column(column.name(), column.type(), column.comment()))
        .toList();
  }

  public boolean hasColumnMapping() {
    return !properties().getOrDefault(ColumnMapping.MODE, "none").equals("none");
  }

  /** The columns as they will be stored when the next commit adds them. */
  public List<TableColumn> planned(List<Column> added) {
    int id = Integer.parseInt(properties().getOrDefault(ColumnMapping.MAX_ID, "0"));
    List<TableColumn> planned = new ArrayList<>();
    for (Column column : added) {
      id++;
      planned.add(
          new TableColumn(
              column.name(),
              hasColumnMapping() ? "col-" + UUID.randomUUID() : column.name(),
              hasColumnMapping() ? OptionalInt.of(id) : OptionalInt.empty(),
              column.type(),
              column.comment()));
    }
    return List.copyOf(planned);
  }

  Snapshot snapshot() {
    return snapshot;
  }
}
