package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestLogins {

  private static void fails(ThrowingCallable work, int number, String words) {
    assertThatThrownBy(work)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(number);
  }

  @Test
  void aWrongPasswordAndAnUnknownLoginFailAlike(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser();
    fails(
        () -> db.connect(login.name(), "wrong").close(),
        18456,
        "Login failed for user '" + login.name() + "'.");
    fails(
        () -> db.connect("mssqlcdc_nobody", "wrong").close(),
        18456,
        "Login failed for user 'mssqlcdc_nobody'.");
  }

  @Test
  void aDisabledLoginFailsUntilItIsEnabled(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser();
    db.execute("ALTER LOGIN [" + login.name() + "] DISABLE");
    fails(
        login::connect,
        18470,
        "Login failed for user '" + login.name() + "'. Reason: The account is disabled.");
    fails(
        () -> db.connect(login.name(), "wrong").close(),
        18456,
        "Login failed for user '" + login.name() + "'.");
    db.execute("ALTER LOGIN [" + login.name() + "] ENABLE");
    assertThat(login.one("SELECT SUSER_SNAME()")).isEqualTo(login.name());
  }

  @Test
  void aNewPasswordReplacesTheOld(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser();
    db.execute("ALTER LOGIN [" + login.name() + "] WITH PASSWORD = 'An-other_1234'");
    fails(login::connect, 18456, "Login failed for user");
    try (Connection connection = db.connect(login.name(), "An-other_1234")) {
      assertThat(one(connection, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void aDatabaseIsClosedToALoginWithoutAUser(TestDatabase db, SqlServer server)
      throws SQLException {
    TestLogin login = db.newLogin();
    fails(
        login::connect,
        4060,
        "Cannot open database \"" + db.name() + "\" requested by the login. The login failed.");
    try (Connection master = server.connect("master", login.name(), login.password())) {
      assertThat(one(master, "SELECT DB_NAME(), USER_NAME()")).isEqualTo("master|guest");
    }
    login.withUser();
    assertThat(login.one("SELECT DB_NAME(), USER_NAME(), SUSER_SNAME(), CURRENT_USER"))
        .isEqualTo(String.join("|", db.name(), login.name(), login.name(), login.name()));
  }

  @Test
  void anotherDatabaseIsRefusedByName(TestDatabase db, SqlServer server) throws SQLException {
    try (TestDatabase other = server.createDatabase()) {
      other.execute("CREATE TABLE dbo.t (id int)");
      TestLogin login = db.newLogin().withUser();
      String words =
          "The server principal \""
              + login.name()
              + "\" is not able to access the database \""
              + other.name()
              + "\" under the current security context.";
      fails(() -> login.execute("USE [" + other.name() + "]"), 916, words);
      fails(() -> login.rows("SELECT * FROM [" + other.name() + "].dbo.t"), 916, words);
      assertThat(login.one("SELECT DB_NAME()")).isEqualTo(db.name());
      assertThat(login.one("SELECT HAS_DBACCESS('" + other.name() + "'), HAS_DBACCESS(DB_NAME())"))
          .isEqualTo("0|1");
    }
  }

  @Test
  void aDroppedUserHasNoAccessAnyMore(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser();
    login.connect().close();
    db.execute("DROP USER [" + login.name() + "]");
    fails(login::connect, 4060, "Cannot open database");
  }

  @Test
  void connectCanBeDenied(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser().denied("CONNECT");
    fails(login::connect, 4060, "Cannot open database");
  }

  @Test
  void theDefaultDatabaseIsOpenedWhereNoneIsNamed(TestDatabase db, SqlServer server)
      throws SQLException {
    TestLogin login = db.newLogin().withUser();
    db.execute("ALTER LOGIN [" + login.name() + "] WITH DEFAULT_DATABASE = [" + db.name() + "]");
    String url = server.url("").replace("databaseName=;", "");
    try (Connection connection = DriverManager.getConnection(url, login.name(), login.password())) {
      assertThat(one(connection, "SELECT DB_NAME()")).isEqualTo(db.name());
    }
    db.execute("DROP USER [" + login.name() + "]");
    fails(
        () -> DriverManager.getConnection(url, login.name(), login.password()).close(),
        4064,
        "Cannot open user default database. Login failed.");
  }

  @Test
  void mistakesAreAnsweredInSqlServersWords(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser();
    String name = login.name();
    fails(
        () -> db.execute("CREATE LOGIN [" + name + "] WITH PASSWORD = 'Pass-word_1'"),
        15025,
        "The server principal '" + name + "' already exists.");
    fails(
        () -> db.execute("CREATE USER [" + name + "] FOR LOGIN [" + name + "]"),
        15023,
        "User, group, or role '" + name + "' already exists in the current database.");
    fails(
        () -> db.execute("CREATE USER second_user FOR LOGIN [" + name + "]"),
        15063,
        "The login already has an account under a different user name.");
    fails(
        () -> db.execute("CREATE USER nobody FOR LOGIN mssqlcdc_nobody"),
        15007,
        "'mssqlcdc_nobody' is not a valid login or you do not have permission.");
    fails(
        () -> db.execute("ALTER LOGIN mssqlcdc_nobody DISABLE"),
        15151,
        "Cannot alter the login 'mssqlcdc_nobody', because it does not exist or you do not have"
            + " permission.");
    fails(
        () -> db.execute("DROP LOGIN mssqlcdc_nobody"),
        15151,
        "Cannot drop the login 'mssqlcdc_nobody', because it does not exist or you do not have"
            + " permission.");
    fails(
        () -> db.execute("DROP USER nobody"),
        15151,
        "Cannot drop the user 'nobody', because it does not exist or you do not have permission.");
    db.execute("DROP USER IF EXISTS nobody");
    login.connection();
    fails(
        () -> db.execute("DROP LOGIN [" + name + "]"),
        15434,
        "Could not drop login '" + name + "' as the user is currently logged in.");
  }

  @Test
  void whoIsNotSysadminMakesNoLogins(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin().withUser().in("db_owner");
    fails(
        () -> login.execute("CREATE LOGIN mssqlcdc_x WITH PASSWORD = 'Pass-word_1'"),
        15247,
        "User does not have permission to perform this action.");
    fails(
        () -> login.execute("ALTER LOGIN [" + login.name() + "] DISABLE"),
        15151,
        "Cannot alter the login '" + login.name() + "'");
  }

  @Test
  void aLoginThatIsSysadminMayDoAll(TestDatabase db) throws SQLException {
    TestLogin login = db.newLogin();
    db.execute(
        "CREATE TABLE dbo.t (id int)",
        "ALTER SERVER ROLE sysadmin ADD MEMBER [" + login.name() + "]");
    assertThat(login.one("SELECT USER_NAME(), IS_SRVROLEMEMBER('sysadmin'), COUNT(*) FROM t"))
        .isEqualTo("dbo|1|0");
  }
}
