package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.RewriteContext;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What rewriting asks about a session and its batch. */
final class SessionContext implements RewriteContext {
  /** Before a temporary table's name: the variable that holds its id. */
  static final String TEMPORARY_ID = "@@OBJECT_ID ";

  private final Session session;
  private final Variables variables;

  SessionContext(Session session, Variables variables) {
    this.session = session;
    this.variables = variables;
  }

  @Override
  public boolean isDatabase(String name) {
    return session.engine().database(name).isPresent();
  }

  @Override
  public Optional<String> tableVariable(String name) {
    return variables.table(name).map(TableDef::name);
  }

  @Override
  public Optional<String> temporaryTable(String name) {
    return session.find(List.of(name)).map(TableDef::name);
  }

  @Override
  public List<String> capturedColumns(Optional<String> database, String captureInstance) {
    return instance(database, captureInstance)
        .orElseThrow(() -> invalidObject("fn_cdc_get_all_changes_" + captureInstance))
        .captured()
        .stream()
        .map(ColumnDef::name)
        .toList();
  }

  @Override
  public List<String> keyColumns(Optional<String> database, String captureInstance) {
    return instance(database, captureInstance)
        .filter(CaptureInstance::netChanges)
        .orElseThrow(() -> invalidObject("fn_cdc_get_net_changes_" + captureInstance))
        .indexColumns();
  }

  private Optional<CaptureInstance> instance(Optional<String> database, String name) {
    return database
        .flatMap(session.engine()::database)
        .orElse(session.database())
        .cdc()
        .instance(name);
  }

  private static SqlError invalidObject(String function) {
    return SqlError.of(208, "Invalid object name 'cdc." + function + "'.");
  }

  @Override
  public Optional<Map<String, SqlType>> columns(List<String> name) {
    return variables.table(name.get(0)).or(() -> session.find(name)).map(SessionContext::columns);
  }

  private static Map<String, SqlType> columns(TableDef table) {
    Map<String, SqlType> types = new LinkedHashMap<>();
    table.columns().forEach(c -> types.put(c.name().toLowerCase(Locale.ROOT), c.type()));
    return types;
  }

  @Override
  public Optional<SqlType> variableType(String name) {
    return variables.type(name);
  }

  @Override
  public Collation collation() {
    return session.database().collation();
  }

  @Override
  public Set<String> names() {
    Set<String> names = new HashSet<>();
    for (TableDef table : session.database().catalog().tables()) {
      if (!table.schema().equalsIgnoreCase("sys") && !table.schema().equalsIgnoreCase("cdc")) {
        names.add(table.name());
        table.columns().forEach(column -> names.add(column.name()));
      }
    }
    return names;
  }
}
