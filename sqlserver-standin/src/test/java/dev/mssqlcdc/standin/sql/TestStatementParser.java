package dev.mssqlcdc.standin.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestStatementParser {
  private static List<Statement> parse(String sql) {
    return StatementParser.parse(Lexer.tokens(sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          SELECT 1 SELECT 2; 2
          INSERT t SELECT 1 UNION ALL SELECT 2; 1
          INSERT t VALUES (1) SELECT 2; 2
          WITH a AS (SELECT 1 AS x) INSERT INTO t SELECT x FROM a; 1
          WITH a AS (SELECT 1 AS x) SELECT x FROM a UPDATE t SET x = 1; 2
          MERGE t USING s ON a = b WHEN MATCHED THEN UPDATE SET x = 1 WHEN NOT MATCHED THEN INSERT VALUES (1); 1
          UPDATE t SET x = CASE WHEN 1 = 1 THEN 2 ELSE 3 END DELETE FROM t; 2
          CREATE TABLE t (id int REFERENCES u ON DELETE SET NULL) SELECT 1; 2
          ALTER TABLE t DROP COLUMN IF EXISTS x; 1
          ALTER TABLE t ALTER COLUMN x int; 1
          DROP TABLE IF EXISTS t CREATE TABLE t (id int); 2
          IF @@TRANCOUNT > 0 COMMIT TRAN; 1
          IF 1 = 1 BEGIN SELECT 1 SELECT 2 END ELSE SELECT 3; 1
          SET NOCOUNT ON SELECT 1; 2
          SET TRANSACTION ISOLATION LEVEL READ COMMITTED SELECT 1; 2
          BEGIN TRAN INSERT t VALUES (1) COMMIT; 3
          EXEC p @a = 1, @b = 'x' EXEC q; 2
          DECLARE @a int = 1, @b int SELECT @a; 4
          """)
  void statementsNeedNoSemicolonBetweenThem(String sql, int count) {
    assertThat(parse(sql)).hasSize(count);
  }

  @Test
  void argumentsAndNamesOfACallAreReadInAllTheirForms() {
    Statement.Execute call =
        (Statement.Execute) parse("EXEC [db].sys..p @a = N'x', 5, NULL").get(0);
    assertThat(call.procedure()).containsExactly("db", "sys", "", "p");
    assertThat(call.arguments()).extracting(Statement.Argument::name).containsExactly("@a", "", "");
  }

  @Test
  void whatIsNoStatementIsASyntaxErrorNearItsFirstWord() {
    assertThatThrownBy(() -> parse("SELECT 1; nonsense"))
        .isInstanceOf(SqlError.class)
        .hasMessage("Incorrect syntax near 'nonsense'.");
  }

  @Test
  void aDeclaredTypeKeepsItsArguments() {
    Statement.Declare declare = (Statement.Declare) parse("DECLARE @x AS decimal(10, 2)").get(0);
    assertThat(declare.type().precision()).isEqualTo(10);
    assertThat(declare.type().scale()).isEqualTo(2);
  }
}
