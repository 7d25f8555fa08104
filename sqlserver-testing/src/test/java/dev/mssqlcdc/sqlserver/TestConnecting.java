package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestConnecting {

  @Test
  void aWrongPasswordIsError18456InSqlServersWords(SqlServer server) {
    assertThatThrownBy(() -> server.connect("master", server.user(), "wrong").close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Login failed for user '" + server.user() + "'.")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(18456);
  }

  @Test
  void anUnknownDatabaseIsError4060InSqlServersWords(SqlServer server) {
    assertThatThrownBy(() -> server.connect("nowhere").close())
        .hasMessageContaining(
            "Cannot open database \"nowhere\" requested by the login. The login failed.")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(4060);
  }

  @Test
  void databasesKeepTheirTablesApart(TestDatabase one, SqlServer server) throws SQLException {
    try (TestDatabase other = server.createDatabase()) {
      one.execute("CREATE TABLE dbo.t (id int)", "INSERT INTO t VALUES (1)");
      other.execute("CREATE TABLE dbo.t (id int)");
      String name = one.name();
      assertThat(one.one("SELECT DB_NAME()")).isEqualTo(name);
      assertThat(other.one("SELECT COUNT(*) FROM t")).isEqualTo("0");
      assertThat(other.one("SELECT COUNT(*) FROM [" + name + "].dbo.t")).isEqualTo("1");
      assertThat(other.one("SELECT COUNT(*) FROM [" + name + "]..t")).isEqualTo("1");
      other.execute("USE [" + name + "]");
      assertThat(other.one("SELECT COUNT(*) FROM t")).isEqualTo("1");
      assertThat(other.connection().getCatalog()).isEqualTo(name);
    }
  }

  @Test
  void aDatabaseMayHaveABlankInItsName(SqlServer server) throws SQLException {
    String name = "mssqlcdc with space";
    try (Connection master = server.connect("master")) {
      execute(master, "CREATE DATABASE [" + name + "]");
      try (Connection connection = server.connect(name)) {
        assertThat(one(connection, "SELECT DB_NAME()")).isEqualTo(name);
      } finally {
        server.dropDatabase(name);
      }
    }
  }

  @Test
  void aDatabaseIsDroppedOnceNoSessionWorksInIt(SqlServer server) throws SQLException {
    String name = "mssqlcdc_dropped";
    try (Connection master = server.connect("master")) {
      execute(master, "CREATE DATABASE " + name);
      try (Connection user = server.connect(name)) {
        execute(user, "CREATE TABLE t (id int)");
        assertThatThrownBy(() -> execute(master, "DROP DATABASE " + name))
            .hasMessageContaining("because it is currently in use");
        execute(user, "USE master", "DROP DATABASE " + name);
      }
      assertThat(one(master, "SELECT COUNT(*) FROM sys.databases WHERE name = ?", name))
          .isEqualTo("0");
    }
  }

  @Test
  void whoTakesADatabaseForItselfEndsTheOthersAtOnce(TestDatabase database, SqlServer server)
      throws SQLException {
    database.execute("CREATE TABLE t (id int)");
    Connection other = database.connect();
    other.setAutoCommit(false);
    execute(other, "INSERT INTO t VALUES (1)");
    String name = database.name();
    try (Connection master = server.connect("master")) {
      execute(master, "ALTER DATABASE [" + name + "] SET SINGLE_USER WITH ROLLBACK IMMEDIATE");
      assertThatThrownBy(() -> one(other, "SELECT COUNT(*) FROM t"))
          .isInstanceOf(SQLException.class);
      assertThat(one(master, "SELECT COUNT(*) FROM [" + name + "].dbo.t")).isEqualTo("0");
      execute(master, "ALTER DATABASE [" + name + "] SET MULTI_USER");
    }
  }

  @Test
  void aRollbackLeavesTheConnectionAsItWas(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      execute(connection, "CREATE TABLE t (id int)");
      connection.setAutoCommit(false);
      execute(connection, "INSERT INTO t VALUES (1)");
      connection.rollback();
      connection.setAutoCommit(true);
      assertThat(one(connection, "SELECT COUNT(*) FROM t")).isEqualTo("0");
      assertThat(one(connection, "SELECT @@TRANCOUNT")).isEqualTo("0");
    }
  }

  @Test
  void serverFactsAreTold(TestDatabase database, SqlServer server) throws SQLException {
    assertThat(database.one("SELECT @@VERSION")).startsWith("Microsoft SQL Server 20");
    assertThat(database.one("SELECT SERVERPROPERTY('ServerName')"))
        .isEqualTo(database.one("SELECT @@SERVERNAME"));
    assertThat(database.one("SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE')"))
        .isEqualTo("1");
    assertThat(server.majorVersion()).isBetween(14, 17);
  }
}
