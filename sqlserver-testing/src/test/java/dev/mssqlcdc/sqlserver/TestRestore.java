package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.failure;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
@StandinOnly("a restore to a point that needs no backup")
class TestRestore {
  private static final String MAX_LSN = "SELECT sys.fn_cdc_get_max_lsn()";

  private Connection client;

  @BeforeEach
  void tracked(TestDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, name nvarchar(max), twice AS (id * 2), n int"
            + " IDENTITY(7, 1), v rowversion)",
        "CREATE TABLE untracked (id tinyint)");
    database.enableCdc();
    database.track("t");
    database.execute("INSERT INTO t (id, name) VALUES (1, N'åé\u4e2d'), (2, NULL)");
    database.capture();
    database.execute("EXEC standin.mark_restore_point 'before'");
    client = database.server().connect(database.name());
  }

  private static void restore(TestDatabase database) throws SQLException {
    try (Connection master = database.server().connect("master")) {
      execute(
          master, "EXEC standin.restore @point = 'before', @database = '" + database.name() + "'");
    }
  }

  @Test
  void tablesCatalogChangesAndLsnsGoBack(TestDatabase database) throws SQLException {
    String table = "SELECT id, name, twice, n, v FROM t ORDER BY id";
    String catalog = "SELECT name, is_tracked_by_cdc FROM sys.tables ORDER BY name";
    String columns = "SELECT name, column_id FROM sys.columns WHERE object_id = OBJECT_ID('t')";
    List<String> rows = rows(client, table);
    List<String> tables = rows(client, catalog);
    List<String> described = rows(client, columns);
    List<String> changes = Sql.changes(client, "dbo_t", "id, name");
    String max = one(client, MAX_LSN);

    execute(client, "DELETE FROM t WHERE id = 1", "INSERT INTO t (id, name) VALUES (3, 'gone')");
    execute(client, "ALTER TABLE t ADD extra int", "DROP TABLE untracked");
    database.capture();
    String later = one(client, MAX_LSN);
    assertThat(later).isGreaterThan(max);
    restore(database);

    assertThatThrownBy(() -> one(client, "SELECT 1")).isInstanceOf(SQLException.class);
    try (Connection again = database.connect()) {
      assertThat(rows(again, table)).isEqualTo(rows);
      assertThat(rows(again, catalog)).isEqualTo(tables);
      assertThat(rows(again, columns)).isEqualTo(described);
      assertThat(Sql.changes(again, "dbo_t", "id, name")).isEqualTo(changes);
      assertThat(one(again, MAX_LSN)).isEqualTo(max);
      assertThat(rows(again, "EXEC sys.sp_cdc_get_ddl_history 'dbo_t'")).isEmpty();

      execute(
          again,
          "INSERT INTO t (id, name) VALUES (4, 'other')",
          "INSERT INTO untracked VALUES (255)");
      assertThat(failure(again, "INSERT INTO untracked VALUES (256)").getErrorCode())
          .isEqualTo(220);
      database.capture();
      assertThat(one(again, "SELECT n FROM t WHERE id = 4")).isEqualTo("9");
      assertThat(one(again, MAX_LSN)).isGreaterThan(max).isLessThanOrEqualTo(later);
      assertThat(Sql.changes(again, "dbo_t", "id, name")).hasSize(changes.size() + 1);
    }
  }

  @Test
  void whatWasNotCommittedIsGoneAndWhatWasNotCapturedYetIsCaptured(TestDatabase database)
      throws SQLException {
    execute(client, "INSERT INTO t (id) VALUES (10)");
    try (Connection open = database.server().connect(database.name())) {
      open.setAutoCommit(false);
      update(open, "INSERT INTO t (id) VALUES (11)");
      database.execute("EXEC standin.mark_restore_point 'before'");
      restore(database);
    }
    try (Connection again = database.connect()) {
      assertThat(rows(again, "SELECT id FROM t ORDER BY id")).containsExactly("1", "2", "10");
      assertThat(Sql.changes(again, "dbo_t", "id")).hasSize(2);
      database.capture();
      assertThat(Sql.changes(again, "dbo_t", "id")).hasSize(3);
    }
  }

  @Test
  void cdcIsAsItWas(TestDatabase database) throws SQLException {
    execute(client, "EXEC sys.sp_cdc_disable_db");
    restore(database);
    try (Connection again = database.connect()) {
      assertThat(one(again, "SELECT is_cdc_enabled FROM sys.databases WHERE name = DB_NAME()"))
          .isEqualTo("1");
      update(again, "UPDATE t SET name = 'b'");
      database.capture();
      assertThat(Sql.changes(again, "dbo_t", "id")).hasSize(6);
    }
  }

  @Test
  void usersAndGrantsAreAsTheyWere(TestDatabase database) throws SQLException {
    client.close();
    String users = "SELECT name FROM sys.database_principals WHERE name LIKE 'user[_]%'";
    database.execute(
        "CREATE USER user_before WITHOUT LOGIN",
        "GRANT SELECT ON t TO user_before",
        "EXEC standin.mark_restore_point 'before'",
        "DROP USER user_before",
        "CREATE USER user_after WITHOUT LOGIN");
    restore(database);
    try (Connection again = database.connect()) {
      assertThat(rows(again, users)).containsExactly("user_before");
      assertThat(
              rows(
                  again,
                  "SELECT permission_name FROM sys.database_permissions WHERE major_id ="
                      + " OBJECT_ID('t')"))
          .containsExactly("SELECT");
    }
  }

  @Test
  void aSessionDoesNotRestoreTheDatabaseItUses(TestDatabase database) throws SQLException {
    assertThat(failure(client, "EXEC standin.restore 'before'").getErrorCode()).isEqualTo(3102);
    client.close();
    try (Connection master = database.server().connect("master")) {
      String unknown = "EXEC standin.restore 'never', @database = '" + database.name() + "'";
      assertThat(failure(master, unknown).getErrorCode()).isEqualTo(3013);
    }
  }
}
