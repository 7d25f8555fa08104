package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.model.SqlType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** The tables of a database with their declared types, which H2 does not keep. Thread-safe. */
public final class Catalog {
  private static final int FIRST_OBJECT_ID = 901_578_250;
  private static final int OBJECT_ID_STEP = 16;

  private final Map<String, TableDef> tables = new ConcurrentHashMap<>();
  private final AtomicInteger lastObjectId = new AtomicInteger(FIRST_OBJECT_ID);
  private final AtomicLong version = new AtomicLong();

  public int newObjectId() {
    return lastObjectId.addAndGet(OBJECT_ID_STEP);
  }

  /** Rises with every change, so that what was derived from the catalog can be dropped. */
  public long version() {
    return version.get();
  }

  public Optional<TableDef> table(String schema, String name) {
    return Optional.ofNullable(tables.get(key(schema, name)));
  }

  public Optional<TableDef> byId(int objectId) {
    return tables.values().stream().filter(table -> table.objectId() == objectId).findFirst();
  }

  /** All tables by schema and name. */
  public List<TableDef> tables() {
    return tables.values().stream()
        .sorted(Comparator.comparing(TableDef::schema).thenComparing(TableDef::name))
        .toList();
  }

  /** True if a table has a column whose type fulfills a condition. */
  public boolean hasColumn(Predicate<SqlType> condition) {
    return tables.values().stream()
        .flatMap(table -> table.columns().stream())
        .anyMatch(column -> condition.test(column.type()));
  }

  /** Adds a table or replaces the one of its name. */
  public void put(TableDef table) {
    tables.put(key(table.schema(), table.name()), table);
    version.incrementAndGet();
  }

  /** Holds these tables and no others. */
  public void replaceAll(List<TableDef> all) {
    tables.clear();
    all.forEach(table -> tables.put(key(table.schema(), table.name()), table));
    version.incrementAndGet();
  }

  public void remove(TableDef table) {
    tables.remove(key(table.schema(), table.name()));
    version.incrementAndGet();
  }

  private static String key(String schema, String name) {
    return schema.toLowerCase(Locale.ROOT) + '\0' + name.toLowerCase(Locale.ROOT);
  }
}
