package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.changes;
import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestCaptureInstances {
  private static final String ZERO = "00000000000000000000";

  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void connect(TestDatabase db) throws SQLException {
    database = db;
    connection = db.connection();
    db.enableCdc();
    execute(
        connection,
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int,"
            + " n nvarchar(max), twice AS (a * 2), x text)");
    database.track("t");
  }

  @Test
  void helpDescribesTheInstance() throws SQLException {
    assertThat(
            rows(
                connection,
                "SELECT t.capture_instance, t.index_name, s.is_cdc_enabled, o.is_tracked_by_cdc"
                    + " FROM cdc.change_tables t JOIN sys.tables o ON"
                    + " o.object_id = t.source_object_id CROSS JOIN sys.databases s WHERE s.name ="
                    + " DB_NAME()"))
        .containsExactly("dbo_t|PK_t|1|1");
    assertThat(rows(connection, "EXEC sys.sp_cdc_help_change_data_capture"))
        .hasSize(1)
        .allSatisfy(
            row ->
                assertThat(row)
                    .startsWith("dbo|t|dbo_t|")
                    .endsWith("|[id]|[id], [a], [n], [twice], [x]"));
    assertThat(rows(connection, "EXEC sys.sp_cdc_get_captured_columns N'dbo_t'"))
        .containsExactly(
            "dbo|t|dbo_t|id|1|1|int|null|10|10|0|null",
            "dbo|t|dbo_t|a|2|2|int|null|10|10|0|null",
            "dbo|t|dbo_t|n|3|3|nvarchar|-1|null|null|null|null",
            "dbo|t|dbo_t|twice|4|4|int|null|10|10|0|null",
            "dbo|t|dbo_t|x|5|5|text|2147483647|null|null|null|null");
    assertThat(rows(connection, "SELECT column_name, index_ordinal FROM cdc.index_columns"))
        .containsExactly("id|1");
  }

  @Test
  void aColumnListAndTwoInstancesAreTakenAndAThirdIsRefused() throws SQLException {
    String second =
        "EXEC sys.sp_cdc_enable_table 'dbo', 't', @role_name = NULL, @capture_instance = 'v%s',"
            + " @captured_column_list = N'id, [n]'";
    execute(connection, second.formatted(2));
    // 22926 is what was measured, 22962 what Microsoft's list of errors says
    assertThatThrownBy(() -> execute(connection, second.formatted(3)))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isIn(22926, 22962);
    update(connection, "INSERT INTO t (id, a, n) VALUES (1, 1, 'n')");
    update(connection, "UPDATE t SET a = 2");
    database.capture();
    assertThat(changes(connection, "v2", "id, n")).containsExactly("2|1|n");
    assertThat(
            rows(
                connection,
                "SELECT a.__$seqval FROM cdc.dbo_t_CT a JOIN cdc.v2_CT b ON a.__$start_lsn ="
                    + " b.__$start_lsn AND a.__$seqval = b.__$seqval AND a.__$operation ="
                    + " b.__$operation AND a.__$command_id <> b.__$command_id"))
        .hasSize(1);
  }

  @Test
  void aDisabledInstanceIsGoneAtOnce() throws SQLException {
    update(connection, "INSERT INTO t (id) VALUES (1)");
    execute(
        connection,
        "EXEC sys.sp_cdc_disable_table @source_schema = 'dbo', @source_name = 't',"
            + " @capture_instance = 'all'");
    database.capture();
    assertThatThrownBy(() -> changes(connection, "dbo_t", "id"))
        .hasMessageContaining("Invalid object name 'cdc.dbo_t_CT'.");
    assertThat(one(connection, "SELECT sys.fn_cdc_get_min_lsn('dbo_t')")).isEqualTo(ZERO);
    assertThat(one(connection, "SELECT is_tracked_by_cdc FROM sys.tables WHERE name = 't'"))
        .isEqualTo("0");
    execute(connection, "EXEC sys.sp_cdc_disable_db");
    assertThat(one(connection, "SELECT is_cdc_enabled FROM sys.databases WHERE name = DB_NAME()"))
        .isEqualTo("0");
    assertThatThrownBy(() -> database.track("t"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(22901);
  }

  @Test
  void anEnableWaitsForTheTransactionsThatWroteTheTable() throws Exception {
    execute(connection, "CREATE TABLE late (id int NOT NULL PRIMARY KEY)");
    try (Connection writer = database.connect()) {
      writer.setAutoCommit(false);
      update(writer, "INSERT INTO late VALUES (1)");
      Thread enabling =
          new Thread(
              () -> {
                try {
                  database.track("late");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      enabling.start();
      while (enabling.getState() != Thread.State.RUNNABLE
          && enabling.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      update(writer, "INSERT INTO late VALUES (2)");
      writer.commit();
      enabling.join();
      update(writer, "INSERT INTO late VALUES (3)");
      writer.commit();
    }
    database.capture();
    List<String> captured = changes(connection, "dbo_late", "id");
    assertThat(captured).containsExactly("2|3");
  }
}
