package dev.mssqlcdc.standin.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Token.Kind;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TestLexer {
  @Property(tries = 200)
  void anyTextSurvivesItsQuotes(@ForAll String text) {
    assertThat(single("'" + text.replace("'", "''") + "'"))
        .extracting(Token::kind, Token::text)
        .containsExactly(Kind.STRING, text);
    assertThat(single("[" + text.replace("]", "]]") + "]"))
        .extracting(Token::kind, Token::text)
        .containsExactly(Kind.QUOTED, text);
    assertThat(single("\"" + text.replace("\"", "\"\"") + "\"").text()).isEqualTo(text);
  }

  private static Token single(String sql) {
    List<Token> tokens = Lexer.tokens(sql);
    assertThat(tokens).hasSize(1);
    return tokens.get(0);
  }

  @Test
  void commentsAreWhiteSpaceAndNest() {
    assertThat(texts("a--x\nb/* c /* d */ e */f")).containsExactly("a", "b", "f");
    assertThatThrownBy(() -> Lexer.tokens("/* /* */")).isInstanceOf(SqlError.class);
  }

  @Test
  void numbersBinariesAndVariablesAreTokensOfTheirOwn() {
    assertThat(texts("1.5e-3+0xABC,@@x @P0 N'y' __$op #t"))
        .containsExactly("1.5e-3", "+", "0ABC", ",", "@@x", "@P0", "y", "__$op", "#t");
    assertThat(texts("a<>b!=c>=d+=e"))
        .containsExactly("a", "<>", "b", "!=", "c", ">=", "d", "+=", "e");
  }

  private static List<String> texts(String sql) {
    return Lexer.tokens(sql).stream().map(Token::text).toList();
  }
}
