package dev.mssqlcdc.standin.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.standin.model.Collation.Rule;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestLikePattern {
  @ParameterizedTest
  @CsvSource({
    "abc, a%, '', true",
    "abc, %C, '', true",
    "abc, a_c, '', true",
    "abc, [a-c]bc, '', true",
    "abc, [^a-c]bc, '', false",
    "a%c, a!%c, !, true",
    "abc, a!%c, !, false",
    "a]c, a]c, '', true",
    "a-c, a[-]c, '', true",
    "abc, ab, '', false",
    "aXbXc, %x%X%, '', true",
    "'', %, '', true",
    "5%, 5[%], '', true",
  })
  void patternsMatch(String text, String pattern, String escape, boolean expected) {
    assertThat(LikePattern.matches(text, pattern, escape, Rule.IGNORE_CASE)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("ab").ofMaxLength(8);
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.strings().withChars("ab%_").ofMaxLength(8);
  }

  @Property
  void matchesAsTheRegularExpressionOfThePattern(
      @ForAll("texts") String text, @ForAll("patterns") String pattern) {
    String regex = pattern.replace("%", ".*").replace("_", ".");
    assertThat(LikePattern.matches(text, pattern, "", Rule.BINARY))
        .isEqualTo(Pattern.matches(regex, text));
  }
}
