package dev.mssqlcdc.standin;

import static dev.mssqlcdc.standin.TestingStandin.execute;
import static dev.mssqlcdc.standin.TestingStandin.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TestConnecting {
  private static TestingStandin standin;

  @BeforeAll
  static void start() {
    standin = new TestingStandin();
  }

  @AfterAll
  static void stop() {
    standin.close();
  }

  @Test
  void aWrongPasswordIsError18456InSqlServersWords() {
    String url = standin.server().jdbcUrl("master");
    assertThatThrownBy(() -> DriverManager.getConnection(url, "sa", "wrong").close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Login failed for user 'sa'.")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(18456);
  }

  @Test
  void anUnknownDatabaseIsError4060InSqlServersWords() {
    assertThatThrownBy(() -> standin.connect("nowhere").close())
        .hasMessageContaining(
            "Cannot open database \"nowhere\" requested by the login. The login failed.")
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(4060);
  }

  @Test
  void databasesAreMadeOverTheWireAndKeepTheirTablesApart() throws SQLException {
    try (Connection master = standin.connect("master")) {
      execute(master, "CREATE DATABASE [with space]", "CREATE DATABASE other");
    }
    try (Connection first = standin.connect("with space");
        Connection second = standin.connect("other")) {
      execute(first, "CREATE TABLE dbo.t (id int)", "INSERT INTO t VALUES (1)");
      execute(second, "CREATE TABLE dbo.t (id int)");
      assertThat(one(first, "SELECT DB_NAME()")).isEqualTo("with space");
      assertThat(one(second, "SELECT COUNT(*) FROM t")).isEqualTo("0");
      assertThat(one(second, "SELECT COUNT(*) FROM [with space].dbo.t")).isEqualTo("1");
      assertThat(one(second, "SELECT COUNT(*) FROM [with space]..t")).isEqualTo("1");
      execute(second, "USE [with space]");
      assertThat(one(second, "SELECT COUNT(*) FROM t")).isEqualTo("1");
      assertThat(second.getCatalog()).isEqualTo("with space");
    }
  }

  @Test
  void aDatabaseIsDroppedOnceNoSessionWorksInIt() throws SQLException {
    String database = standin.newDatabase();
    try (Connection master = standin.connect("master")) {
      try (Connection user = standin.connect(database)) {
        execute(user, "CREATE TABLE t (id int)");
        assertThatThrownBy(() -> execute(master, "DROP DATABASE " + database))
            .hasMessageContaining("because it is currently in use");
        execute(user, "USE master", "DROP DATABASE " + database);
      }
      assertThat(one(master, "SELECT COUNT(*) FROM sys.databases WHERE name = ?", database))
          .isEqualTo("0");
    }
  }

  @Test
  void severalServersRunInOneJvmWithoutKnowingEachOther() throws SQLException {
    try (TestingStandin other = new TestingStandin(StandinOptions.defaults())) {
      String here = standin.newDatabase();
      String there = other.newDatabase();
      assertThat(other.server().port()).isNotEqualTo(standin.server().port());
      try (Connection mine = standin.connect(here);
          Connection theirs = other.connect(there)) {
        execute(mine, "CREATE TABLE only_here (id int)");
        assertThatThrownBy(() -> one(theirs, "SELECT * FROM only_here"))
            .hasMessageContaining("Invalid object name 'only_here'.");
      }
    }
  }

  @Test
  void aPooledConnectionIsResetForItsNextUser() throws SQLException {
    String database = standin.newDatabase();
    try (Connection connection = standin.connect(database)) {
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
  void serverFactsAreToldAsSqlServerTellsThem() throws SQLException {
    try (Connection connection = standin.connect("master")) {
      assertThat(one(connection, "SELECT @@VERSION")).startsWith("Microsoft SQL Server 2022");
      assertThat(one(connection, "SELECT SERVERPROPERTY('ServerName')"))
          .isEqualTo(one(connection, "SELECT @@SERVERNAME"));
      assertThat(one(connection, "SELECT CURRENT_TIMEZONE_ID()")).isEqualTo("UTC");
      assertThat(one(connection, "SELECT HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE')"))
          .isEqualTo("1");
      assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(16);
    }
  }

  @Test
  void optionsShowNoPassword() {
    assertThat(StandinOptions.defaults().toString())
        .doesNotContain(StandinOptions.DEFAULT_PASSWORD);
    assertThat(standin.server().jdbcUrl("x"))
        .doesNotContain(StandinOptions.DEFAULT_PASSWORD)
        .contains("encrypt=false;trustServerCertificate=true");
  }
}
