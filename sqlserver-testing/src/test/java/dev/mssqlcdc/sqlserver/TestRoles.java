package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Roles, their members, and what the views and functions say about them. */
@SqlServerTest
class TestRoles {
  private static final String OWN_ROLES =
      "SELECT r.name FROM sys.database_role_members m JOIN sys.database_principals r ON"
          + " r.principal_id = m.role_principal_id JOIN sys.database_principals u ON"
          + " u.principal_id = m.member_principal_id WHERE u.name = USER_NAME() ORDER BY r.name";

  private TestDatabase db;
  private TestLogin login;

  @BeforeEach
  void prepare(TestDatabase database) throws SQLException {
    db = database;
    db.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)", "INSERT INTO dbo.t VALUES (1)");
    login = db.newLogin().withUser();
  }

  private int error(String sql) throws SQLException {
    return login.failure(sql).getErrorCode();
  }

  @Test
  void membersOfARoleWithinARoleHoldWhatBothHold() throws SQLException {
    db.execute(
        "CREATE ROLE outer_role",
        "CREATE ROLE inner_role",
        "ALTER ROLE outer_role ADD MEMBER inner_role",
        "GRANT SELECT ON dbo.t TO outer_role");
    assertThat(error("SELECT id FROM dbo.t")).isEqualTo(229);
    login.in("inner_role");
    assertThat(login.rows("SELECT id FROM dbo.t")).containsExactly("1");
    assertThat(login.one("SELECT IS_MEMBER('outer_role'), IS_ROLEMEMBER('inner_role')"))
        .isEqualTo("1|1");
    db.execute("ALTER ROLE inner_role DROP MEMBER [" + login.name() + "]");
    assertThat(error("SELECT id FROM dbo.t")).isEqualTo(229);
  }

  @Test
  void theOldProceduresAddAndDropMembers() throws SQLException {
    db.execute(
        "CREATE ROLE readers",
        "GRANT SELECT ON dbo.t TO readers",
        "EXEC sp_addrolemember 'readers', '" + login.name() + "'");
    assertThat(login.rows("SELECT id FROM dbo.t")).containsExactly("1");
    db.execute("EXEC sp_droprolemember 'readers', '" + login.name() + "'");
    assertThat(error("SELECT id FROM dbo.t")).isEqualTo(229);
  }

  @Test
  void fixedRolesReadAndWriteEveryTable() throws SQLException {
    login.in("db_datareader");
    assertThat(login.rows("SELECT id FROM dbo.t")).containsExactly("1");
    assertThat(error("INSERT INTO dbo.t VALUES (2)")).isEqualTo(229);
    login.in("db_datawriter");
    login.execute("INSERT INTO dbo.t VALUES (2)", "DELETE FROM dbo.t WHERE id = 1");
    login.in("db_denydatawriter");
    assertThat(error("INSERT INTO dbo.t VALUES (3)")).isEqualTo(229);
    login.in("db_denydatareader");
    assertThat(error("SELECT id FROM dbo.t")).isEqualTo(229);
  }

  @Test
  void anOwnerDoesAll() throws SQLException {
    login.in("db_owner");
    login.execute(
        "CREATE TABLE dbo.u (id int)",
        "INSERT INTO dbo.u VALUES (1)",
        "CREATE ROLE made_by_owner",
        "GRANT SELECT ON dbo.u TO made_by_owner",
        "DROP TABLE dbo.u");
    assertThat(login.one("SELECT USER_NAME(), IS_MEMBER('db_owner'), IS_SRVROLEMEMBER('sysadmin')"))
        .isEqualTo(login.name() + "|1|0");
    db.execute("DENY SELECT ON dbo.t TO [" + login.name() + "]");
    assertThat(error("SELECT id FROM dbo.t")).isEqualTo(229);
  }

  @Test
  void aRoleWithMembersIsNotDropped() throws SQLException {
    db.execute("CREATE ROLE readers");
    login.in("readers");
    SQLException e = db.failure("DROP ROLE readers");
    assertThat(e.getErrorCode()).isEqualTo(15144);
    assertThat(e.getMessage())
        .isEqualTo("The role has members. It must be empty before it can be dropped.");
    db.execute("ALTER ROLE readers DROP MEMBER [" + login.name() + "]", "DROP ROLE readers");
    assertThat(db.one("SELECT IS_ROLEMEMBER('readers')")).isEqualTo("null");
    assertThat(db.failure("DROP ROLE readers").getErrorCode()).isEqualTo(15151);
    db.execute("DROP ROLE IF EXISTS readers");
  }

  @Test
  void rolesAreChangedByThoseWhoMay() throws SQLException {
    db.execute("CREATE ROLE readers");
    assertThat(error("ALTER ROLE readers ADD MEMBER [" + login.name() + "]")).isEqualTo(15151);
    assertThat(error("DROP ROLE readers")).isEqualTo(15151);
    login.granted("ALTER ANY ROLE");
    login.execute("ALTER ROLE readers ADD MEMBER [" + login.name() + "]");
    login.failure("ALTER ROLE db_owner ADD MEMBER [" + login.name() + "]");
    assertThat(login.one("SELECT IS_MEMBER('readers'), IS_MEMBER('db_owner')")).isEqualTo("1|0");
  }

  @Test
  void theViewsListPrincipalsAndMembers() throws SQLException {
    db.execute("CREATE ROLE readers", "CREATE ROLE strangers");
    login.in("readers").in("db_datareader");
    assertThat(login.rows(OWN_ROLES)).containsExactly("db_datareader", "readers");
    assertThat(
            login.rows(
                "SELECT name, type, type_desc, is_fixed_role FROM sys.database_principals WHERE"
                    + " name IN ('dbo', 'public', 'guest', 'db_owner', 'readers', 'strangers')"
                    + " ORDER BY name"))
        .contains(
            "db_owner|R|DATABASE_ROLE|1",
            "dbo|S|SQL_USER|0",
            "public|R|DATABASE_ROLE|0",
            "readers|R|DATABASE_ROLE|0")
        .doesNotContain("strangers|R|DATABASE_ROLE|0");
    assertThat(
            db.rows(
                "SELECT name, type FROM sys.database_principals WHERE name IN ('readers',"
                    + " 'strangers') ORDER BY name"))
        .containsExactly("readers|R", "strangers|R");
    assertThat(
            login.rows(
                "SELECT name, type_desc, is_disabled FROM sys.server_principals WHERE name ="
                    + " SUSER_SNAME()"))
        .containsExactly(login.name() + "|SQL_LOGIN|0");
  }

  @Test
  void theViewsListPermissions() throws SQLException {
    login.granted("SELECT ON dbo.t (id)", "INSERT ON dbo.t").denied("DELETE ON dbo.t");
    assertThat(
            login.rows(
                "SELECT class_desc, OBJECT_NAME(major_id), minor_id, type, permission_name,"
                    + " state_desc FROM sys.database_permissions WHERE grantee_principal_id ="
                    + " DATABASE_PRINCIPAL_ID() ORDER BY permission_name"))
        .containsExactly(
            "DATABASE|null|0|CO  |CONNECT|GRANT",
            "OBJECT_OR_COLUMN|t|0|DL  |DELETE|DENY",
            "OBJECT_OR_COLUMN|t|0|IN  |INSERT|GRANT",
            "OBJECT_OR_COLUMN|t|1|SL  |SELECT|GRANT");
  }

  @Test
  void aSessionAsksForItsPermissions() throws SQLException {
    login.granted("SELECT ON dbo.t", "CREATE TABLE");
    assertThat(
            login.one(
                "SELECT HAS_PERMS_BY_NAME('dbo.t', 'OBJECT', 'SELECT'),"
                    + " HAS_PERMS_BY_NAME('dbo.t', 'OBJECT', 'INSERT'),"
                    + " HAS_PERMS_BY_NAME('dbo.t', 'OBJECT', 'ANY'),"
                    + " HAS_PERMS_BY_NAME('dbo.missing', 'OBJECT', 'SELECT'),"
                    + " HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE TABLE'),"
                    + " HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE')"))
        .isEqualTo("1|0|1|null|1|0");
    assertThat(
            login.rows(
                "SELECT subentity_name, permission_name FROM fn_my_permissions('dbo.t', 'OBJECT')"
                    + " ORDER BY subentity_name, permission_name"))
        .containsExactly("|SELECT", "id|SELECT");
    assertThat(
            login.rows(
                "SELECT permission_name FROM fn_my_permissions(NULL, 'DATABASE') WHERE"
                    + " permission_name IN ('CONNECT', 'CREATE TABLE', 'SELECT') ORDER BY"
                    + " permission_name"))
        .containsExactly("CONNECT", "CREATE TABLE");
  }

  @Test
  @StandinOnly("a restore to a point that needs no backup")
  void aRestoreBringsBackPermissions() throws SQLException {
    login.granted("SELECT ON dbo.t");
    db.execute("EXEC standin.mark_restore_point 'granted'");
    db.execute("REVOKE SELECT ON dbo.t FROM [" + login.name() + "]", "CREATE ROLE later");
    assertThat(error("SELECT id FROM dbo.t")).isEqualTo(229);
    try (Connection master = db.server().connect("master")) {
      Sql.execute(
          master, "EXEC standin.restore @point = 'granted', @database = '" + db.name() + "'");
    }
    try (Connection again = login.connect()) {
      assertThat(Sql.rows(again, "SELECT id FROM dbo.t")).containsExactly("1");
      assertThat(Sql.one(again, "SELECT IS_ROLEMEMBER('later')")).isEqualTo("null");
      assertThat(Sql.rows(again, "SELECT name FROM sys.tables")).containsExactly("t");
    }
  }

  @Test
  void aDefaultTellsWhoInserted() throws SQLException {
    db.execute(
        "CREATE TABLE dbo.log (id int, login nvarchar(128) DEFAULT SUSER_SNAME(), usr nvarchar(128)"
            + " DEFAULT USER_NAME())");
    login.granted("INSERT ON dbo.log");
    login.execute("INSERT INTO dbo.log (id) VALUES (1)");
    db.execute("INSERT INTO dbo.log (id) VALUES (2)");
    assertThat(db.rows("SELECT id, login, usr FROM dbo.log ORDER BY id"))
        .containsExactly(
            "1|" + login.name() + "|" + login.name(), "2|" + db.server().user() + "|dbo");
  }

  @Test
  void aSysadminActsAsAUserAndComesBack() throws SQLException {
    db.execute("CREATE USER plain WITHOUT LOGIN", "EXECUTE AS USER = 'plain'");
    assertThat(db.one("SELECT USER_NAME()")).isEqualTo("plain");
    assertThat(db.failure("SELECT id FROM dbo.t").getErrorCode()).isEqualTo(229);
    db.execute("REVERT");
    assertThat(db.one("SELECT USER_NAME(), COUNT(*) FROM dbo.t")).isEqualTo("dbo|1");
    db.execute("EXECUTE AS LOGIN = '" + login.name() + "'");
    assertThat(db.one("SELECT SUSER_SNAME(), USER_NAME()"))
        .isEqualTo(login.name() + "|" + login.name());
    assertThat(db.failure("SELECT id FROM dbo.t").getErrorCode()).isEqualTo(229);
    db.execute("REVERT");
    assertThat(error("EXECUTE AS USER = 'plain'")).isEqualTo(15517);
  }
}
