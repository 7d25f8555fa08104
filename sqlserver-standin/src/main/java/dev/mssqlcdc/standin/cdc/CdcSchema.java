package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.SystemTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables of the schema {@code cdc} with the columns Microsoft documents, in their order. */
final class CdcSchema {
  static final String NAME = "cdc";
  private static final Map<String, String> TABLES = tables();

  private CdcSchema() {}

  static void create(Connection h2, Catalog catalog) throws SQLException {
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      SystemTable.create(h2, catalog, NAME, table.getKey(), table.getValue());
    }
    try (Statement statement = h2.createStatement()) {
      statement.execute(
          "CREATE INDEX cdc.lsn_time_mapping_nonunique_idx ON cdc.lsn_time_mapping"
              + "(tran_end_time, start_lsn)");
    }
  }

  static void drop(Connection h2, Catalog catalog) throws SQLException {
    for (String table : TABLES.keySet()) {
      SystemTable.drop(h2, catalog, NAME, table);
    }
  }

  private static Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put(
        "change_tables",
        "object_id int not null, version int, source_object_id int, capture_instance sysname not"
            + " null, start_lsn binary(10), end_lsn binary(10), supports_net_changes bit,"
            + " has_drop_pending bit, role_name sysname, index_name sysname, filegroup_name"
            + " sysname, create_date datetime, partition_switch bit not null");
    tables.put(
        "captured_columns",
        "object_id int not null, column_name sysname not null, column_id int, column_type sysname"
            + " not null, column_ordinal int not null, is_computed bit, masking_function"
            + " nvarchar(4000)");
    tables.put(
        "index_columns",
        "object_id int not null, column_name sysname not null, index_ordinal tinyint not null,"
            + " column_id int not null");
    tables.put(
        "ddl_history",
        "source_object_id int, object_id int not null, required_column_update bit, ddl_command"
            + " nvarchar(max), ddl_lsn binary(10) not null, ddl_time datetime");
    tables.put(
        "lsn_time_mapping",
        "start_lsn binary(10) not null primary key, tran_begin_time datetime, tran_end_time"
            + " datetime, tran_id varbinary(10), tran_begin_lsn binary(10)");
    return tables;
  }
}
