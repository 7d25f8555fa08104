package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.Rewritten;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The variables of a batch and its parameters. */
final class Variables {
  private final Session session;
  private final Map<String, Object> values;
  private final Map<String, SqlType> types = new HashMap<>();
  private final Map<String, TableDef> tables = new HashMap<>();

  Variables(Session session, Map<String, Object> parameters) {
    this.session = session;
    this.values = new HashMap<>(parameters);
  }

  void declare(String name, SqlType type) {
    String key = key(name);
    if (values.containsKey(key)) {
      throw new SqlError(
          134,
          15,
          "The variable name '"
              + name
              + "' has already been declared. Variable names must be unique within a query batch or"
              + " stored procedure.");
    }
    types.put(key, type);
    values.put(key, null);
  }

  void declareTable(String name, TableDef table) {
    tables.put(key(name), table);
  }

  /** The table of a table variable; the definition has H2's name. */
  Optional<TableDef> table(String name) {
    return Optional.ofNullable(tables.get(key(name)));
  }

  boolean hasTables() {
    return !tables.isEmpty();
  }

  Optional<SqlType> type(String name) {
    return Optional.ofNullable(types.get(key(name)));
  }

  /**
   * The value of a variable.
   *
   * @throws SqlError 137 if it is not declared
   */
  Object get(String name) {
    if (name.startsWith(Rewritten.NEXT)) {
      Object value = get(name.substring(Rewritten.NEXT.length()));
      return value instanceof byte[] lsn ? SystemFunctions.incrementLsn(lsn) : value;
    }
    if (name.startsWith("@@")) {
      return session.systemVariable(name);
    }
    String key = key(name);
    if (!values.containsKey(key)) {
      throw new SqlError(137, 15, "Must declare the scalar variable \"" + name + "\".");
    }
    return values.get(key);
  }

  void set(String name, Object value) {
    get(name);
    values.put(key(name), value);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
