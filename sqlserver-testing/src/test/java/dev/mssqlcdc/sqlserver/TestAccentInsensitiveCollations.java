package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
class TestAccentInsensitiveCollations {
  private static final int DUPLICATE_IN_CONSTRAINT = 2627;
  private static final int DUPLICATE_IN_INDEX = 2601;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Latin1_General_CI_AI",
        "Latin1_General_100_CI_AI",
        "SQL_Latin1_General_CP1_CI_AI"
      })
  void lettersThatDifferInCaseOrAccentAreEqual(String collation, TestDatabase db)
      throws SQLException {
    db.execute(
        "CREATE TABLE t (k varchar(9) COLLATE %s NOT NULL PRIMARY KEY)".formatted(collation),
        "INSERT t VALUES ('e'), ('f'), ('d')");
    for (String same : List.of("'E'", "'\u00e9'", "'\u00c9 '", "N'e\u0301'", "N'\u011b'")) {
      assertThat(db.rows("SELECT k FROM t WHERE k = " + same)).as(same).containsExactly("e");
      assertThat(db.rows("SELECT k FROM t WHERE k IN ('x', " + same + ")")).containsExactly("e");
      assertThat(db.rows("SELECT k FROM t WHERE k <> %s ORDER BY k".formatted(same)))
          .containsExactly("d", "f");
      assertThat(db.rows("SELECT k FROM t WHERE k > " + same)).containsExactly("f");
    }
    for (String same : List.of("'E'", "'\u00e9'", "'\u00c9 '")) {
      assertThat(db.failure("INSERT t VALUES (%s)".formatted(same)).getErrorCode())
          .as(same)
          .isEqualTo(DUPLICATE_IN_CONSTRAINT);
      assertThat(db.failure("UPDATE t SET k = %s WHERE k = 'f'".formatted(same)).getErrorCode())
          .as(same)
          .isEqualTo(DUPLICATE_IN_CONSTRAINT);
    }
    db.execute("UPDATE t SET k = '\u00c9' WHERE k = 'e'");
    assertThat(db.rows("SELECT k FROM t ORDER BY k")).containsExactly("d", "\u00c9", "f");
  }

  @Test
  void caseCountsWhereTheCollationSaysSo(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (k nvarchar(9) COLLATE Latin1_General_CS_AI NOT NULL PRIMARY KEY)",
        "INSERT t VALUES (N'e'), (N'E')");
    assertThat(db.rows("SELECT k FROM t WHERE k = N'\u00e9'")).containsExactly("e");
    assertThat(db.failure("INSERT t VALUES (N'\u00c9')").getErrorCode())
        .isEqualTo(DUPLICATE_IN_CONSTRAINT);
  }

  @Test
  void anAccentCountsInTheNextColumnIfItsCollationSaysSo(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (a varchar(9) COLLATE Latin1_General_CI_AI NOT NULL,"
            + " b varchar(9) COLLATE Latin1_General_BIN2 NOT NULL,"
            + " c varchar(9) NOT NULL, PRIMARY KEY (a, b, c))",
        "INSERT t VALUES ('e', 'e', 'e'), ('E', 'E', 'e'), ('\u00e9', 'E', '\u00e9')");
    assertThat(db.failure("INSERT t VALUES ('\u00c9', 'e', 'E')").getErrorCode())
        .isEqualTo(DUPLICATE_IN_CONSTRAINT);
    assertThat(db.rows("SELECT a, b, c FROM t WHERE a = 'e' AND b > 'A' ORDER BY a, b, c"))
        .containsExactly("E|E|e", "\u00e9|E|\u00e9", "e|e|e");
    assertThat(db.rows("SELECT a FROM t WHERE a = 'E' AND b = 'E' AND c = 'E'"))
        .containsExactly("E");
  }

  @Test
  void aUniqueIndexAndALaterConstraintFollowTheCollation(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (a varchar(9) COLLATE Latin1_General_CI_AI NULL, b int NULL)",
        "INSERT t VALUES ('a', 1), (NULL, 2)",
        "CREATE UNIQUE INDEX i ON t (a)",
        "ALTER TABLE t ADD c int NULL, d nvarchar(9) COLLATE Greek_CI_AI NOT NULL DEFAULT N''",
        "ALTER TABLE t ADD CONSTRAINT u UNIQUE (b, d)",
        "ALTER TABLE t ADD e int NULL",
        "UPDATE t SET c = 3, d = N'\u03ac', e = 4 WHERE a = '\u00e1'");
    assertThat(db.rows("SELECT * FROM t ORDER BY b"))
        .containsExactly("a|1|3|\u03ac|4", "null|2|null||null");
    assertThat(db.failure("INSERT t (a) VALUES ('\u00c1')").getErrorCode())
        .isEqualTo(DUPLICATE_IN_INDEX);
    assertThat(db.failure("INSERT t (a) VALUES (NULL)").getErrorCode())
        .isEqualTo(DUPLICATE_IN_INDEX);
    assertThat(db.failure("INSERT t (a, b, d) VALUES ('b', 1, N'\u0391')").getErrorCode())
        .isEqualTo(DUPLICATE_IN_CONSTRAINT);
    db.execute("ALTER TABLE t DROP CONSTRAINT u", "ALTER TABLE t DROP COLUMN d");
    assertThat(db.rows("SELECT * FROM t WHERE a = 'A'")).containsExactly("a|1|3|4");
  }

  @Test
  void changesAreCapturedAsTheyAreWritten(TestDatabase db) throws SQLException {
    db.enableCdc();
    db.execute(
        "CREATE TABLE t (k nvarchar(9) COLLATE Latin1_General_CI_AI NOT NULL PRIMARY KEY, n int)",
        "INSERT t VALUES (N'e', 0)");
    db.track("t");
    db.execute("UPDATE t SET n = 1 WHERE k = N'\u00c9'", "UPDATE t SET k = N'\u00e9'");
    db.execute("DELETE FROM t");
    db.capture();
    assertThat(
            db.rows(
                "SELECT __$operation, k, n FROM cdc.dbo_t_CT"
                    + " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation"))
        .containsExactly("3|e|0", "4|e|1", "1|e|1", "2|\u00e9|1", "1|\u00e9|1");
  }

  @Test
  void likeAndWrittenCollationsIgnoreAccentsToo(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (name nvarchar(20), code nvarchar(20) COLLATE Latin1_General_CI_AI)",
        "INSERT t VALUES (N'\u00c9t\u00e9', N'\u00c9t\u00e9'), (N'etz', N'etz')");
    assertThat(db.rows("SELECT name FROM t WHERE code LIKE N'E%E'"))
        .containsExactly("\u00c9t\u00e9");
    assertThat(db.rows("SELECT name FROM t WHERE name COLLATE Latin1_General_CI_AI = N'ete'"))
        .containsExactly("\u00c9t\u00e9");
    assertThat(db.rows("SELECT name FROM t WHERE code COLLATE Latin1_General_BIN2 = N'ete'"))
        .isEmpty();
    assertThat(db.rows("SELECT name FROM t ORDER BY code DESC"))
        .containsExactly("etz", "\u00c9t\u00e9");
  }

  @Test
  void aWrittenCollationGoesBeforeThatOfTheColumn(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (b nvarchar(9) COLLATE Latin1_General_BIN2, i nvarchar(9) COLLATE"
            + " Latin1_General_CI_AI, c nvarchar(9) COLLATE Latin1_General_CI_AS)",
        "INSERT t VALUES (N'e', N'e', N'e')");
    for (String column : List.of("b", "i", "c")) {
      String sql = "SELECT c FROM t WHERE " + column + " = %s COLLATE Latin1_General_CI_AS";
      assertThat(db.rows(sql.formatted("?"), "E")).as(column).hasSize(1);
      assertThat(db.rows(sql.formatted("?"), "\u00e9")).as(column).isEmpty();
      assertThat(db.rows(sql.formatted("CAST(? AS nvarchar(9))"), "E")).as(column).hasSize(1);
    }
    String cast = "SELECT c FROM t WHERE c = CAST(? COLLATE Latin1_General_CI_AS AS nvarchar(9))";
    assertThat(db.rows(cast, "E")).hasSize(1);
    assertThat(db.rows(cast, "\u00e9")).isEmpty();
  }

  @Test
  void twoParametersCompareByTheCollationOfTheirCasts(TestDatabase db) throws SQLException {
    for (String type : List.of("varchar(9)", "nvarchar(9)", "char(9)")) {
      String differ =
          "SELECT CASE WHEN CAST(? COLLATE %1$s AS %2$s) <> CAST(? COLLATE %1$s AS %2$s)"
              + " THEN 1 ELSE 0 END";
      assertThat(db.one(differ.formatted("Latin1_General_CI_AI", type), "e", "\u00c9 "))
          .isEqualTo("0");
      assertThat(db.one(differ.formatted("Latin1_General_CI_AS", type), "e", "\u00c9"))
          .isEqualTo("1");
      assertThat(db.one(differ.formatted("Latin1_General_CI_AS", type), "e", "E")).isEqualTo("0");
      assertThat(db.one(differ.formatted("Latin1_General_BIN2", type), "e", "E")).isEqualTo("1");
    }
  }

  @Test
  void aWholeDatabaseMayIgnoreAccents(SqlServer server) throws SQLException {
    try (TestDatabase db = TestDatabase.create(server, "COLLATE Latin1_General_100_CI_AI")) {
      db.execute(
          "CREATE TABLE t (a nvarchar(20) NOT NULL PRIMARY KEY,"
              + " b nvarchar(20) COLLATE Latin1_General_100_CI_AS UNIQUE)",
          "INSERT INTO T VALUES (N'e', N'e')");
      assertThat(db.rows("SELECT A FROM t WHERE a = N'\u00c9'")).containsExactly("e");
      assertThat(db.rows("SELECT a FROM t WHERE b = N'\u00c9'")).isEmpty();
      assertThat(db.failure("INSERT t VALUES (N'\u00e9', N'x')").getErrorCode())
          .isEqualTo(DUPLICATE_IN_CONSTRAINT);
      db.execute("INSERT t VALUES (N'f', N'\u00e9')");
      assertThat(db.failure("INSERT t VALUES (N'g', N'E')").getErrorCode())
          .isEqualTo(DUPLICATE_IN_CONSTRAINT);
      assertThat(db.rows("SELECT COUNT(*) FROM t GROUP BY a")).containsExactly("1", "1");
    }
  }

  @Test
  @StandinOnly("what it refuses")
  void aComparisonThatTheStandinDoesNotRecognizeIsRefused(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (code nvarchar(20) COLLATE Latin1_General_CI_AI, n int)");
    for (String sql :
        List.of(
            "SELECT DISTINCT code FROM t",
            "SELECT COUNT(DISTINCT code) FROM t",
            "SELECT code, COUNT(*) FROM t GROUP BY code",
            "SELECT n FROM t WHERE code IN (SELECT code FROM t)",
            "WITH c(x) AS (SELECT code FROM t) SELECT x FROM c WHERE x = N'a'")) {
      assertThat(db.failure(sql).getMessage()).as(sql).contains("not supported by the stand-in");
    }
  }
}
