package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.catalog.TypeFacts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the rows of the catalog views equal to the catalog. */
final class CatalogRows {
  private static final int HEAP_OR_FIRST = 1;
  private static final List<String> DESCRIBING =
      List.of("object_rows", "column_rows", "index_rows", "index_column_rows");

  private final Map<Integer, Entry> written = new HashMap<>();

  private final ConstraintCatalog constraints = new ConstraintCatalog();

  private record Entry(TableDef table, boolean tracked) {}

  /** Writes what changed since the last call; the caller commits. */
  void write(Connection h2, Database database) throws SQLException {
    Map<Integer, Entry> wanted = new HashMap<>();
    for (TableDef table : database.catalog().tables()) {
      if (!table.schema().equalsIgnoreCase("sys")) {
        boolean tracked = !database.cdc().instancesOf(table).isEmpty();
        wanted.put(table.objectId(), new Entry(table, tracked));
      }
    }
    for (Map.Entry<Integer, Entry> old : List.copyOf(written.entrySet())) {
      if (!old.getValue().equals(wanted.get(old.getKey()))) {
        delete(h2, old.getKey());
        written.remove(old.getKey());
      }
    }
    for (Map.Entry<Integer, Entry> entry : wanted.entrySet()) {
      if (!written.containsKey(entry.getKey())) {
        insert(h2, entry.getValue(), database);
        written.put(entry.getKey(), entry.getValue());
      }
    }
  }

  /** Forgets what is written, and deletes it: the catalog was put back to an earlier state. */
  void reset(Connection h2) throws SQLException {
    written.clear();
    ConstraintCatalog.clear(h2);
    try (Statement statement = h2.createStatement()) {
      for (String table : DESCRIBING) {
        statement.execute("DELETE FROM sys." + table);
      }
    }
  }

  private static void delete(Connection h2, int objectId) throws SQLException {
    ConstraintCatalog.delete(h2, objectId);
    try (Statement statement = h2.createStatement()) {
      for (String table : DESCRIBING) {
        statement.execute("DELETE FROM sys." + table + " WHERE object_id = " + objectId);
      }
    }
  }

  private void insert(Connection h2, Entry entry, Database database) throws SQLException {
    TableDef table = entry.table();
    LocalDateTime now = database.cdc().clock().datetime();
    try (PreparedStatement insert =
        h2.prepareStatement(
            "INSERT INTO sys.object_rows VALUES"
                + " (?, ?, NULL, ?, 0, 'U', 'USER_TABLE', ?, ?, ?, ?)")) {
      insert.setString(1, table.name());
      insert.setInt(2, table.objectId());
      insert.setInt(3, schemaId(h2, table.schema()));
      insert.setObject(4, now);
      insert.setObject(5, now);
      insert.setBoolean(6, table.schema().equalsIgnoreCase("cdc"));
      insert.setBoolean(7, entry.tracked());
      insert.executeUpdate();
    }
    columns(h2, table, database);
    indexes(h2, table);
    constraints.write(h2, table, schemaId(h2, table.schema()), database.catalog());
  }

  private static int schemaId(Connection h2, String schema) throws SQLException {
    try (PreparedStatement query =
        h2.prepareStatement("SELECT schema_id FROM sys.schemas WHERE name = ?")) {
      query.setString(1, schema);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }

  private static void columns(Connection h2, TableDef table, Database database)
      throws SQLException {
    try (PreparedStatement insert =
        h2.prepareStatement(
            "INSERT INTO sys.column_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, FALSE, ?, ?, FALSE)")) {
      for (ColumnDef column : table.columns()) {
        insert.setInt(1, table.objectId());
        insert.setString(2, column.name());
        insert.setInt(3, column.id());
        insert.setInt(4, column.type().name().systemTypeId());
        insert.setInt(5, column.type().name().userTypeId());
        insert.setInt(6, TypeFacts.maxLength(column.type()));
        insert.setInt(7, TypeFacts.precision(column.type()));
        insert.setInt(8, TypeFacts.scale(column.type()));
        insert.setString(9, collation(column, database));
        insert.setBoolean(10, column.nullable());
        insert.setBoolean(11, column.identity());
        insert.setBoolean(12, column.computed());
        insert.executeUpdate();
      }
    }
  }

  private static String collation(ColumnDef column, Database database) {
    return TypeFacts.isCharacter(column.type())
        ? column.type().collation().orElse(database.collation()).name()
        : null;
  }

  private static void indexes(Connection h2, TableDef table) throws SQLException {
    int id = table.primaryKey().isPresent() ? HEAP_OR_FIRST : HEAP_OR_FIRST + 1;
    try (PreparedStatement index =
            h2.prepareStatement("INSERT INTO sys.index_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        PreparedStatement column =
            h2.prepareStatement(
                "INSERT INTO sys.index_column_rows VALUES (?, ?, ?, ?, ?, FALSE, FALSE)")) {
      for (KeyDef key : primaryFirst(table)) {
        boolean primary = key.kind() == KeyDef.Kind.PRIMARY_KEY;
        index.setInt(1, table.objectId());
        index.setString(2, key.name());
        index.setInt(3, id);
        index.setInt(4, primary ? 1 : 2);
        index.setString(5, primary ? "CLUSTERED" : "NONCLUSTERED");
        index.setBoolean(6, key.unique());
        index.setBoolean(7, primary);
        index.setBoolean(8, key.kind() == KeyDef.Kind.UNIQUE_CONSTRAINT);
        index.executeUpdate();
        int ordinal = 1;
        for (String name : key.columns()) {
          column.setInt(1, table.objectId());
          column.setInt(2, id);
          column.setInt(3, ordinal);
          column.setInt(4, table.column(name).orElseThrow().id());
          column.setInt(5, ordinal++);
          column.executeUpdate();
        }
        id++;
      }
    }
  }

  private static List<KeyDef> primaryFirst(TableDef table) {
    return table.keys().stream()
        .sorted((a, b) -> Boolean.compare(isPrimary(b), isPrimary(a)))
        .toList();
  }

  private static boolean isPrimary(KeyDef key) {
    return key.kind() == KeyDef.Kind.PRIMARY_KEY;
  }
}
