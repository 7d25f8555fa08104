package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Letters here have no near relative in another code page, as alpha has: that one turns into a. */
@SqlServerTest
class TestCodePages {
  private static final String GREEK = "\u03bb\u03be\u03c8";

  @Test
  void aSingleByteColumnHoldsTheCharactersOfItsCollation(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (id int, g varchar(9) COLLATE Greek_CI_AS, c char(3) COLLATE Greek_BIN2,"
            + " m varchar(max) COLLATE Greek_CI_AI, r varchar(9) COLLATE Cyrillic_General_CI_AS,"
            + " l varchar(9), n nvarchar(9))");
    String all = "INSERT t VALUES (%s)";
    db.execute(
        all.formatted(
            "1, N'%1$s', N'%1$s', N'%1$s', N'\u0448%1$s', N'%1$s', N'%1$s'".formatted(GREEK)));
    db.update(all.formatted("?, ?, ?, ?, ?, ?, ?"), 2, GREEK, GREEK, GREEK, GREEK, GREEK, GREEK);
    db.execute("INSERT t (id) VALUES (3)");
    db.execute("UPDATE t SET g = N'%1$s', c = N'%1$s', l = N'%1$s' WHERE id = 3".formatted(GREEK));
    assertThat(db.rows("SELECT g, c, m, r, l, n FROM t WHERE id < 3 ORDER BY id"))
        .containsExactly(
            String.join("|", GREEK, GREEK, GREEK, "\u0448???", "???", GREEK),
            String.join("|", GREEK, GREEK, GREEK, "???", "???", GREEK));
    assertThat(db.one("SELECT g, c, l FROM t WHERE id = 3"))
        .isEqualTo(String.join("|", GREEK, GREEK, "???"));
  }

  @Test
  void aConstantWithoutNIsInTheDatabasesCodePage(TestDatabase db, SqlServer server)
      throws SQLException {
    db.execute("CREATE TABLE t (g varchar(9) COLLATE Greek_CI_AS, n nvarchar(9))");
    db.execute("INSERT t VALUES ('%1$s', '%1$s')".formatted(GREEK));
    assertThat(db.rows("SELECT g, n FROM t")).containsExactly("???|???");
    try (TestDatabase greek = TestDatabase.create(server, "COLLATE Greek_CI_AS")) {
      greek.execute("CREATE TABLE t (g varchar(9), n nvarchar(9))");
      greek.execute("INSERT t VALUES ('%1$s\u00fc', '%1$s\u00fc')".formatted(GREEK));
      assertThat(greek.rows("SELECT g, n FROM t")).containsExactly(GREEK + "?|" + GREEK + "?");
    }
  }

  @Test
  void whatIsNoLongerToldApartIsNoLongerUnique(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (k varchar(9) NOT NULL PRIMARY KEY)", "INSERT t VALUES (N'\u03bb')");
    assertThat(db.failure("INSERT t VALUES (N'\u03c8')").getErrorCode()).isEqualTo(2627);
    assertThat(db.rows("SELECT k FROM t WHERE k = '?'")).containsExactly("?");
  }

  @Test
  void aCastTakesTheCodePageOfTheCollationBeforeIt(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (k varchar(9) COLLATE Greek_CI_AS NOT NULL PRIMARY KEY)",
        "INSERT t VALUES (N'%s')".formatted(GREEK));
    for (String type : List.of("varchar(9)", "char(3)", "varchar(max)")) {
      String found = "SELECT k FROM t WHERE k = CAST(? %s AS %s) %s";
      assertThat(db.rows(found.formatted("COLLATE Greek_CI_AS", type, ""), GREEK)).hasSize(1);
      assertThat(db.rows(found.formatted("COLLATE Greek_BIN", type, ""), GREEK)).hasSize(1);
      assertThat(db.rows(found.formatted("", type, ""), GREEK)).isEmpty();
      assertThat(db.rows(found.formatted("", type, "COLLATE Greek_CI_AS"), GREEK)).isEmpty();
    }
    assertThat(
            db.one(
                "SELECT CAST(N'%1$s' AS varchar(9)), CONVERT(varchar(9), k) FROM t"
                    .formatted(GREEK)))
        .isEqualTo("???|" + GREEK);
  }

  @Test
  void greekSortsByItsAlphabetAndIgnoresWhatItsCollationIgnores(TestDatabase db)
      throws SQLException {
    db.execute(
        "CREATE TABLE t (s varchar(9) COLLATE Greek_CI_AS NOT NULL PRIMARY KEY,"
            + " i varchar(9) COLLATE Greek_CI_AI)",
        "INSERT t SELECT v, v FROM (VALUES (N'\u03b2'), (N'\u0391'), (N'\u03ac'), (N'\u0393')) AS x(v)");
    assertThat(db.rows("SELECT s FROM t ORDER BY s"))
        .containsExactly("\u0391", "\u03ac", "\u03b2", "\u0393");
    assertThat(db.rows("SELECT s FROM t WHERE s = N'\u03b1'")).containsExactly("\u0391");
    assertThat(db.rows("SELECT s FROM t WHERE i = N'\u03b1' ORDER BY s"))
        .containsExactly("\u0391", "\u03ac");
    assertThat(db.failure("INSERT t (s) VALUES (N'\u03b1')").getErrorCode()).isEqualTo(2627);
  }

  @Test
  void changeTablesKeepTheCodePage(TestDatabase db) throws SQLException {
    db.enableCdc();
    db.execute("CREATE TABLE t (k varchar(9) COLLATE Greek_CI_AS NOT NULL PRIMARY KEY)");
    db.track("t");
    db.execute("INSERT t VALUES (N'%s')".formatted(GREEK));
    db.capture();
    assertThat(db.rows("SELECT k FROM cdc.dbo_t_CT")).containsExactly(GREEK);
  }
}
