package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may create, alter and drop what. */
@SqlServerTest
class TestDefinitionPermissions {
  private TestDatabase db;
  private TestLogin login;

  @BeforeEach
  void prepare(TestDatabase database) throws SQLException {
    db = database;
    db.execute(
        "CREATE SCHEMA empty",
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int)",
        "CREATE INDEX i ON dbo.t (a)");
    login = db.newLogin().withUser();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE TABLE dbo.x (id int); 262; CREATE TABLE permission denied in database '%s'.",
        "CREATE VIEW dbo.x AS SELECT 1 AS a; 262; CREATE VIEW permission denied in database '%s'.",
        "CREATE DATABASE mssqlcdc_x; 262; CREATE DATABASE permission denied in database 'master'.",
        "DROP TABLE dbo.t; 3701; because it does not exist or you do not have permission.",
        "ALTER TABLE dbo.t ADD b int; 1088; because it does not exist or you do not have"
            + " permissions.",
        "TRUNCATE TABLE dbo.t; 1088; because it does not exist or you do not have permissions.",
        "CREATE INDEX j ON dbo.t (a); 1088; because it does not exist or you do not have"
            + " permissions.",
        "CREATE USER x WITHOUT LOGIN; 15247; User does not have permission to perform this action.",
        "CREATE ROLE x; 15247; User does not have permission to perform this action.",
        "DROP SCHEMA empty; 15151; Cannot drop the schema 'empty', because it does not exist or you"
            + " do not have permission."
      })
  void withoutAPermissionADefinitionIsRefused(String sql, int number, String words)
      throws SQLException {
    login.granted("SELECT, INSERT, UPDATE, DELETE ON dbo.t");
    SQLException e = login.failure(sql);
    assertThat(e.getMessage()).contains(words.formatted(db.name()));
    assertThat(e.getErrorCode()).isEqualTo(number);
  }

  @Test
  void aTableIsMadeWithCreateTableAndAlterOnTheSchema() throws SQLException {
    login.granted("CREATE TABLE");
    SQLException e = login.failure("CREATE TABLE dbo.x (id int)");
    assertThat(e.getErrorCode()).isEqualTo(2760);
    assertThat(e.getMessage())
        .isEqualTo(
            "The specified schema name \"dbo\" either does not exist or you do not have permission"
                + " to use it.");
    login.granted("ALTER ON SCHEMA::dbo");
    login.execute("CREATE TABLE dbo.x (id int)", "DROP TABLE dbo.x");
  }

  @Test
  void alterOnATableAltersAndTruncatesIt() throws SQLException {
    login.granted("ALTER ON dbo.t");
    login.execute("ALTER TABLE dbo.t ADD b int", "TRUNCATE TABLE dbo.t");
    assertThat(login.failure("DROP TABLE dbo.t").getErrorCode()).isEqualTo(3701);
    assertThat(login.failure("SELECT id FROM dbo.t").getErrorCode()).isEqualTo(229);
  }

  @Test
  void identityInsertNeedsAlter() throws SQLException {
    db.execute("CREATE TABLE dbo.n (id int IDENTITY(1, 1), a int)");
    login.granted("INSERT ON dbo.n");
    login.execute("INSERT INTO dbo.n (a) VALUES (1)");
    assertThat(login.failure("SET IDENTITY_INSERT dbo.n ON").getErrorCode()).isEqualTo(1088);
    login.granted("ALTER ON dbo.n");
    login.execute("SET IDENTITY_INSERT dbo.n ON", "INSERT INTO dbo.n (id, a) VALUES (9, 2)");
    assertThat(db.rows("SELECT id, a FROM dbo.n ORDER BY id")).containsExactly("1|1", "9|2");
  }

  @Test
  void definersDefineAndReadNothing() throws SQLException {
    login.in("db_ddladmin");
    login.execute(
        "CREATE TABLE dbo.x (id int)",
        "ALTER TABLE dbo.t ADD c int",
        "CREATE INDEX k ON dbo.t (c)",
        "DROP TABLE dbo.x");
    assertThat(login.failure("SELECT id FROM dbo.t").getErrorCode()).isEqualTo(229);
  }

  @Test
  void aTrackedTableIsAlteredByOwnersAndDefinersOnly() throws SQLException {
    db.enableCdc();
    db.track("t");
    login.granted("ALTER ON dbo.t");
    SQLException e = login.failure("ALTER TABLE dbo.t ADD d int");
    assertThat(e.getErrorCode()).isEqualTo(22914);
    assertThat(e.getMessage())
        .isEqualTo(
            "Only members of the sysadmin or db_owner or db_ddladmin roles can perform this"
                + " operation when Change Data Capture is enabled for a database.");
    login.in("db_ddladmin");
    login.execute("ALTER TABLE dbo.t ADD d int");
  }
}
