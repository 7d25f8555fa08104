package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.StatementKind;
import dev.mssqlcdc.standin.sql.Lexer;
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
    new SecurityProcedures(session).register(procedures);
    new StandinProcedures(session).register(procedures);
    procedures.put("sp_executesql", this::executeSql);
    procedures.put("sp_rename", (arguments, out) -> new Rename(session).run(arguments, out));
  }

  /**
   * Calls a procedure.
   *
   * @throws SqlError 2812 for an unknown name
   */
  void call(List<String> name, Arguments arguments, Output out) {
    String key = key(name);
    Procedure procedure = procedures.get(key);
    if (procedure == null) {
      throw SqlError.of(2812, "Could not find stored procedure '" + String.join(".", name) + "'.");
    }
    Database before = session.database();
    try {
      inDatabase(name);
      new CdcRights(session).requireFor(key);
      procedure.call(arguments, out);
      out.done(StatementKind.EXECUTE);
    } catch (SQLException e) {
      throw SqlErrors.of(e, session.database(), String.join(".", name));
    } finally {
      session.current(before);
    }
  }

  /** System procedures are found whatever schema is named, the stand-in's own by their schema. */
  private static String key(List<String> name) {
    String last = name.get(name.size() - 1).toLowerCase(Locale.ROOT);
    boolean own =
        name.size() > 1 && name.get(name.size() - 2).equalsIgnoreCase(StandinProcedures.SCHEMA);
    return own ? StandinProcedures.SCHEMA + "." + last : last;
  }

  /** {@code db.sys.procedure} runs in that database. */
  private void inDatabase(List<String> name) {
    if (name.size() == 3 && !name.get(0).isEmpty()) {
      session.engine().database(name.get(0)).ifPresent(this::enter);
    }
  }

  private void enter(Database database) {
    session.security().requireUser(database);
    session.current(database);
  }

  private void executeSql(Arguments arguments, Output out) throws SQLException {
    String sql = arguments.text(0, "@stmt").orElse("");
    String declared = arguments.text(1, "@params").orElse("");
    new ParameterList(Lexer.tokens(declared), sql).run(session, sql, arguments, 2, out);
  }
}
