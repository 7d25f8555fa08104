package dev.mssqlcdc.standin.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.standin.sql.SecurityCommand.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestSecurityParser {

  private static List<Statement> parse(String sql) {
    return StatementParser.parse(Lexer.tokens(sql));
  }

  private static SecurityCommand command(String sql) {
    assertThat(parse(sql)).hasSize(1);
    return ((Statement.Security) parse(sql).get(0)).command();
  }

  @Test
  void permissionsMayBeSeveralWordsAndHaveColumns() {
    SecurityCommand.Permissions grant =
        (SecurityCommand.Permissions)
            command(
                "GRANT SELECT (a, [b c]), VIEW DEFINITION ON OBJECT::dbo.t TO u, [r x] WITH GRANT"
                    + " OPTION");
    assertThat(grant.verb()).isEqualTo(Verb.GRANT);
    assertThat(grant.permissions())
        .containsExactly(
            new SecurityCommand.Named("SELECT", List.of("a", "b c")),
            new SecurityCommand.Named("VIEW DEFINITION", List.of()));
    assertThat(grant.on())
        .contains(new SecurityCommand.Target("OBJECT", List.of("dbo", "t"), List.of()));
    assertThat(grant.principals()).containsExactly("u", "r x");
    assertThat(grant.grantOption()).isTrue();
  }

  @Test
  void statementsEndWithoutSemicolons() {
    assertThat(
            parse(
                "CREATE LOGIN l WITH PASSWORD = 'p', CHECK_POLICY = OFF CREATE USER u FOR LOGIN l"
                    + " GRANT SELECT ON t TO u DENY INSERT ON SCHEMA::dbo TO u REVOKE SELECT ON t"
                    + " FROM u CASCADE EXECUTE AS USER = 'u' SELECT 1 REVERT SELECT 2"))
        .hasSize(9);
  }

  @Test
  void aPasswordIsShownNowhere() {
    assertThat(command("CREATE LOGIN l WITH PASSWORD = 'unseen', DEFAULT_DATABASE = d").toString())
        .doesNotContain("unseen")
        .contains("Optional[d]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GRANT ON t TO u",
        "GRANT SELECT ON t",
        "ALTER ROLE r MEMBER u",
        "CREATE LOGIN l WITH PASSWORD = p"
      })
  void badGrammarIsIncorrectSyntax(String sql) {
    assertThatThrownBy(() -> parse(sql)).hasMessageStartingWith("Incorrect syntax near");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE LOGIN l FROM WINDOWS",
        "CREATE LOGIN l WITH PASSWORD = 'p', SID = 0x01",
        "REVOKE GRANT OPTION FOR SELECT ON t FROM u",
        "GRANT SELECT ON t TO u AS r",
        "EXECUTE AS CALLER"
      })
  void whatIsNotKnownIsRefused(String sql) {
    assertThatThrownBy(() -> parse(sql)).hasMessageContaining("not supported by the stand-in");
  }
}
