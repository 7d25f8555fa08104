package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.ConstraintSpec;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The temporary tables and table variables of a session in one database: local temporary tables of
 * H2, which a transaction does not end. H2 would commit at a DROP: so a dropped table is emptied
 * and forgotten, and its name in H2 is never used again.
 */
final class TemporaryTables {
  /** No temporary table is in the catalog: its id says no more than that it exists. */
  private static final int OBJECT_ID = -1_000_000_000;

  private final DatabaseSession session;
  private final Map<String, TableDef> tables = new HashMap<>();
  private int created;

  TemporaryTables(DatabaseSession session) {
    this.session = session;
  }

  static boolean isTemporary(String name) {
    return name.startsWith("#");
  }

  /** The table of a name; the definition has H2's name. */
  Optional<TableDef> find(String name) {
    return Optional.ofNullable(tables.get(key(name)));
  }

  /** The table that H2 knows by a name. */
  Optional<TableDef> byH2Name(String name) {
    return tables.values().stream().filter(table -> table.name().equals(name)).findFirst();
  }

  /** The names of the temporary tables there are, to tell later ones from them. */
  Set<String> names() {
    return tables.keySet().stream()
        .filter(TemporaryTables::isTemporary)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** CREATE TABLE #name. */
  void create(String name, TableSpec spec, Function<List<Token>, String> expressions)
      throws SQLException {
    if (name.startsWith("##")) {
      throw SqlError.notSupported("a global temporary table", name);
    }
    if (find(name).isPresent()) {
      throw SqlError.of(2714, "There is already an object named '" + name + "' in the database.");
    }
    List<ConstraintSpec> constraints =
        spec.constraints().stream()
            .filter(c -> c.kind() != ConstraintSpec.Kind.FOREIGN_KEY)
            .map(c -> new ConstraintSpec(c.kind(), Optional.empty(), c.columns(), c.rest()))
            .toList();
    var made =
        new TableBuilder(expressions)
            .create(
                OBJECT_ID - ++created,
                "dbo",
                (name.startsWith("@") ? "@" : name) + "#" + created,
                new TableSpec(spec.columns(), constraints));
    session.changeTemporary(
        made.statements().stream()
            .map(
                sql -> sql.replaceFirst("CREATE TABLE \"dbo\"\\.", "CREATE LOCAL TEMPORARY TABLE "))
            .map(sql -> sql + " NOT PERSISTENT TRANSACTIONAL")
            .toList());
    tables.put(key(name), made.definition());
  }

  /** DROP TABLE #name; false if there is none. */
  boolean drop(String name) throws SQLException {
    TableDef table = tables.remove(key(name));
    if (table != null) {
      session.execute("DELETE FROM " + H2Types.quote(table.name()));
    }
    return table != null;
  }

  /** Drops what is not among the names: the tables of a batch within the session. */
  void keep(Set<String> names) throws SQLException {
    for (String name : names()) {
      if (!names.contains(name)) {
        drop(name);
      }
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
