package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("JavaUtilDate")
class TestKeyText {

  static List<Arguments> values() {
    return List.of(
        Arguments.of("bigint", -5L, "-5"),
        Arguments.of("decimal", new BigDecimal("1E+3"), "1000"),
        Arguments.of("date", new Date(-86_400_000L), "1969-12-31"),
        Arguments.of("datetime2", -1L, "1969-12-31T23:59:59.999999"),
        Arguments.of("time", 1_000L, "00:00:00.000001"),
        Arguments.of("varbinary", new byte[] {-1, 0}, "0xFF00"),
        Arguments.of("nvarchar", "a", "a"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void writesEveryKindOfKey(String type, Object value, String text) {
    SqlType sqlType = new SqlType(type, 10, 10, 0);
    Column column =
        new Column(
            "k", "k", 1, 1, sqlType, WireType.of(sqlType, true).orElseThrow(), true, true, "");
    assertThat(KeyText.of(List.of(column), new Object[] {value})).containsExactly(text);
  }
}
