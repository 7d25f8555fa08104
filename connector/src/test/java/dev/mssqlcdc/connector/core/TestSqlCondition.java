package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestSqlCondition {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "region = 'EU'",
        "note = 'it''s; -- no comment (' AND id IN (1, 2)",
        "[odd ]] (name;] > 1",
        "\"quoted \"\" ;\" = 1",
        "a - -1 / 2 > 0",
        "id IN (SELECT id FROM dbo.recent)"
      })
  void aConditionMayHoldAnythingWithinQuotes(String text) {
    assertThat(SqlCondition.fault(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 = 1; DELETE dbo.t",
        "1 = 1) OR (1 = 1",
        "1 = 1) -- ",
        "1 = 1 /* and so on",
        "(a = 1",
        "a = 'x",
        "[a = 1",
        "[a]]'] = 1); DELETE dbo.t WHERE ('1' = '1'"
      })
  void whatReachesBeyondItsParenthesesIsRefused(String text) {
    assertThat(SqlCondition.fault(text)).isPresent();
  }

  @Property
  void anyTextAsALiteralIsACondition(@ForAll String text) {
    assertThat(SqlCondition.fault("a = " + SqlNames.literal(text))).isEmpty();
    assertThat(SqlCondition.fault(SqlNames.quote(text) + " = 1")).isEmpty();
  }
}
