package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tables, functions and procedures of change data capture: their columns, in their order. */
@SqlServerTest
class TestObjects {
  private TestDatabase db;

  @BeforeEach
  void enable(TestDatabase database) throws SQLException {
    db = database;
    db.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY, n nvarchar(10) NOT NULL)");
    assertThat(flags()).isEqualTo("0|0");
    db.enableCdc();
    assertThat(flags()).isEqualTo("1|0");
    db.execute(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't', @role_name ="
            + " NULL, @supports_net_changes = 1");
    assertThat(flags()).isEqualTo("1|1");
  }

  private String flags() throws SQLException {
    return db.one(
        "SELECT d.is_cdc_enabled, t.is_tracked_by_cdc FROM sys.databases d CROSS JOIN sys.tables t"
            + " WHERE d.name = DB_NAME() AND t.name = 't'");
  }

  /** The columns of a table as the catalog has them: name, type, bytes and whether NULL may be. */
  private List<String> columns(String table) throws SQLException {
    return db.rows(
        "SELECT c.name, t.name, c.max_length, c.is_nullable FROM sys.columns c JOIN sys.types t ON"
            + " t.user_type_id = c.system_type_id WHERE c.object_id = OBJECT_ID(?) ORDER BY"
            + " c.column_id",
        table);
  }

  @Test
  void aChangeTableHasTheCapturedColumnsAllNullableBetweenItsOwn() throws SQLException {
    assertThat(columns("cdc.dbo_t_CT"))
        .containsExactly(
            "__$start_lsn|binary|10|0",
            "__$end_lsn|binary|10|1",
            "__$seqval|binary|10|0",
            "__$operation|int|4|0",
            "__$update_mask|varbinary|128|1",
            "id|int|4|1",
            "n|nvarchar|20|1",
            "__$command_id|int|4|1");
  }

  private static List<String> withoutNullability(List<String> columns) {
    return columns.stream().map(column -> column.substring(0, column.length() - 2)).toList();
  }

  @Test
  void commitsHaveTheirTimesInOneTableOfTheDatabase() throws SQLException {
    assertThat(withoutNullability(columns("cdc.lsn_time_mapping")))
        .containsExactly(
            "start_lsn|binary|10",
            "tran_begin_time|datetime|8",
            "tran_end_time|datetime|8",
            "tran_id|varbinary|10",
            "tran_begin_lsn|binary|10");
  }

  @Test
  void metadataIsInTablesOfTheSchemaCdc() throws SQLException {
    assertThat(withoutNullability(columns("cdc.change_tables")))
        .startsWith(
            "object_id|int|4",
            "version|int|4",
            "source_object_id|int|4",
            "capture_instance|nvarchar|256",
            "start_lsn|binary|10",
            "end_lsn|binary|10",
            "supports_net_changes|bit|1",
            "has_drop_pending|bit|1",
            "role_name|nvarchar|256",
            "index_name|nvarchar|256",
            "filegroup_name|nvarchar|256",
            "create_date|datetime|8",
            "partition_switch|bit|1");
    assertThat(withoutNullability(columns("cdc.captured_columns")))
        .startsWith(
            "object_id|int|4",
            "column_name|nvarchar|256",
            "column_id|int|4",
            "column_type|nvarchar|256",
            "column_ordinal|int|4",
            "is_computed|bit|1");
    assertThat(withoutNullability(columns("cdc.index_columns")))
        .containsExactly(
            "object_id|int|4",
            "column_name|nvarchar|256",
            "index_ordinal|tinyint|1",
            "column_id|int|4");
    assertThat(withoutNullability(columns("cdc.ddl_history")))
        .containsExactly(
            "source_object_id|int|4",
            "object_id|int|4",
            "required_column_update|bit|1",
            "ddl_command|nvarchar|-1",
            "ddl_lsn|binary|10",
            "ddl_time|datetime|8");
  }

  /** The columns of a result: name and type. */
  private List<String> result(String sql) throws SQLException {
    try (PreparedStatement query = db.connection().prepareStatement(sql);
        ResultSet rows = query.executeQuery()) {
      ResultSetMetaData metadata = rows.getMetaData();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= metadata.getColumnCount(); i++) {
        columns.add(metadata.getColumnLabel(i) + " " + metadata.getColumnTypeName(i));
      }
      return columns;
    }
  }

  @Test
  void helpDescribesTheInstances() throws SQLException {
    assertThat(result("EXEC sys.sp_cdc_help_change_data_capture"))
        .containsExactly(
            "source_schema nvarchar",
            "source_table nvarchar",
            "capture_instance nvarchar",
            "object_id int",
            "source_object_id int",
            "start_lsn binary",
            "end_lsn binary",
            "supports_net_changes bit",
            "has_drop_pending bit",
            "role_name nvarchar",
            "index_name nvarchar",
            "filegroup_name nvarchar",
            "create_date datetime",
            "index_column_list nvarchar",
            "captured_column_list nvarchar");
  }

  @Test
  void capturedColumnsAreReported() throws SQLException {
    assertThat(result("EXEC sys.sp_cdc_get_captured_columns N'dbo_t'"))
        .containsExactly(
            "source_schema nvarchar",
            "source_table nvarchar",
            "capture_instance nvarchar",
            "column_name nvarchar",
            "column_id int",
            "ordinal_position int",
            "data_type nvarchar",
            "character_maximum_length int",
            "numeric_precision tinyint",
            "numeric_precision_radix smallint",
            "numeric_scale int",
            "datetime_precision smallint");
  }

  @Test
  void schemaChangesAreReported() throws SQLException {
    assertThat(result("EXEC sys.sp_cdc_get_ddl_history N'dbo_t'"))
        .containsExactly(
            "source_schema nvarchar",
            "source_table nvarchar",
            "capture_instance nvarchar",
            "required_column_update bit",
            "ddl_command nvarchar",
            "ddl_lsn binary",
            "ddl_time datetime");
  }

  @Test
  void theFunctionsOfAnInstanceHaveNoCommandId() throws SQLException {
    db.execute("INSERT INTO t VALUES (1, N'x')");
    db.capture();
    String from =
        "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn('dbo_t'), @to binary(10) ="
            + " sys.fn_cdc_get_max_lsn(); SELECT * FROM cdc.";
    assertThat(result(from + "fn_cdc_get_all_changes_dbo_t(@from, @to, N'all')"))
        .containsExactly(
            "__$start_lsn binary",
            "__$seqval binary",
            "__$operation int",
            "__$update_mask varbinary",
            "id int",
            "n nvarchar");
    assertThat(result(from + "fn_cdc_get_net_changes_dbo_t(@from, @to, N'all')"))
        .containsExactly(
            "__$start_lsn binary",
            "__$operation int",
            "__$update_mask varbinary",
            "id int",
            "n nvarchar");
  }

  @Test
  void theFunctionsOfLsnsReturnTenBytesOrATime() throws SQLException {
    assertThat(
            result(
                "SELECT sys.fn_cdc_get_max_lsn() AS a, sys.fn_cdc_get_min_lsn('dbo_t') AS b,"
                    + " sys.fn_cdc_increment_lsn(0x00) AS c, sys.fn_cdc_decrement_lsn(0x01) AS d,"
                    + " sys.fn_cdc_map_time_to_lsn('largest less than', GETDATE()) AS e,"
                    + " sys.fn_cdc_map_lsn_to_time(0x00) AS f, sys.fn_cdc_get_column_ordinal("
                    + "'dbo_t', 'n') AS g, sys.fn_cdc_is_bit_set(1, 0x01) AS h"))
        .containsExactly(
            "a binary",
            "b binary",
            "c binary",
            "d binary",
            "e binary",
            "f datetime",
            "g int",
            "h bit");
  }
}
