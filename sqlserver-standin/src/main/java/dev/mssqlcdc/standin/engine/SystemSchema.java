package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.SystemTable;
import dev.mssqlcdc.standin.catalog.TypeFacts;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema {@code sys} of a new database: catalog tables, views and functions. */
final class SystemSchema {
  private static final int SYSNAME_TYPE = 256;

  private SystemSchema() {}

  static void create(Connection h2, Catalog catalog, Database database) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      for (String sql :
          List.of(
              "CREATE SCHEMA dbo",
              "CREATE SCHEMA sys",
              "CREATE SCHEMA cdc",
              "CREATE DOMAIN sys.tinyint AS SMALLINT CHECK (VALUE BETWEEN 0 AND 255)",
              "CREATE SEQUENCE sys.rowversions START WITH 2001",
              "SET SCHEMA dbo")) {
        statement.execute(sql);
      }
      for (Map.Entry<String, String> table : tables().entrySet()) {
        SystemTable.create(h2, catalog, "sys", table.getKey(), table.getValue());
      }
      functions(statement, SystemFunctions.class, functions());
      functions(statement, SecurityFunctions.class, SecurityFunctions.names());
      functions(statement, TextFunctions.class, TextFunctions.names());
      functions(statement, TimeFunctions.class, TimeFunctions.names());
      functions(statement, Conversions.class, Conversions.names());
      functions(statement, MoreFunctions.class, MoreFunctions.names());
      functions(statement, ServerCounters.class, ServerCounters.names());
      functions(statement, Partitions.class, Partitions.names());
      ConstraintCatalog.createTables(h2, catalog);
      for (List<String> views :
          List.of(
              views(),
              SecuritySchema.views(),
              ServerCounters.views(),
              Partitions.views(),
              ConstraintCatalog.views(),
              InformationSchema.views())) {
        for (String sql : views) {
          statement.execute(sql);
        }
      }
    }
    fill(h2, database);
  }

  private static void functions(Statement statement, Class<?> owner, Map<String, String> names)
      throws SQLException {
    for (Map.Entry<String, String> function : names.entrySet()) {
      String method = owner.getName() + "." + function.getValue();
      statement.execute("CREATE ALIAS " + function.getKey() + " FOR '" + method + "'");
    }
  }

  private static Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>(SecuritySchema.tables());
    tables.put("this_database", "name sysname, database_id int, server_name sysname");
    tables.put(
        "databases",
        "name sysname not null, database_id int not null, create_date datetime not null,"
            + " compatibility_level tinyint not null, collation_name sysname, state tinyint,"
            + " state_desc nvarchar(60), snapshot_isolation_state tinyint,"
            + " snapshot_isolation_state_desc nvarchar(60), is_read_committed_snapshot_on bit,"
            + " recovery_model tinyint, recovery_model_desc nvarchar(60), is_cdc_enabled bit not"
            + " null");
    tables.put("schemas", "name sysname not null, schema_id int not null, principal_id int");
    tables.put(
        "object_rows",
        "name sysname not null, object_id int not null primary key, principal_id int, schema_id"
            + " int not null, parent_object_id int not null, type char(2) not null, type_desc"
            + " nvarchar(60), create_date datetime not null, modify_date datetime not null,"
            + " is_ms_shipped bit not null, is_tracked_by_cdc bit not null");
    tables.put(
        "column_rows",
        "object_id int not null, name sysname, column_id int not null, system_type_id tinyint not"
            + " null, user_type_id int not null, max_length smallint not null, precision tinyint"
            + " not null, scale tinyint not null, collation_name sysname, is_nullable bit,"
            + " is_rowguidcol bit, is_identity bit not null, is_computed bit not null, is_sparse"
            + " bit");
    tables.put(
        "types",
        "name sysname not null, system_type_id tinyint not null, user_type_id int not null,"
            + " schema_id int not null, max_length smallint not null, precision tinyint not null,"
            + " scale tinyint not null, is_nullable bit, is_user_defined bit not null");
    tables.put(
        "index_rows",
        "object_id int not null, name sysname, index_id int not null, type tinyint not null,"
            + " type_desc nvarchar(60), is_unique bit, is_primary_key bit, is_unique_constraint"
            + " bit");
    tables.put(
        "index_column_rows",
        "object_id int not null, index_id int not null, index_column_id int not null, column_id"
            + " int not null, key_ordinal tinyint not null, is_descending_key bit,"
            + " is_included_column bit");
    tables.put(
        "dm_server_services",
        "servicename nvarchar(256) not null, startup_type int, startup_type_desc nvarchar(256) not"
            + " null, status int, status_desc nvarchar(256) not null, process_id int,"
            + " last_startup_time datetimeoffset, service_account nvarchar(256) not null, filename"
            + " nvarchar(256) not null, is_clustered nvarchar(1) not null, cluster_nodename"
            + " nvarchar(256), instant_file_initialization_enabled nvarchar(1) not null");
    tables.put(
        "partition_rows",
        "object_id int not null, index_id int not null, row_count bigint, used_page_count bigint");
    tables.put("time_zone_names", "name sysname not null");
    tables.put(
        "dm_cdc_log_scan_sessions",
        "session_id int, start_time datetime, end_time datetime, duration bigint, scan_phase"
            + " nvarchar(200), error_count int, start_lsn nvarchar(23), current_lsn nvarchar(23),"
            + " end_lsn nvarchar(23), tran_count bigint, last_commit_lsn nvarchar(23),"
            + " last_commit_time datetime, log_record_count bigint, schema_change_count int,"
            + " command_count bigint, first_begin_cdc_lsn nvarchar(23), last_commit_cdc_lsn"
            + " nvarchar(23), last_commit_cdc_time datetime, latency int, empty_scan_count int,"
            + " failed_sessions_count int");
    tables.put(
        "dm_cdc_errors",
        "session_id int, phase_number int, entry_time datetime, error_number int, error_severity"
            + " int, error_state int, error_message nvarchar(1024), start_lsn nvarchar(23),"
            + " begin_lsn nvarchar(23), sequence_value nvarchar(23)");
    return tables;
  }

  private static List<String> views() {
    String object =
        "SELECT name, object_id, principal_id, schema_id, parent_object_id, type, type_desc,"
            + " create_date, modify_date, is_ms_shipped";
    return List.of(
        "CREATE VIEW sys.objects AS "
            + object
            + " FROM sys.object_rows WHERE sys.sees(object_id) UNION ALL "
            + object
            + " FROM sys.constraint_rows WHERE sys.sees(parent_object_id)",
        "CREATE VIEW sys.tables AS "
            + object
            + ", is_tracked_by_cdc FROM sys.object_rows WHERE type = 'U' AND"
            + " sys.sees(object_id)",
        visible("columns", "column_rows"),
        visible("indexes", "index_rows"),
        visible("index_columns", "index_column_rows"),
        visible("dm_db_partition_stats", "partition_rows"),
        "CREATE VIEW dbo.sysdatabases AS SELECT name, database_id AS dbid, create_date AS crdate,"
            + " compatibility_level AS cmptlevel FROM sys.databases",
        "CREATE VIEW sys.time_zone_info AS SELECT name, CAST(sys.current_utc_offset(name) AS"
            + " VARCHAR_IGNORECASE(6)) AS current_utc_offset, sys.is_daylight_saving(name) AS"
            + " is_currently_dst FROM sys.time_zone_names");
  }

  private static String visible(String view, String rows) {
    return "CREATE VIEW sys."
        + view
        + " AS SELECT * FROM sys."
        + rows
        + " WHERE sys.sees(object_id)";
  }

  private static Map<String, String> functions() {
    Map<String, String> functions = new LinkedHashMap<>();
    functions.put("SERVERPROPERTY", "serverProperty");
    functions.put("DATABASEPROPERTYEX", "databaseProperty");
    functions.put("DB_NAME", "databaseName");
    functions.put("DB_ID", "databaseId");
    functions.put("OBJECT_ID", "objectId");
    functions.put("OBJECT_NAME", "objectName");
    functions.put("OBJECT_SCHEMA_NAME", "objectSchemaName");
    functions.put("SCHEMA_NAME", "schemaName");
    functions.put("SCHEMA_ID", "schemaId");
    functions.put("COL_NAME", "columnName");
    functions.put("TYPE_NAME", "typeName");
    functions.put("sys.fn_cdc_get_max_lsn", "maxLsn");
    functions.put("sys.fn_cdc_get_min_lsn", "minLsn");
    functions.put("sys.fn_cdc_increment_lsn", "incrementLsn");
    functions.put("sys.fn_cdc_decrement_lsn", "decrementLsn");
    functions.put("sys.fn_cdc_map_lsn_to_time", "lsnToTime");
    functions.put("sys.fn_cdc_map_time_to_lsn", "timeToLsn");
    functions.put("sys.fn_cdc_get_column_ordinal", "columnOrdinal");
    functions.put("sys.fn_cdc_is_bit_set", "isBitSet");
    functions.put("sys.fn_cdc_has_column_changed", "hasColumnChanged");
    functions.put("sys.check_lsn_range", "checkLsnRange");
    functions.put("sys.binary_to_hex", "binaryToHex");
    functions.put("sys.hex_to_binary", "hexToBinary");
    return functions;
  }

  private static void fill(Connection h2, Database database) throws SQLException {
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO sys.this_database VALUES (?, ?, ?)")) {
      insert.setString(1, database.name());
      insert.setInt(2, database.id());
      insert.setString(3, database.serverName());
      insert.executeUpdate();
    }
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO sys.types VALUES (?, ?, ?, 4, ?, ?, ?, TRUE, FALSE)")) {
      for (SqlTypeName name : SqlTypeName.values()) {
        type(insert, name.sqlName(), name.userTypeId(), SqlType.of(name));
      }
      type(insert, "sysname", SYSNAME_TYPE, SqlType.nvarchar(128));
    }
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO sys.time_zone_names VALUES (?)")) {
      for (String name : WindowsZones.names()) {
        insert.setString(1, name);
        insert.executeUpdate();
      }
    }
    try (Statement statement = h2.createStatement()) {
      statement.execute(
          "INSERT INTO sys.dm_server_services VALUES ('SQL Server Agent (MSSQLSERVER)', 2,"
              + " 'Automatic', 4, 'Running', 0, NULL, 'standin', 'standin', 'N', NULL, 'N')");
      statement.execute(
          "INSERT INTO sys.schemas VALUES ('dbo', 1, 1), ('sys', 4, 4), ('cdc', 5, 5)");
    }
  }

  private static void type(PreparedStatement insert, String name, int userTypeId, SqlType type)
      throws SQLException {
    insert.setString(1, name);
    insert.setInt(2, type.name().systemTypeId());
    insert.setInt(3, userTypeId);
    insert.setInt(4, TypeFacts.maxLength(type));
    insert.setInt(5, TypeFacts.precision(type));
    insert.setInt(6, TypeFacts.scale(type));
    insert.executeUpdate();
  }
}
