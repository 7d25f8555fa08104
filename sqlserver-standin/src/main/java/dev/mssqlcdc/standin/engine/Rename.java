package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.H2Types;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code sp_rename} of tables, columns, indexes and keys. */
final class Rename {
  private static final String CAUTION =
      "Caution: Changing any part of an object name could break scripts and stored procedures.";

  private final Session session;
  private final Database database;

  Rename(Session session) {
    this.session = session;
    this.database = session.database();
  }

  void run(Arguments arguments, Output out) throws SQLException {
    String name = arguments.text(0, "@objname").orElse("");
    String newName = arguments.text(1, "@newname").orElse("");
    if (!session.security().isOwner(database)) {
      throw SqlError.notSupported("sp_rename by who is not db_owner", name);
    }
    Optional<String> type =
        arguments.text(2, "@objtype").map(text -> text.toUpperCase(Locale.ROOT));
    session.transactions().beforeSchemaChange("sp_rename '" + name + "'");
    List<String> parts = parts(name);
    switch (type.orElse("OBJECT")) {
      case "OBJECT" -> object(parts, newName, name, type);
      case "COLUMN" -> column(inTable(parts, "COLUMN"), parts, newName);
      case "INDEX" -> key(inTable(parts, "INDEX"), last(parts), newName);
      default -> throw SqlError.notSupported("sp_rename of type " + type.orElse(""), name);
    }
    database.writeCatalogRows();
    out.message(CAUTION);
  }

  /** The parts of a name, each with or without brackets. */
  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    char close = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean doubled = c == close && i + 1 < name.length() && name.charAt(i + 1) == close;
      if (close == 0 && part.isEmpty() && (c == '[' || c == '"')) {
        close = c == '[' ? ']' : c;
      } else if (c == close && !doubled) {
        close = 0;
      } else if (close == 0 && c == '.') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
        i += doubled ? 1 : 0;
      }
    }
    parts.add(part.toString());
    return parts;
  }

  private static String last(List<String> parts) {
    return parts.get(parts.size() - 1);
  }

  private Optional<TableDef> table(List<String> parts) {
    String schema = parts.size() > 1 ? parts.get(parts.size() - 2) : "dbo";
    return database
        .catalog()
        .table(schema.isEmpty() ? "dbo" : schema, last(parts))
        .filter(table -> new DefinitionPermissions(session).mayAlter(table));
  }

  /** The table of a column or an index that a name means. */
  private TableDef inTable(List<String> parts, String type) {
    return Optional.of(parts)
        .filter(all -> all.size() > 1)
        .flatMap(all -> table(all.subList(0, all.size() - 1)))
        .orElseThrow(() -> wrongType(type));
  }

  private static SqlError wrongType(String type) {
    return SqlError.of(
        15248,
        "Either the parameter @objname is ambiguous or the claimed @objtype ("
            + type
            + ") is wrong.");
  }

  private static SqlError inUse(String newName, String kind) {
    return SqlError.of(
        15335,
        "Error: The new name '"
            + newName
            + "' is already in use as a "
            + kind
            + " name and would cause a duplicate that is not permitted.");
  }

  private void object(List<String> parts, String newName, String name, Optional<String> type)
      throws SQLException {
    Optional<TableDef> table = table(parts);
    if (table.isPresent()) {
      table(table.get(), newName);
      return;
    }
    String schema = parts.size() > 1 ? parts.get(parts.size() - 2) : "dbo";
    for (TableDef owner : database.catalog().tables()) {
      Optional<KeyDef> key = owner.key(last(parts)).filter(Rename::isConstraint);
      if (owner.schema().equalsIgnoreCase(schema) && key.isPresent()) {
        key(owner, key.get().name(), newName);
        return;
      }
    }
    throw SqlError.of(
        15225,
        "No item by the name of '"
            + name
            + "' could be found in the current database '"
            + database.name()
            + "', given that @itemtype was input as '"
            + type.orElse("(null)")
            + "'.");
  }

  /** Triggers and indexes have names in H2 that start with their table's. */
  private void table(TableDef before, String newName) throws SQLException {
    if (database.catalog().table(before.schema(), newName).isPresent()) {
      throw inUse(newName, "object");
    }
    TableDef after =
        new TableDef(
            before.objectId(),
            before.schema(),
            newName,
            before.columns(),
            before.keys(),
            before.lastColumnId());
    List<String> statements = new ArrayList<>(database.cdc().dropTriggers(before));
    for (KeyDef key : before.keys()) {
      if (!isConstraint(key)) {
        statements.add(
            renameIndex(before, before.name() + "." + key.name(), newName + "." + key.name()));
      }
    }
    statements.add(
        "ALTER TABLE " + TableBuilder.h2Name(before) + " RENAME TO " + H2Types.quote(newName));
    statements.addAll(database.cdc().triggers(after));
    change(before, after, statements);
  }

  private void column(TableDef before, List<String> parts, String newName) throws SQLException {
    ColumnDef column = before.column(last(parts)).orElseThrow(() -> wrongType("COLUMN"));
    TrackedTable.of(database, before).requireRenamable(column);
    if (before.column(newName).filter(other -> other.id() != column.id()).isPresent()) {
      throw inUse(newName, "COLUMN");
    }
    ColumnDef renamed =
        new ColumnDef(
            column.id(),
            newName,
            column.type(),
            column.nullable(),
            column.identity(),
            column.computed());
    List<KeyDef> keys = new ArrayList<>();
    for (KeyDef key : before.keys()) {
      List<String> columns = new ArrayList<>(key.columns());
      columns.replaceAll(name -> name.equalsIgnoreCase(column.name()) ? newName : name);
      keys.add(new KeyDef(key.name(), key.kind(), columns));
    }
    List<String> statements = new ArrayList<>();
    statements.add(
        "ALTER TABLE "
            + TableBuilder.h2Name(before)
            + " ALTER COLUMN "
            + H2Types.quote(column.name())
            + " RENAME TO "
            + H2Types.quote(newName));
    change(before, before.withColumn(renamed).withKeys(keys), statements);
  }

  private void key(TableDef before, String name, String newName) throws SQLException {
    KeyDef key = before.key(name).orElseThrow(() -> wrongType("INDEX"));
    if (TrackedTable.of(database, before).isTracked()) {
      throw SqlError.notSupported("renaming a key of a table enabled for CDC", name);
    }
    if (before.key(newName).isPresent()) {
      throw inUse(newName, "index");
    }
    List<KeyDef> keys = new ArrayList<>(before.keys());
    keys.replaceAll(k -> k.equals(key) ? new KeyDef(newName, key.kind(), key.columns()) : k);
    String statement =
        isConstraint(key)
            ? "ALTER TABLE "
                + TableBuilder.h2Name(before)
                + " RENAME CONSTRAINT "
                + H2Types.quote(key.name())
                + " TO "
                + H2Types.quote(newName)
            : renameIndex(before, before.name() + "." + key.name(), before.name() + "." + newName);
    change(before, before.withKeys(keys), List.of(statement));
  }

  private static boolean isConstraint(KeyDef key) {
    return key.kind() == KeyDef.Kind.PRIMARY_KEY || key.kind() == KeyDef.Kind.UNIQUE_CONSTRAINT;
  }

  private static String renameIndex(TableDef table, String from, String to) {
    String schema = H2Types.quote(table.schema()) + ".";
    return "ALTER INDEX "
        + schema
        + H2Types.quote(from)
        + " RENAME TO "
        + schema
        + H2Types.quote(to);
  }

  private void change(TableDef before, TableDef after, List<String> statements)
      throws SQLException {
    session.alone(
        before,
        () -> {
          database.administer(statements);
          database.catalog().remove(before);
          database.catalog().put(after);
          return null;
        });
  }
}
