package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permissions on tables and their columns. */
@SqlServerTest
class TestPermissions {
  private TestDatabase db;
  private TestLogin login;

  @BeforeEach
  void prepare(TestDatabase database) throws SQLException {
    db = database;
    db.execute(
        "CREATE SCHEMA sales",
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, a int, b int)",
        "CREATE TABLE dbo.u (id int NOT NULL PRIMARY KEY, a int)",
        "CREATE TABLE sales.t (id int NOT NULL PRIMARY KEY, a int)",
        "INSERT INTO dbo.t VALUES (1, 10, 100), (2, 20, 200)",
        "INSERT INTO dbo.u VALUES (1, 5)",
        "INSERT INTO sales.t VALUES (1, 7)");
    login = db.newLogin().withUser();
  }

  private void denied(String sql, String permission, String object, String schema)
      throws SQLException {
    SQLException e = login.failure(sql);
    assertThat(e.getMessage())
        .isEqualTo(
            "The "
                + permission
                + " permission was denied on the object '"
                + object
                + "', database '"
                + db.name()
                + "', schema '"
                + schema
                + "'.");
    assertThat(e.getErrorCode()).isEqualTo(229);
  }

  private void deniedColumn(String sql, String permission, String column) throws SQLException {
    SQLException e = login.failure(sql);
    assertThat(e.getMessage())
        .isEqualTo(
            "The "
                + permission
                + " permission was denied on the column '"
                + column
                + "' of the object 't', database '"
                + db.name()
                + "', schema 'dbo'.");
    assertThat(e.getErrorCode()).isEqualTo(230);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT; SELECT * FROM dbo.t",
        "SELECT; SELECT 1 FROM dbo.t",
        "INSERT; INSERT INTO dbo.t VALUES (3, 30, 300)",
        "UPDATE; UPDATE dbo.t SET a = 1",
        "DELETE; DELETE FROM dbo.t"
      })
  void withoutAPermissionAStatementIsDenied(String permission, String sql) throws SQLException {
    denied(sql, permission, "t", "dbo");
    login.granted(permission + " ON dbo.t");
    login.execute(sql);
    db.execute("REVOKE " + permission + " ON dbo.t FROM [" + login.name() + "]");
    denied(sql, permission, "t", "dbo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT u.id FROM dbo.u JOIN dbo.t ON t.id = u.id",
        "SELECT u.id FROM dbo.u LEFT JOIN dbo.t ON t.id = u.id",
        "SELECT id FROM dbo.u UNION ALL SELECT id FROM dbo.t",
        "SELECT id FROM dbo.u WHERE EXISTS (SELECT 1 FROM dbo.t)",
        "SELECT id FROM dbo.u WHERE id IN (SELECT id FROM dbo.t)",
        "SELECT (SELECT MAX(a) FROM dbo.t) FROM dbo.u",
        "SELECT x.id FROM (SELECT id FROM dbo.t) x",
        "WITH x AS (SELECT id FROM dbo.t) SELECT id FROM x",
        "SELECT COUNT(*) FROM dbo.u CROSS JOIN dbo.t",
        "INSERT INTO dbo.u SELECT id + 10, a FROM dbo.t",
        "UPDATE dbo.u SET a = (SELECT MAX(a) FROM dbo.t)",
        "DELETE FROM dbo.u WHERE id IN (SELECT id FROM dbo.t)"
      })
  void aTableIsCheckedWhereverAStatementNamesIt(String sql) throws SQLException {
    login.granted("SELECT, INSERT, UPDATE, DELETE ON dbo.u");
    denied(sql, "SELECT", "t", "dbo");
    login.granted("SELECT ON dbo.t");
    login.execute(sql);
  }

  @Test
  void variablesAndConditionsAreChecked() throws SQLException {
    denied("DECLARE @n int; SELECT @n = COUNT(*) FROM dbo.t", "SELECT", "t", "dbo");
    denied("IF EXISTS (SELECT 1 FROM dbo.t) PRINT 'x'", "SELECT", "t", "dbo");
    assertThat(login.one("SELECT 1")).isEqualTo("1");
  }

  @Test
  void whatAChangeReadsMustBeReadable() throws SQLException {
    login.granted("UPDATE, DELETE ON dbo.t");
    denied("UPDATE dbo.t SET a = a + 1", "SELECT", "t", "dbo");
    denied("DELETE FROM dbo.t WHERE id = 1", "SELECT", "t", "dbo");
    login.execute("UPDATE dbo.t SET a = 5");
    login.granted("SELECT ON dbo.t");
    login.execute("UPDATE dbo.t SET a = a + 1 WHERE id = 1", "DELETE FROM dbo.t WHERE id = 2");
    assertThat(login.rows("SELECT id, a FROM dbo.t")).containsExactly("1|6");
  }

  @Test
  void mergeNeedsWhatItsBranchesDo() throws SQLException {
    String merge =
        "MERGE INTO dbo.u USING dbo.t ON u.id = t.id WHEN MATCHED THEN UPDATE SET a = t.a"
            + " WHEN NOT MATCHED THEN INSERT (id, a) VALUES (t.id, t.a);";
    login.granted("SELECT ON dbo.t", "SELECT, UPDATE ON dbo.u");
    denied(merge, "INSERT", "u", "dbo");
    login.granted("INSERT ON dbo.u");
    login.execute(merge);
    assertThat(login.rows("SELECT id, a FROM dbo.u ORDER BY id")).containsExactly("1|10", "2|20");
  }

  @Test
  @StandinOnly("words of H2's that no SQL Server knows")
  void aChangeWithinAQueryIsCheckedToo() throws SQLException {
    login.granted("SELECT ON dbo.t");
    denied("SELECT id FROM FINAL TABLE (UPDATE dbo.t SET a = 1)", "UPDATE", "t", "dbo");
    denied("SELECT id FROM OLD TABLE (DELETE FROM dbo.t)", "DELETE", "t", "dbo");
    assertThat(db.one("SELECT COUNT(*), SUM(a) FROM dbo.t")).isEqualTo("2|30");
  }

  @Test
  void aDeniedStatementChangesNothing() throws SQLException {
    login.granted("SELECT, INSERT ON dbo.u");
    login.connection().setAutoCommit(false);
    login.execute("INSERT INTO dbo.u VALUES (9, 9)");
    denied("INSERT INTO dbo.t VALUES (9, 9, 9)", "INSERT", "t", "dbo");
    login.connection().commit();
    assertThat(login.rows("SELECT id FROM dbo.u ORDER BY id")).containsExactly("1", "9");
    assertThat(db.one("SELECT COUNT(*) FROM dbo.t")).isEqualTo("2");
  }

  @Test
  void columnsAreGrantedOneByOne() throws SQLException {
    login.granted("SELECT ON dbo.t (id, a)");
    assertThat(login.rows("SELECT id, a FROM dbo.t ORDER BY id")).containsExactly("1|10", "2|20");
    deniedColumn("SELECT id, b FROM dbo.t", "SELECT", "b");
    deniedColumn("SELECT * FROM dbo.t", "SELECT", "b");
    deniedColumn("SELECT id FROM dbo.t WHERE b = 100", "SELECT", "b");
    deniedColumn("SELECT id FROM dbo.t ORDER BY b", "SELECT", "b");
    deniedColumn("SELECT x.id FROM (SELECT id, b FROM dbo.t) x", "SELECT", "b");
    deniedColumn("SELECT MAX(b) FROM dbo.t", "SELECT", "b");
    login.granted("SELECT (b) ON dbo.t");
    assertThat(login.one("SELECT SUM(b) FROM dbo.t")).isEqualTo("300");
  }

  @Test
  void columnsAreUpdatedOneByOne() throws SQLException {
    login.granted("SELECT ON dbo.t", "UPDATE (a) ON dbo.t");
    login.execute("UPDATE dbo.t SET a = 11 WHERE id = 1");
    deniedColumn("UPDATE dbo.t SET b = 11 WHERE id = 1", "UPDATE", "b");
    deniedColumn("UPDATE dbo.t SET a = 12, b = 11 WHERE id = 1", "UPDATE", "b");
    assertThat(db.one("SELECT a, b FROM dbo.t WHERE id = 1")).isEqualTo("11|100");
  }

  @Test
  void insertIsGrantedOnNoColumn() throws SQLException {
    SQLException e = db.failure("GRANT INSERT (a) ON dbo.t TO [" + login.name() + "]");
    assertThat(e.getErrorCode()).isEqualTo(1020);
  }

  @Test
  void aDenialOutweighsAGrant() throws SQLException {
    db.execute("CREATE ROLE readers");
    login.in("readers").granted("SELECT ON dbo.t");
    db.execute("DENY SELECT ON dbo.t TO readers");
    denied("SELECT id FROM dbo.t", "SELECT", "t", "dbo");
    db.execute("REVOKE SELECT ON dbo.t FROM readers");
    assertThat(login.rows("SELECT id FROM dbo.t")).hasSize(2);
    db.execute("DENY SELECT ON SCHEMA::dbo TO public");
    denied("SELECT id FROM dbo.t", "SELECT", "t", "dbo");
  }

  @Test
  void aColumnIsDeniedWithinAGrantedTable() throws SQLException {
    login.granted("SELECT ON dbo.t").denied("SELECT ON dbo.t (b)");
    assertThat(login.rows("SELECT id, a FROM dbo.t")).hasSize(2);
    deniedColumn("SELECT * FROM dbo.t", "SELECT", "b");
  }

  @Test
  void aGrantedColumnOutweighsItsDeniedTable() throws SQLException {
    db.execute("CREATE ROLE readers", "DENY SELECT ON dbo.t TO readers");
    login.in("readers").granted("SELECT (id) ON dbo.t");
    assertThat(login.rows("SELECT id FROM dbo.t")).hasSize(2);
    deniedColumn("SELECT a FROM dbo.t", "SELECT", "a");
  }

  @Test
  void aSchemaAndADatabaseAreGrantedAsAWhole() throws SQLException {
    login.granted("SELECT ON SCHEMA::sales");
    assertThat(login.rows("SELECT a FROM sales.t")).containsExactly("7");
    denied("SELECT a FROM dbo.t", "SELECT", "t", "dbo");
    db.execute("CREATE TABLE sales.later (id int)");
    assertThat(login.rows("SELECT id FROM sales.later")).isEmpty();
    login.granted("SELECT ON DATABASE::[" + db.name() + "]");
    assertThat(login.rows("SELECT id FROM dbo.t")).hasSize(2);
    db.execute("REVOKE SELECT TO [" + login.name() + "]");
    denied("SELECT a FROM dbo.t", "SELECT", "t", "dbo");
  }

  @Test
  void controlHoldsEveryPermission() throws SQLException {
    login.granted("CONTROL ON dbo.t");
    login.execute("UPDATE dbo.t SET a = b WHERE id = 1", "ALTER TABLE dbo.t ADD c int");
    denied("SELECT a FROM dbo.u", "SELECT", "u", "dbo");
  }

  @Test
  void everyoneIsInPublic() throws SQLException {
    db.execute("GRANT SELECT ON dbo.t TO public");
    assertThat(login.rows("SELECT id FROM dbo.t")).hasSize(2);
  }

  @Test
  void aTableMadeAnewHasNoneOfTheOldGrants() throws SQLException {
    login.granted("SELECT ON dbo.t");
    assertThat(login.rows("SELECT id FROM dbo.t")).hasSize(2);
    db.execute("DROP TABLE dbo.t", "CREATE TABLE dbo.t (id int)");
    denied("SELECT id FROM dbo.t", "SELECT", "t", "dbo");
  }

  @Test
  void aViewIsReadWithoutPermissionOnItsTables() throws SQLException {
    db.execute("CREATE VIEW dbo.v AS SELECT id, a FROM dbo.t");
    denied("SELECT id FROM dbo.v", "SELECT", "v", "dbo");
    login.granted("SELECT ON dbo.v");
    assertThat(login.rows("SELECT id, a FROM dbo.v ORDER BY id")).containsExactly("1|10", "2|20");
    denied("SELECT id FROM dbo.t", "SELECT", "t", "dbo");
  }

  @Test
  void permissionsArePassedOnWithTheGrantOptionOnly() throws SQLException {
    TestLogin second = db.newLogin().withUser();
    login.granted("SELECT ON dbo.t");
    SQLException e = login.failure("GRANT SELECT ON dbo.t TO [" + second.name() + "]");
    assertThat(e.getErrorCode()).isEqualTo(15151);
    assertThat(e.getMessage())
        .isEqualTo(
            "Cannot find the object 't', because it does not exist or you do not have permission.");
    db.execute("GRANT SELECT ON dbo.t TO [" + login.name() + "] WITH GRANT OPTION");
    login.execute("GRANT SELECT ON dbo.t TO [" + second.name() + "]");
    assertThat(second.rows("SELECT id FROM dbo.t")).hasSize(2);
  }

  @Test
  void unknownNamesAreAnsweredInSqlServersWords() throws SQLException {
    SQLException noUser = db.failure("GRANT SELECT ON dbo.t TO nobody");
    assertThat(noUser.getErrorCode()).isEqualTo(15151);
    assertThat(noUser.getMessage())
        .isEqualTo(
            "Cannot find the user 'nobody', because it does not exist or you do not have"
                + " permission.");
    SQLException noTable = db.failure("GRANT SELECT ON dbo.missing TO public");
    assertThat(noTable.getErrorCode()).isEqualTo(15151);
    assertThat(noTable.getMessage())
        .isEqualTo(
            "Cannot find the object 'missing', because it does not exist or you do not have"
                + " permission.");
    SQLException noSchema = db.failure("GRANT SELECT ON SCHEMA::missing TO public");
    assertThat(noSchema.getErrorCode()).isEqualTo(15151);
  }

  @Test
  void aGrantCountsFromTheNextStatementOn() throws SQLException {
    String query = "SELECT id FROM dbo.t";
    denied(query, "SELECT", "t", "dbo");
    login.granted("SELECT ON dbo.t");
    assertThat(login.rows(query)).hasSize(2);
    login.denied("SELECT ON dbo.t");
    denied(query, "SELECT", "t", "dbo");
  }
}
