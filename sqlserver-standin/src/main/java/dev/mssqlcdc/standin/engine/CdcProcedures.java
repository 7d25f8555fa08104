package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import dev.mssqlcdc.standin.cdc.CdcErrors;
import dev.mssqlcdc.standin.cdc.EnableRequest;
import dev.mssqlcdc.standin.lock.Waiter;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The procedures of change data capture that change something. */
final class CdcProcedures {
  private static final long DEFAULT_THRESHOLD = 5000;

  private final Session session;

  CdcProcedures(Session session) {
    this.session = session;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    procedures.put("sp_cdc_enable_db", (arguments, out) -> enableDatabase(out));
    procedures.put("sp_cdc_disable_db", (arguments, out) -> disableDatabase());
    procedures.put("sp_cdc_enable_table", (arguments, out) -> enableTable(arguments));
    procedures.put("sp_cdc_disable_table", (arguments, out) -> disableTable(arguments));
    procedures.put("sp_cdc_scan", (arguments, out) -> session.database().cdc().scan());
    procedures.put("sp_cdc_cleanup_change_table", (arguments, out) -> cleanUp(arguments));
    new CdcReports(session).register(procedures);
    new CdcJobProcedures(session).register(procedures);
  }

  private void enableDatabase(Output out) throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_enable_db");
    if (session.database().cdc().enableDatabase()) {
      rights().databaseEnabled();
      changed();
    } else {
      out.message(CdcErrors.databaseAlreadyEnabled(session.database().name()));
    }
  }

  private void disableDatabase() throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_disable_db");
    waiting(session.database().cdc()::disableDatabase);
    rights().databaseDisabled();
    changed();
  }

  private interface Waiting {
    void run(Waiter waiter) throws SQLException;
  }

  private void waiting(Waiting work) throws SQLException {
    session.waiting(
        waiter -> {
          work.run(waiter);
          return null;
        });
  }

  private CdcRights rights() {
    return new CdcRights(session);
  }

  private void changed() throws SQLException {
    session.database().writeCatalogRows();
    session.engine().describeDatabases();
  }

  private void enableTable(Arguments arguments) throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_enable_table");
    session.database().cdc().requireEnabled();
    if (!arguments.isGiven(4, "@role_name")) {
      throw SqlError.of(
          201,
          "Procedure or function 'sp_cdc_enable_table' expects parameter '@role_name', which was"
              + " not supplied.");
    }
    Optional<String> role = arguments.text(4, "@role_name").map(String::stripTrailing);
    if (role.filter(String::isEmpty).isPresent()) {
      throw CdcErrors.roleEmpty();
    }
    arguments
        .text(7, "@filegroup_name")
        .filter(filegroup -> !filegroup.equalsIgnoreCase("PRIMARY"))
        .ifPresent(
            filegroup -> {
              throw CdcErrors.noFilegroup(filegroup, session.database().name());
            });
    EnableRequest request =
        new EnableRequest(
            source(arguments),
            arguments.text(2, "@capture_instance"),
            role,
            arguments.text(6, "@captured_column_list").map(CdcProcedures::names).orElse(List.of()),
            arguments.text(5, "@index_name"),
            arguments.flag(3, "@supports_net_changes"));
    waiting(waiter -> session.database().cdc().enableTable(request, waiter));
    request.role().ifPresent(rights()::gatedBy);
    session.database().writeCatalogRows();
  }

  /** Names at the commas; in brackets or double quotes a name may hold a comma. */
  static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    int at = 0;
    while (at < list.length()) {
      StringBuilder name = new StringBuilder();
      at = name(list, skipBlanks(list, at), name);
      names.add(name.toString());
      at = skipBlanks(list, at);
      if (at < list.length() && list.charAt(at) != ',') {
        throw CdcErrors.columnListNotTerminated();
      }
      at++;
    }
    return names;
  }

  private static int skipBlanks(String list, int at) {
    int i = at;
    while (i < list.length() && Character.isWhitespace(list.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Appends the name that starts at an index; returns the index after it. */
  private static int name(String list, int start, StringBuilder name) {
    char open = start < list.length() ? list.charAt(start) : ',';
    char close = open == '[' ? ']' : open;
    if (open != '[' && open != '"') {
      int comma = list.indexOf(',', start);
      int end = comma < 0 ? list.length() : comma;
      name.append(list.substring(start, end).strip());
      return end;
    }
    for (int i = start + 1; i < list.length(); i++) {
      boolean closes = list.charAt(i) == close;
      boolean doubled = closes && i + 1 < list.length() && list.charAt(i + 1) == close;
      if (closes && !doubled) {
        return i + 1;
      }
      name.append(list.charAt(i));
      i += doubled ? 1 : 0;
    }
    throw CdcErrors.columnListNotTerminated();
  }

  private void disableTable(Arguments arguments) throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_disable_table");
    session.database().cdc().requireEnabled();
    TableDef source = source(arguments);
    String instance = required(arguments, 2, "@capture_instance");
    waiting(waiter -> session.database().cdc().disableTable(source, instance, waiter));
    session.database().writeCatalogRows();
  }

  private TableDef source(Arguments arguments) {
    String schema = required(arguments, 0, "@source_schema");
    String name = required(arguments, 1, "@source_name");
    return session
        .database()
        .catalog()
        .table(schema, name)
        .orElseThrow(() -> CdcErrors.noSourceTable(schema, name));
  }

  private static String required(Arguments arguments, int position, String name) {
    return arguments
        .text(position, name)
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> CdcErrors.parameterEmpty(name));
  }

  private void cleanUp(Arguments arguments) throws SQLException {
    session.database().cdc().requireEnabled();
    String name = required(arguments, 0, "@capture_instance");
    CaptureInstance instance =
        session.database().cdc().instance(name).orElseThrow(CdcErrors::noSuchInstance);
    Optional<byte[]> lowWater =
        Optional.ofNullable(arguments.value(1, "@low_water_mark")).map(byte[].class::cast);
    long threshold = arguments.number(2, "@threshold").orElse(DEFAULT_THRESHOLD);
    session.database().cdc().cleanUp(instance, lowWater, threshold);
  }
}
