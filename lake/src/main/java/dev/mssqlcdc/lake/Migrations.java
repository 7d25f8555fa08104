package dev.mssqlcdc.lake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kind's migrations in order. A table's version is the number of those that it has seen, so one
 * that was shipped is never edited, moved or removed.
 *
 * @param list the first leads from version 0 to 1
 */
public record Migrations(List<Migration> list) {

  public static final Migrations NONE = new Migrations(List.of());

  public Migrations {
    list = List.copyOf(list);
  }

  public static Migrations of(Migration... migrations) {
    return new Migrations(List.of(migrations));
  }

  /** The version of a table that has seen all of them. */
  public int version() {
    return list.size();
  }

  /** The migration that leads to a version. */
  Migration to(int version) {
    return list.get(version - 1);
  }

  /** The properties that a table has once it has seen the migration to a version. */
  Map<String, String> propertiesAt(int version) {
    Map<String, String> properties = new HashMap<>(to(version).properties());
    properties.put(Properties.SCHEMA_VERSION, Integer.toString(version));
    if (to(version).required()) {
      properties.put(Properties.MIN_VERSION, Integer.toString(version));
    }
    return properties;
  }

  /** A new table in the latest shape, stamped with it. */
  TableDefinition latest(TableDefinition definition) {
    Map<String, String> properties = new HashMap<>();
    properties.put(Properties.SCHEMA_VERSION, "0");
    for (int version = 1; version <= version(); version++) {
      properties.putAll(propertiesAt(version));
    }
    properties.putAll(definition.properties());
    return definition.with(latest(definition.columns()), properties);
  }

  /** Columns of version 0 and those that were added since. */
  List<Column> latest(List<Column> columns) {
    List<Column> all = new ArrayList<>(columns);
    for (Migration migration : list) {
      Map<String, String> types = new LinkedHashMap<>();
      all.forEach(column -> types.put(column.name(), column.type().name()));
      all.addAll(migration.missingIn("a new table", types));
    }
    return List.copyOf(all);
  }
}
