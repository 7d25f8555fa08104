package dev.mssqlcdc.standin.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestTableReference {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT a FROM t; t",
        "SELECT a FROM dbo.[t x] AS y WITH (NOLOCK, INDEX(1)) WHERE y.a = 1; dbo.t x[NOLOCK]",
        "SELECT a FROM d..t (tablockx) JOIN s.u z WITH (HOLDLOCK) ON 1 = 1;"
            + " d..t[TABLOCKX] s.u[HOLDLOCK]",
        "SELECT a FROM t x, u y (UPDLOCK); t u[UPDLOCK]",
        "INSERT INTO t (a, b) SELECT a, b FROM u; t* u",
        "INSERT t VALUES (1); t*",
        "INSERT INTO t WITH (TABLOCK) DEFAULT VALUES; t*[TABLOCK]",
        "UPDATE t SET a = 1 WHERE b IN (SELECT c FROM u); t* u",
        "UPDATE TOP (5) t SET a = 1; t*",
        "UPDATE x SET a = 1 FROM t x JOIN u ON u.a = x.a; x* t* u",
        "DELETE FROM t WHERE a = 1; t*",
        "DELETE TOP (2) FROM t WHERE a = 1; t*",
        "DELETE t; t*",
        "SELECT a, b FROM t, u x WHERE f(a, b) IN (1, c) ORDER BY a, d; t u",
        "SELECT a, (SELECT 1 FROM v, w) FROM t; v w t",
        "MERGE INTO t AS a USING u AS b ON a.i = b.i WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN"
            + " INSERT (i) VALUES (b.i); t* u",
        "WITH c AS (SELECT a FROM t) SELECT a FROM c; t c"
      })
  void tablesAreFoundWithTheirHintsAndWhetherTheyChange(String sql, String expected) {
    assertThat(
            TableReference.of(Lexer.tokens(sql)).stream()
                .map(TestTableReference::shown)
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  private static String shown(TableReference reference) {
    String hints = reference.hints().isEmpty() ? "" : new TreeSet<>(reference.hints()).toString();
    return String.join(".", reference.name()) + (reference.written() ? "*" : "") + hints;
  }
}
