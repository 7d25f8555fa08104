package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.StatementKind;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The system procedures, by name. */
final class Procedures {
  private final Session session;
  private final Map<String, Procedure> procedures = new HashMap<>();

  /** A procedure: it sends its rows, if it has any. */
  @FunctionalInterface
  interface Procedure {
    void call(Arguments arguments, Output out) throws SQLException;
  }

  Procedures(Session session) {
    this.session = session;
    new CdcProcedures(session).register(procedures);
    new MetadataProcedures(session).register(procedures);
    procedures.put("sp_executesql", this::executeSql);
  }

  /**
   * Calls a procedure.
   *
   * @throws SqlError 2812 for an unknown name
   */
  void call(List<String> name, Arguments arguments, Output out) {
    String last = name.get(name.size() - 1).toLowerCase(Locale.ROOT);
    Procedure procedure = procedures.get(last);
    if (procedure == null) {
      throw SqlError.of(2812, "Could not find stored procedure '" + String.join(".", name) + "'.");
    }
    Database before = session.database();
    try {
      inDatabase(name);
      procedure.call(arguments, out);
      out.done(StatementKind.EXECUTE);
    } catch (SQLException e) {
      throw SqlErrors.of(e, session.database(), String.join(".", name));
    } finally {
      session.current(before);
    }
  }

  /** {@code db.sys.procedure} runs in that database. */
  private void inDatabase(List<String> name) {
    if (name.size() == 3 && !name.get(0).isEmpty()) {
      session.engine().database(name.get(0)).ifPresent(session::current);
    }
  }

  private void executeSql(Arguments arguments, Output out) {
    String sql = arguments.text(0, "@stmt").orElse("");
    if (arguments.text(1, "@params").isPresent()) {
      throw SqlError.notSupported("EXEC sp_executesql with parameters", sql);
    }
    session.executeWithin(sql, Map.of(), out);
  }
}
