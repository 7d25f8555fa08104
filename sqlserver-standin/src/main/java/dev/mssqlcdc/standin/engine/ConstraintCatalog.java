package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.ConstraintDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.SystemTable;
import dev.mssqlcdc.standin.catalog.TableDef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The catalog views about keys, foreign keys, checks and defaults, and the rows behind them. */
final class ConstraintCatalog {
  private static final String OBJECT =
      "SELECT name, object_id, principal_id, schema_id, parent_object_id, type, type_desc,"
          + " create_date, modify_date, is_ms_shipped";

  private final Map<String, Integer> ids = new HashMap<>();

  static void createTables(Connection h2, Catalog catalog) throws SQLException {
    SystemTable.create(
        h2,
        catalog,
        "sys",
        "constraint_rows",
        "name sysname not null, object_id int not null primary key, principal_id int, schema_id int"
            + " not null, parent_object_id int not null, type char(2) not null, type_desc"
            + " nvarchar(60), create_date datetime not null, modify_date datetime not null,"
            + " is_ms_shipped bit not null, is_system_named bit not null, definition nvarchar(max),"
            + " parent_column_id int, referenced_object_id int, delete_referential_action_desc"
            + " nvarchar(60), update_referential_action_desc nvarchar(60), unique_index_id int");
    SystemTable.create(
        h2,
        catalog,
        "sys",
        "foreign_key_column_rows",
        "constraint_object_id int not null, constraint_column_id int not null, parent_object_id int"
            + " not null, parent_column_id int not null, referenced_object_id int not null,"
            + " referenced_column_id int not null");
  }

  static List<String> views() {
    String rows = " FROM sys.constraint_rows WHERE sys.sees(parent_object_id) AND type IN (";
    return List.of(
        "CREATE VIEW sys.foreign_keys AS "
            + OBJECT
            + ", referenced_object_id, FALSE AS is_disabled, FALSE AS is_not_trusted, "
            + action("delete_referential_action")
            + ", "
            + action("update_referential_action")
            + ", is_system_named"
            + rows
            + "'F')",
        "CREATE VIEW sys.check_constraints AS "
            + OBJECT
            + ", FALSE AS is_disabled, FALSE AS is_not_trusted, parent_column_id, definition,"
            + " is_system_named"
            + rows
            + "'C')",
        "CREATE VIEW sys.default_constraints AS "
            + OBJECT
            + ", parent_column_id, definition, is_system_named"
            + rows
            + "'D')",
        "CREATE VIEW sys.key_constraints AS "
            + OBJECT
            + ", unique_index_id, is_system_named"
            + rows
            + "'PK', 'UQ')",
        "CREATE VIEW sys.foreign_key_columns AS SELECT * FROM sys.foreign_key_column_rows WHERE"
            + " sys.sees(parent_object_id)",
        "CREATE VIEW sys.identity_columns AS SELECT * FROM sys.columns WHERE is_identity",
        "CREATE VIEW sys.computed_columns AS SELECT * FROM sys.columns WHERE is_computed");
  }

  private static String action(String column) {
    return "CASE "
        + column
        + "_desc WHEN 'NO_ACTION' THEN 0 WHEN 'CASCADE' THEN 1 WHEN 'SET_NULL' THEN 2 ELSE 3 END AS "
        + column
        + ", "
        + column
        + "_desc";
  }

  static void clear(Connection h2) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute("DELETE FROM sys.constraint_rows");
      statement.execute("DELETE FROM sys.foreign_key_column_rows");
    }
  }

  static void delete(Connection h2, int table) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute("DELETE FROM sys.constraint_rows WHERE parent_object_id = " + table);
      statement.execute(
          "DELETE FROM sys.foreign_key_column_rows WHERE parent_object_id = " + table);
    }
  }

  /** Writes the rows of a table that has none. */
  void write(Connection h2, TableDef table, int schemaId, Catalog catalog) throws SQLException {
    try (PreparedStatement insert =
        h2.prepareStatement(
            "INSERT INTO sys.constraint_rows VALUES"
                + " (?, ?, NULL, ?, ?, ?, ?, ?, ?, FALSE, ?, ?, ?, ?, ?, ?, ?)")) {
      int index = table.primaryKey().isPresent() ? 1 : 2;
      for (KeyDef key : primaryFirst(table)) {
        boolean primary = key.kind() == KeyDef.Kind.PRIMARY_KEY;
        if (primary || key.kind() == KeyDef.Kind.UNIQUE_CONSTRAINT) {
          common(insert, table, schemaId, key.name(), catalog);
          insert.setString(5, primary ? "PK" : "UQ");
          insert.setString(6, primary ? "PRIMARY_KEY_CONSTRAINT" : "UNIQUE_CONSTRAINT");
          insert.setBoolean(9, key.name().startsWith(primary ? "PK__" : "UQ__"));
          specific(insert, null, null, null, null, null, index);
          insert.executeUpdate();
        }
        index++;
      }
      for (ConstraintDef constraint : table.constraints()) {
        common(insert, table, schemaId, constraint.name(), catalog);
        insert.setBoolean(9, constraint.systemNamed());
        one(h2, insert, table, constraint, catalog);
        insert.executeUpdate();
      }
    }
  }

  private static List<KeyDef> primaryFirst(TableDef table) {
    return table.keys().stream()
        .sorted(
            (a, b) ->
                Boolean.compare(
                    b.kind() == KeyDef.Kind.PRIMARY_KEY, a.kind() == KeyDef.Kind.PRIMARY_KEY))
        .toList();
  }

  private void common(
      PreparedStatement insert, TableDef table, int schemaId, String name, Catalog catalog)
      throws SQLException {
    LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    insert.setString(1, name);
    insert.setInt(2, id(table, name, catalog));
    insert.setInt(3, schemaId);
    insert.setInt(4, table.objectId());
    insert.setObject(7, now);
    insert.setObject(8, now);
  }

  private int id(TableDef table, String name, Catalog catalog) {
    String key = table.schema().toLowerCase(Locale.ROOT) + '\0' + name.toLowerCase(Locale.ROOT);
    return ids.computeIfAbsent(key, none -> catalog.newObjectId());
  }

  private static void specific(
      PreparedStatement insert,
      String definition,
      Integer column,
      Integer referenced,
      String onDelete,
      String onUpdate,
      Integer index)
      throws SQLException {
    insert.setString(10, definition);
    insert.setObject(11, column);
    insert.setObject(12, referenced);
    insert.setString(13, onDelete);
    insert.setString(14, onUpdate);
    insert.setObject(15, index);
  }

  private void one(
      Connection h2, PreparedStatement insert, TableDef table, ConstraintDef def, Catalog catalog)
      throws SQLException {
    switch (def.kind()) {
      case FOREIGN_KEY -> foreignKey(h2, insert, table, def, catalog);
      case CHECK -> {
        insert.setString(5, "C");
        insert.setString(6, "CHECK_CONSTRAINT");
        specific(insert, def.definition(), 0, null, null, null, null);
      }
      case DEFAULT -> {
        insert.setString(5, "D");
        insert.setString(6, "DEFAULT_CONSTRAINT");
        int column = table.column(def.columns().get(0)).map(ColumnDef::id).orElse(0);
        specific(insert, def.definition(), column, null, null, null, null);
      }
    }
  }

  private void foreignKey(
      Connection h2, PreparedStatement insert, TableDef table, ConstraintDef def, Catalog catalog)
      throws SQLException {
    ConstraintDef.Reference to = def.reference().orElseThrow();
    Optional<TableDef> referenced = catalog.table(to.schema(), to.table());
    insert.setString(5, "F");
    insert.setString(6, "FOREIGN_KEY_CONSTRAINT");
    Integer id = referenced.map(TableDef::objectId).orElse(null);
    specific(insert, null, null, id, to.onDelete(), to.onUpdate(), null);
    if (referenced.isPresent()) {
      foreignKeyColumns(h2, table, def, referenced.get(), id(table, def.name(), catalog));
    }
  }

  private static void foreignKeyColumns(
      Connection h2, TableDef table, ConstraintDef def, TableDef referenced, int id)
      throws SQLException {
    List<String> named = def.reference().orElseThrow().columns();
    List<String> columns =
        named.isEmpty() ? referenced.primaryKey().map(KeyDef::columns).orElse(List.of()) : named;
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO sys.foreign_key_column_rows VALUES (?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < columns.size(); i++) {
        insert.setInt(1, id);
        insert.setInt(2, i + 1);
        insert.setInt(3, table.objectId());
        insert.setInt(4, table.column(def.columns().get(i)).orElseThrow().id());
        insert.setInt(5, referenced.objectId());
        insert.setInt(6, referenced.column(columns.get(i)).orElseThrow().id());
        insert.executeUpdate();
      }
    }
  }
}
