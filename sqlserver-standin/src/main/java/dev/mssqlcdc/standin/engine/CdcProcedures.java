package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.catalog.TypeFacts;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import dev.mssqlcdc.standin.cdc.EnableRequest;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The procedures of change data capture. */
final class CdcProcedures {
  private static final SqlType LSN = SqlType.sized(SqlTypeName.BINARY, 10);
  private static final SqlType LIST = SqlType.nvarchar(4000);

  private final Session session;

  CdcProcedures(Session session) {
    this.session = session;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    procedures.put("sp_cdc_enable_db", (arguments, out) -> enableDatabase());
    procedures.put("sp_cdc_disable_db", (arguments, out) -> disableDatabase());
    procedures.put("sp_cdc_enable_table", (arguments, out) -> enableTable(arguments));
    procedures.put("sp_cdc_disable_table", (arguments, out) -> disableTable(arguments));
    procedures.put("sp_cdc_scan", (arguments, out) -> session.database().cdc().scan());
    procedures.put("sp_cdc_help_change_data_capture", this::help);
    procedures.put("sp_cdc_get_captured_columns", this::capturedColumns);
    procedures.put("sp_cdc_get_ddl_history", this::ddlHistory);
    procedures.put("sp_cdc_help_jobs", this::jobs);
    procedures.put("sp_cdc_cleanup_change_table", (arguments, out) -> cleanUp(arguments));
  }

  private void enableDatabase() throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_enable_db");
    session.database().cdc().enableDatabase();
    rights().databaseEnabled();
    changed();
  }

  private void disableDatabase() throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_disable_db");
    session.database().cdc().disableDatabase();
    rights().databaseDisabled();
    changed();
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
    TableDef table = source(arguments);
    List<String> columns =
        arguments.text(6, "@captured_column_list").map(CdcProcedures::names).orElse(List.of());
    EnableRequest request =
        new EnableRequest(
            table,
            arguments.text(3, "@capture_instance"),
            arguments.text(2, "@role_name"),
            columns,
            arguments.text(5, "@index_name"),
            arguments.flag(4, "@supports_net_changes"));
    session.database().cdc().enableTable(request);
    request.role().ifPresent(rights()::gatedBy);
    session.database().writeCatalogRows();
  }

  private static List<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(name -> name.strip().replaceAll("^\\[|\\]$", "").replace("]]", "]"))
        .toList();
  }

  private void disableTable(Arguments arguments) throws SQLException {
    session.transactions().beforeSchemaChange("sp_cdc_disable_table");
    String instance = arguments.text(2, "@capture_instance").orElse("all");
    session.database().cdc().disableTable(source(arguments), instance);
    session.database().writeCatalogRows();
  }

  private TableDef source(Arguments arguments) {
    String schema = arguments.text(0, "@source_schema").orElse("");
    String name = arguments.text(1, "@source_name").orElse("");
    return session
        .database()
        .catalog()
        .table(schema, name)
        .orElseThrow(
            () ->
                SqlError.of(
                    22931,
                    "Source table '"
                        + schema
                        + "."
                        + name
                        + "' does not exist in the current database. Ensure that the correct"
                        + " database context is set. Specify a valid schema and table name for the"
                        + " database."));
  }

  private void help(Arguments arguments, Output out) {
    ResultTable result =
        new ResultTable()
            .names("source_schema", "source_table", "capture_instance")
            .columns(SqlTypeName.INT, "object_id", "source_object_id")
            .columns(LSN, "start_lsn", "end_lsn")
            .columns(SqlTypeName.BIT, "supports_net_changes", "has_drop_pending")
            .names("role_name", "index_name", "filegroup_name")
            .columns(SqlTypeName.DATETIME, "create_date")
            .columns(LIST, "index_column_list", "captured_column_list");
    Optional<String> schema = arguments.text(0, "@source_schema");
    Optional<String> name = arguments.text(1, "@source_name");
    for (CaptureInstance instance : session.database().cdc().instances()) {
      TableDef source = current(instance);
      boolean named = matches(schema, source.schema()) && matches(name, source.name());
      if (named && session.access().mayRead(session.database(), instance)) {
        result.row(
            source.schema(),
            source.name(),
            instance.name(),
            instance.changeTable().objectId(),
            source.objectId(),
            instance.startLsn(),
            null,
            instance.netChanges(),
            null,
            instance.role().orElse(null),
            instance.indexName().orElse(null),
            null,
            instance.created(),
            instance.indexColumns().isEmpty() ? null : list(instance.indexColumns()),
            list(instance.captured().stream().map(ColumnDef::name).toList()));
      }
    }
    result.send(out);
  }

  /** The source as it is named now. */
  private TableDef current(CaptureInstance instance) {
    return session
        .database()
        .catalog()
        .byId(instance.source().objectId())
        .orElse(instance.source());
  }

  private static boolean matches(Optional<String> wanted, String actual) {
    return wanted.map(actual::equalsIgnoreCase).orElse(true);
  }

  private static String list(List<String> names) {
    return names.stream()
        .map(name -> "[" + name.replace("]", "]]") + "]")
        .collect(Collectors.joining(", "));
  }

  private CaptureInstance instance(Arguments arguments) {
    String name = arguments.text(0, "@capture_instance").orElse("");
    return session
        .database()
        .cdc()
        .instance(name)
        .filter(instance -> session.access().mayRead(session.database(), instance))
        .orElseThrow(() -> SqlError.of(22981, "Object does not exist or access is denied."));
  }

  private void cleanUp(Arguments arguments) throws SQLException {
    CaptureInstance instance = instance(arguments);
    if (arguments.value(1, "@low_water_mark") instanceof byte[] lowWater) {
      session.database().cdc().cleanUp(instance, lowWater);
    } else {
      throw SqlError.notSupported(
          "sp_cdc_cleanup_change_table without a low water mark", instance.name());
    }
  }

  private void capturedColumns(Arguments arguments, Output out) {
    CaptureInstance instance = instance(arguments);
    ResultTable result =
        new ResultTable()
            .names("source_schema", "source_table", "capture_instance", "column_name")
            .columns(SqlTypeName.INT, "column_id", "ordinal_position")
            .names("data_type")
            .columns(
                SqlTypeName.INT,
                "character_maximum_length",
                "numeric_precision",
                "numeric_precision_radix",
                "numeric_scale",
                "datetime_precision");
    TableDef source = current(instance);
    int ordinal = 1;
    for (ColumnDef column : instance.captured()) {
      SqlType type = column.type();
      boolean exact = TypeFacts.isExactNumber(type);
      boolean approximate = TypeFacts.isApproximateNumber(type);
      result.row(
          source.schema(),
          source.name(),
          instance.name(),
          column.name(),
          column.id(),
          ordinal++,
          type.name().sqlName(),
          TypeFacts.characterMaximumLength(type),
          exact || approximate ? TypeFacts.precision(type) : null,
          radix(exact, approximate),
          exact ? TypeFacts.scale(type) : null,
          TypeFacts.isTemporal(type) ? TypeFacts.scale(type) : null);
    }
    result.send(out);
  }

  private static Integer radix(boolean exact, boolean approximate) {
    if (exact) {
      return 10;
    }
    return approximate ? Integer.valueOf(2) : null;
  }

  private void ddlHistory(Arguments arguments, Output out) throws SQLException {
    CaptureInstance instance = instance(arguments);
    ResultTable result =
        new ResultTable()
            .names("source_schema", "source_table", "capture_instance")
            .columns(SqlTypeName.BIT, "required_column_update")
            .columns(SqlType.nvarchar(SqlType.MAX), "ddl_command")
            .columns(LSN, "ddl_lsn")
            .columns(SqlTypeName.DATETIME, "ddl_time");
    TableDef source = current(instance);
    DatabaseSession database = session.in(Optional.empty());
    PreparedStatement query =
        database.prepare(
            "SELECT required_column_update, ddl_command, ddl_lsn, ddl_time FROM cdc.ddl_history"
                + " WHERE object_id = ? ORDER BY ddl_lsn");
    query.setInt(1, instance.changeTable().objectId());
    try (ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        result.row(
            source.schema(),
            source.name(),
            instance.name(),
            rows.getBoolean(1),
            rows.getString(2),
            rows.getBytes(3),
            rows.getObject(4, LocalDateTime.class));
      }
    }
    session.transactions().afterData();
    result.send(out);
  }

  private void jobs(Arguments arguments, Output out) {
    String name = session.database().name();
    ResultTable result =
        new ResultTable()
            .columns(SqlTypeName.UNIQUEIDENTIFIER, "job_id")
            .names("job_type", "job_name")
            .columns(SqlTypeName.INT, "maxtrans", "maxscans")
            .columns(SqlTypeName.BIT, "continuous")
            .columns(SqlTypeName.BIGINT, "pollinginterval", "retention", "threshold");
    if (session.database().cdc().enabled()) {
      result.row(null, "capture", "cdc." + name + "_capture", 500, 10, true, 0L, 0L, 0L);
    }
    result.send(out);
  }
}
