package dev.mssqlcdc.standin.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A table as it stands between two ALTERs; never changed, only replaced.
 *
 * @param objectId the {@code object_id}, kept through ALTERs
 * @param lastColumnId the highest column_id ever given
 */
public record TableDef(
    int objectId,
    String schema,
    String name,
    List<ColumnDef> columns,
    List<KeyDef> keys,
    List<ConstraintDef> constraints,
    int lastColumnId) {

  public TableDef {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
    constraints = List.copyOf(constraints);
  }

  /** A table without foreign keys, checks and defaults. */
  public TableDef(
      int objectId,
      String schema,
      String name,
      List<ColumnDef> columns,
      List<KeyDef> keys,
      int lastColumnId) {
    this(objectId, schema, name, columns, keys, List.of(), lastColumnId);
  }

  /** {@code schema.name}, as SQL Server's messages write it. */
  public String qualifiedName() {
    return schema + "." + name;
  }

  public Optional<ColumnDef> column(String columnName) {
    return columns.stream()
        .filter(column -> column.name().equalsIgnoreCase(columnName))
        .findFirst();
  }

  public Optional<KeyDef> primaryKey() {
    return key(key -> key.kind() == KeyDef.Kind.PRIMARY_KEY);
  }

  public Optional<KeyDef> key(String keyName) {
    return key(key -> key.name().equalsIgnoreCase(keyName));
  }

  private Optional<KeyDef> key(Predicate<KeyDef> condition) {
    return keys.stream().filter(condition).findFirst();
  }

  /** The index of the column with an id among the columns, or -1. */
  public int indexOf(int columnId) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).id() == columnId) {
        return i;
      }
    }
    return -1;
  }

  public TableDef withColumns(List<ColumnDef> newColumns, int newLastColumnId) {
    return new TableDef(objectId, schema, name, newColumns, keys, constraints, newLastColumnId);
  }

  /** Replaces the column of the same id. */
  public TableDef withColumn(ColumnDef changed) {
    List<ColumnDef> changedColumns = new ArrayList<>(columns);
    changedColumns.set(indexOf(changed.id()), changed);
    return withColumns(changedColumns, lastColumnId);
  }

  public TableDef withKeys(List<KeyDef> newKeys) {
    return new TableDef(objectId, schema, name, columns, newKeys, constraints, lastColumnId);
  }

  public TableDef withKey(KeyDef key) {
    List<KeyDef> more = new ArrayList<>(keys);
    more.add(key);
    return withKeys(more);
  }

  public TableDef withConstraints(List<ConstraintDef> newConstraints) {
    return new TableDef(objectId, schema, name, columns, keys, newConstraints, lastColumnId);
  }

  public TableDef withConstraint(ConstraintDef constraint) {
    List<ConstraintDef> more = new ArrayList<>(constraints);
    more.add(constraint);
    return withConstraints(more);
  }

  public Optional<ConstraintDef> constraint(String constraintName) {
    return constraints.stream().filter(c -> c.name().equalsIgnoreCase(constraintName)).findFirst();
  }
}
