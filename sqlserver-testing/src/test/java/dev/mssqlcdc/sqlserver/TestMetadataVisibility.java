package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The catalog shows a login what it has some permission on. */
@SqlServerTest
class TestMetadataVisibility {
  private static final String TABLES = "SELECT name FROM sys.tables ORDER BY name";

  private TestDatabase db;
  private TestLogin login;

  @BeforeEach
  void prepare(TestDatabase database) throws SQLException {
    db = database;
    db.execute(
        "CREATE TABLE dbo.seen (id int NOT NULL CONSTRAINT PK_seen PRIMARY KEY, a int)",
        "CREATE TABLE dbo.unseen (id int NOT NULL CONSTRAINT PK_unseen PRIMARY KEY)",
        "INSERT INTO dbo.seen VALUES (1, 1), (2, 2)");
    login = db.newLogin().withUser();
  }

  @Test
  void aLoginSeesNoTableWithoutAPermission() throws SQLException {
    assertThat(login.rows(TABLES)).isEmpty();
    assertThat(login.one("SELECT OBJECT_ID('dbo.seen')")).isEqualTo("null");
    assertThat(db.rows(TABLES)).containsExactly("seen", "unseen");
  }

  @Test
  void aTableIsSeenByWhoeverHasSomePermissionOnIt() throws SQLException {
    login.granted("SELECT ON dbo.seen (id)");
    assertThat(login.rows(TABLES)).containsExactly("seen");
    assertThat(
            login.rows(
                "SELECT c.name FROM sys.columns c JOIN sys.tables t ON t.object_id = c.object_id"
                    + " ORDER BY c.column_id"))
        .containsExactly("id", "a");
    assertThat(login.rows("SELECT i.name FROM sys.indexes i WHERE i.name LIKE 'PK%seen'"))
        .containsExactly("PK_seen");
    assertThat(
            login.one(
                "SELECT OBJECT_NAME(OBJECT_ID('dbo.seen')), OBJECT_ID('dbo.unseen'),"
                    + " (SELECT COUNT(*) FROM sys.columns WHERE object_id ="
                    + " OBJECT_ID('dbo.unseen'))"))
        .isEqualTo("seen|null|0");
    assertThat(login.rows("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES"))
        .containsExactly("seen");
  }

  @Test
  void theRowsOfATableAreCountedForWhoeverSeesIt() throws SQLException {
    db.execute(
        "CREATE TABLE dbo.heap (id int)",
        "INSERT dbo.heap VALUES (1), (2), (3)",
        "CREATE INDEX i ON dbo.heap (id)");
    String count =
        "SELECT SUM(p.rows) FROM sys.partitions AS p WHERE p.object_id = ? AND p.index_id IN (0, 1)";
    int heap = Integer.parseInt(db.one("SELECT OBJECT_ID('dbo.heap')"));
    int seen = Integer.parseInt(db.one("SELECT OBJECT_ID('dbo.seen')"));
    assertThat(db.one(count, heap)).isEqualTo("3");
    assertThat(login.one(count, seen)).isEqualTo("null");
    login.granted("SELECT ON dbo.seen (id)");
    assertThat(login.one(count, seen)).isEqualTo("2");
    assertThat(login.one(count, heap)).isEqualTo("null");
    try (PreparedStatement statement = db.connection().prepareStatement(count)) {
      statement.setInt(1, heap);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("bigint");
      }
    }
  }

  @Test
  void viewDefinitionShowsAndItsDenialHides() throws SQLException {
    login.granted("VIEW DEFINITION");
    assertThat(login.rows(TABLES)).containsExactly("seen", "unseen");
    login.denied("VIEW DEFINITION ON dbo.unseen");
    assertThat(login.rows(TABLES)).containsExactly("seen");
    assertThat(login.failure("SELECT id FROM dbo.seen").getErrorCode()).isEqualTo(229);
  }

  @Test
  void aReaderOfAllSeesAll() throws SQLException {
    login.in("db_datareader");
    assertThat(login.rows(TABLES)).containsExactly("seen", "unseen");
  }

  @Test
  void constraintsAreSeenWithTheirTables() throws SQLException {
    db.execute(
        "CREATE TABLE dbo.child (id int NOT NULL CONSTRAINT FK_child REFERENCES dbo.seen (id), b int"
            + " CONSTRAINT CK_child CHECK (b > 0))");
    String constraints =
        "SELECT name FROM sys.objects WHERE name IN ('FK_child', 'CK_child', 'PK_seen') ORDER BY"
            + " name";
    login.granted("SELECT ON dbo.seen");
    assertThat(login.rows(constraints)).containsExactly("PK_seen");
    assertThat(login.rows("SELECT name FROM sys.foreign_keys")).isEmpty();
    assertThat(login.rows("SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"))
        .containsExactly("PK_seen");
    login.granted("SELECT ON dbo.child");
    assertThat(login.rows(constraints)).containsExactly("CK_child", "FK_child", "PK_seen");
    assertThat(login.rows("SELECT name FROM sys.foreign_keys")).containsExactly("FK_child");
  }

  @Test
  void theDriversMetadataIsLimitedAlike() throws SQLException {
    login.granted("SELECT ON dbo.seen");
    List<String> names = new ArrayList<>();
    try (ResultSet tables =
        login.connection().getMetaData().getTables(db.name(), "dbo", "%", new String[] {"TABLE"})) {
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
    }
    assertThat(names).containsExactly("seen");
  }

  @Test
  void everyDatabaseIsListed() throws SQLException {
    assertThat(login.rows("SELECT name FROM sys.databases WHERE name IN ('master', DB_NAME())"))
        .containsExactlyInAnyOrder("master", db.name());
    assertThat(login.rows("SELECT name FROM master.dbo.sysdatabases WHERE name = 'master'"))
        .containsExactly("master");
  }

  @Test
  void spaceUsedAnswersForATableThatIsSeen() throws SQLException {
    login.granted("SELECT ON dbo.seen");
    assertThat(login.one("EXEC sys.sp_spaceused 'dbo.seen'"))
        .matches("seen\\|2 +\\|\\d+ KB\\|\\d+ KB\\|\\d+ KB\\|\\d+ KB");
    SQLException e = login.failure("EXEC sys.sp_spaceused 'dbo.unseen'");
    assertThat(e.getErrorCode()).isEqualTo(15009);
  }

  @Test
  void theDatabasesStateNeedsItsPermission() throws SQLException {
    String query = "SELECT COUNT(*) FROM sys.dm_db_partition_stats";
    assertThat(login.failure(query).getErrorCode()).isEqualTo(262);
    login.granted("VIEW DATABASE STATE", "VIEW DEFINITION");
    assertThat(login.rows(query)).hasSize(1);
  }

  @Test
  void theSessionsOwnWaitsAreReadable() throws SQLException {
    assertThat(
            login.rows(
                "SELECT DISTINCT session_id FROM sys.dm_exec_session_wait_stats WHERE session_id <>"
                    + " @@SPID"))
        .isEmpty();
  }
}
