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
class TestCollations {
  @Test
  void stringsOfEveryTypeCompareWithoutRegardToCaseAndTrailingBlanks(TestDatabase db)
      throws SQLException {
    db.execute(
        "CREATE TABLE t (a char(5), b nchar(5), c varchar(9), d nvarchar(9), e nvarchar(max))",
        "INSERT INTO t VALUES ('Ab', N'Ab', 'Ab ', N'Ab ', N'Ab')");
    for (String column : List.of("a", "b", "c", "d", "e")) {
      String count = "SELECT COUNT(*) FROM t WHERE " + column;
      assertThat(db.one(count + " = N'aB'")).isEqualTo("1");
      assertThat(db.one(count + " = N'Ab  '")).isEqualTo("1");
      assertThat(db.one(count + " <> N'aB'")).isEqualTo("0");
      assertThat(db.one(count + " = N'áb'")).isEqualTo("0");
      assertThat(db.one(count + " > N'AA' AND " + column + " < N'ac'")).isEqualTo("1");
      assertThat(db.one(count + " IN (N'x', N'AB')")).isEqualTo("1");
      assertThat(db.one(count + " = ?", "ab ")).isEqualTo("1");
    }
    assertThat(db.one("SELECT CASE WHEN 'a' = 'A ' THEN 1 ELSE 0 END")).isEqualTo("1");
  }

  @Test
  void groupsDistinctAndUniqueKeysIgnoreCaseAndTrailingBlanks(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (id int, name nvarchar(20))",
        "INSERT INTO t VALUES (1, N'x'), (2, N'X'), (3, N'x  '), (4, N'y')");
    assertThat(db.one("SELECT COUNT(DISTINCT name) FROM t")).isEqualTo("2");
    assertThat(db.rows("SELECT COUNT(*) FROM t GROUP BY name ORDER BY COUNT(*)"))
        .containsExactly("1", "3");
    assertThat(db.rows("SELECT DISTINCT LOWER(RTRIM(name)) FROM t ORDER BY 1"))
        .containsExactly("x", "y");
    db.execute("CREATE TABLE u (name varchar(20) NOT NULL PRIMARY KEY)", "INSERT u VALUES ('k')");
    assertThat(db.failure("INSERT u VALUES ('K ')").getErrorCode()).isEqualTo(2627);
  }

  @Test
  void dictionaryOrderPutsDigitsBeforeLettersAndAccentsAfterTheirLetter(TestDatabase db)
      throws SQLException {
    db.execute(
        "CREATE TABLE t (name nvarchar(20) NOT NULL PRIMARY KEY)",
        "INSERT t VALUES (N'b'), (N'A'), (N'á'), (N'ab'), (N'1'), (N'_'), (N'Z'), (N'c')");
    assertThat(db.rows("SELECT name FROM t ORDER BY name"))
        .containsExactly("_", "1", "A", "á", "ab", "b", "c", "Z");
    assertThat(db.rows("SELECT name FROM t WHERE name BETWEEN N'a' AND N'B' ORDER BY name DESC"))
        .containsExactly("b", "ab", "á", "A");
    assertThat(db.one("SELECT MIN(name), MAX(name) FROM t")).isEqualTo("_|Z");
  }

  @Test
  void aBinaryColumnComparesItsCodes(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (code varchar(20) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY)",
        "INSERT t VALUES ('a'), ('B'), ('A'), ('b')");
    assertThat(db.rows("SELECT code FROM t ORDER BY code")).containsExactly("A", "B", "a", "b");
    assertThat(db.rows("SELECT code FROM t WHERE code = 'a'")).containsExactly("a");
    assertThat(db.rows("SELECT code FROM t WHERE code = ?", "A ")).containsExactly("A");
    assertThat(db.rows("SELECT code FROM t WHERE code > 'B'")).hasSize(2);
    assertThat(db.rows("SELECT code FROM t WHERE code LIKE 'A%'")).containsExactly("A");
    assertThat(db.failure("INSERT t VALUES ('a ')").getErrorCode()).isEqualTo(2627);
  }

  @Test
  void aCaseSensitiveColumnSortsAsADictionaryLowerCaseFirst(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (code nvarchar(20) COLLATE Latin1_General_CS_AS)",
        "INSERT t VALUES (N'b'), (N'A'), (N'a'), (N'B')");
    assertThat(db.rows("SELECT code FROM t ORDER BY code")).containsExactly("a", "A", "b", "B");
    assertThat(db.rows("SELECT code FROM t WHERE code < N'B' ORDER BY code DESC"))
        .containsExactly("b", "A", "a");
    assertThat(db.rows("SELECT code FROM t WHERE code = N'a'")).containsExactly("a");
    assertThat(db.one("SELECT COUNT(DISTINCT code) FROM t")).isEqualTo("4");
  }

  @Test
  void functionsKeepTheCollationOfTheirArgument(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (code varchar(20) COLLATE Latin1_General_BIN2, name varchar(20))",
        "INSERT t VALUES ('ab', 'ab')");
    assertThat(db.rows("SELECT 1 FROM t WHERE UPPER(code) = 'ab'")).isEmpty();
    assertThat(db.rows("SELECT 1 FROM t WHERE UPPER(code) = 'AB'")).hasSize(1);
    assertThat(db.rows("SELECT 1 FROM t WHERE UPPER(name) = 'ab'")).hasSize(1);
    assertThat(db.rows("SELECT 1 FROM t WHERE SUBSTRING(code, 1, 1) = 'A'")).isEmpty();
    assertThat(db.rows("SELECT 1 FROM t WHERE REPLACE(code, 'B', 'x') = 'ab'")).hasSize(1);
    assertThat(db.rows("SELECT 1 FROM t WHERE LEFT(code, 1) LIKE 'A'")).isEmpty();
  }

  @Test
  void aBinaryCharIsPadded(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (c char(4) COLLATE Latin1_General_BIN NOT NULL PRIMARY KEY)",
        "INSERT t VALUES ('b'), ('A')");
    assertThat(db.rows("SELECT c FROM t ORDER BY c")).containsExactly("A   ", "b   ");
    assertThat(db.rows("SELECT c FROM t WHERE c = 'b'")).containsExactly("b   ");
    assertThat(db.rows("SELECT c FROM t WHERE c = 'a'")).isEmpty();
  }

  @Test
  @StandinOnly("what it refuses")
  void aDictionaryOrderThatTheStandinDoesNotRecognizeIsRefused(TestDatabase db)
      throws SQLException {
    db.execute("CREATE TABLE t (code nvarchar(20) COLLATE Latin1_General_CS_AS)");
    for (String sql :
        List.of(
            "SELECT MAX(code) FROM t",
            "SELECT code FROM t ORDER BY 1",
            "WITH c(x) AS (SELECT code FROM t) SELECT x FROM c ORDER BY x")) {
      assertThat(db.failure(sql).getMessage()).contains("not supported by the stand-in");
    }
  }

  @Test
  void anExpressionMayNameItsCollation(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (name nvarchar(20))", "INSERT t VALUES (N'b'), (N'A'), (N'a')");
    assertThat(db.rows("SELECT name FROM t WHERE name COLLATE Latin1_General_BIN = N'a'"))
        .containsExactly("a");
    assertThat(db.rows("SELECT name FROM t ORDER BY name COLLATE Latin1_General_BIN2"))
        .containsExactly("A", "a", "b");
    assertThat(db.rows("SELECT name FROM t ORDER BY name COLLATE Latin1_General_CS_AS DESC"))
        .containsExactly("b", "A", "a");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE name LIKE 'A' COLLATE Latin1_General_CS_AS"))
        .isEqualTo("1");
  }

  @Test
  void aDatabaseMayHaveACollationOfItsOwn(SqlServer server) throws SQLException {
    try (TestDatabase db = TestDatabase.create(server, "COLLATE Latin1_General_BIN2")) {
      db.execute(
          "CREATE TABLE t (a nvarchar(20) NOT NULL PRIMARY KEY,"
              + " b nvarchar(20) COLLATE SQL_Latin1_General_CP1_CI_AS)",
          "INSERT INTO t VALUES (N'a', N'a'), (N'A', N'B')");
      assertThat(db.rows("SELECT a FROM t WHERE a = N'a'")).containsExactly("a");
      assertThat(db.rows("SELECT b FROM t WHERE b = N'A'")).containsExactly("a");
      assertThat(db.rows("SELECT a FROM t ORDER BY a")).containsExactly("A", "a");
      assertThat(db.failure("SELECT B FROM t").getErrorCode()).isEqualTo(207);
      assertThat(
              db.one(
                  "SELECT collation_name, DATABASEPROPERTYEX(DB_NAME(), 'Collation') FROM"
                      + " sys.databases WHERE name = DB_NAME()"))
          .isEqualTo("Latin1_General_BIN2|Latin1_General_BIN2");
      assertThat(db.rows("SELECT collation_name FROM sys.columns WHERE object_id = OBJECT_ID('t')"))
          .containsExactlyInAnyOrder("Latin1_General_BIN2", "SQL_Latin1_General_CP1_CI_AS");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Latin1_General_CI", "No_Such_CI_AS", "Latin1_General_CI_AS_XS"})
  void aCollationThatDoesNotExistIsRefusedWhereverItStands(String name, TestDatabase db)
      throws SQLException {
    db.execute("CREATE TABLE t (a varchar(9))");
    for (String sql :
        List.of(
            "CREATE TABLE u (a varchar(9) COLLATE %s)",
            "ALTER TABLE t ADD b varchar(9) COLLATE %s",
            "SELECT a FROM t WHERE a = 'x' COLLATE %s",
            "SELECT a FROM t ORDER BY a COLLATE %s",
            "SELECT CAST(N'x' COLLATE %s AS varchar(9))")) {
      SQLException failure = db.failure(sql.formatted(name));
      assertThat(failure.getErrorCode()).as(sql).isEqualTo(448);
      assertThat(failure.getMessage()).contains("Invalid collation '" + name + "'.");
    }
  }

  @Test
  void likeKnowsSetsEscapesAndBlanks(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (c char(5), v varchar(9), n nvarchar(9))",
        "INSERT t VALUES ('a5', 'a_b', N'ab ')");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE c LIKE 'A[0-9]'")).isEqualTo("1");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE c LIKE 'a[^0-9]%'")).isEqualTo("0");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE v LIKE 'a!_b' ESCAPE '!'")).isEqualTo("1");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE v NOT LIKE '%B'")).isEqualTo("0");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE n LIKE N'ab'")).isEqualTo("0");
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE n LIKE N'%' + ? + N'%'", "B")).isEqualTo("1");
    assertThat(db.one("SELECT LEN(n), LEN(c), LEN(N' a ') FROM t")).isEqualTo("2|2|2");
  }

  @Test
  void searchingFunctionsFollowTheCollation(TestDatabase db) throws SQLException {
    assertThat(
            db.one(
                "SELECT CHARINDEX('B', 'abc'), CHARINDEX('a', 'banana', 3),"
                    + " REPLACE('abcABC', 'b', '-'), PATINDEX('%[0-9]%', 'ab3')"))
        .isEqualTo("2|4|a-cA-C|3");
  }
}
