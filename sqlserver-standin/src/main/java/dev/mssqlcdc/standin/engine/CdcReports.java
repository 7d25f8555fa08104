package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.catalog.TypeFacts;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import dev.mssqlcdc.standin.cdc.CdcErrors;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The procedures of change data capture that report. */
final class CdcReports {
  private static final SqlType LSN = SqlType.sized(SqlTypeName.BINARY, 10);
  private static final SqlType LIST = SqlType.nvarchar(SqlType.MAX);

  private final Session session;

  CdcReports(Session session) {
    this.session = session;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    procedures.put("sp_cdc_help_change_data_capture", this::help);
    procedures.put("sp_cdc_get_captured_columns", this::capturedColumns);
    procedures.put("sp_cdc_get_ddl_history", this::ddlHistory);
  }

  private void help(Arguments arguments, Output out) {
    session.database().cdc().requireEnabled();
    ResultTable result =
        new ResultTable()
            .names("source_schema", "source_table", "capture_instance")
            .columns(SqlTypeName.INT, "object_id", "source_object_id")
            .columns(LSN, "start_lsn", "end_lsn")
            .columns(SqlTypeName.BIT, "supports_net_changes", "has_drop_pending")
            .names("role_name", "index_name", "filegroup_name")
            .columns(SqlTypeName.DATETIME, "create_date")
            .columns(LIST, "index_column_list", "captured_column_list");
    Optional<String> schema = arguments.text(0, "@source_schema").filter(s -> !s.isEmpty());
    Optional<String> name = arguments.text(1, "@source_name").filter(s -> !s.isEmpty());
    if (schema.isPresent() != name.isPresent()) {
      throw CdcErrors.halfATableName();
    }
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
    session.database().cdc().requireEnabled();
    return session
        .database()
        .cdc()
        .instance(arguments.text(0, "@capture_instance").orElse(""))
        .filter(instance -> session.access().mayRead(session.database(), instance))
        .orElseThrow(CdcErrors::noSuchInstance);
  }

  private void capturedColumns(Arguments arguments, Output out) {
    CaptureInstance instance = instance(arguments);
    ResultTable result =
        new ResultTable()
            .names("source_schema", "source_table", "capture_instance", "column_name")
            .columns(SqlTypeName.INT, "column_id", "ordinal_position")
            .names("data_type")
            .columns(SqlTypeName.INT, "character_maximum_length")
            .columns(SqlTypeName.TINYINT, "numeric_precision")
            .columns(SqlTypeName.SMALLINT, "numeric_precision_radix")
            .columns(SqlTypeName.INT, "numeric_scale")
            .columns(SqlTypeName.SMALLINT, "datetime_precision");
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
}
