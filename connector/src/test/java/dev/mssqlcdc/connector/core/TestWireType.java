package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.WireType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestWireType {

  private static SqlType type(String name, int precision, int scale) {
    return new SqlType(name, 10, precision, scale);
  }

  @ParameterizedTest
  @CsvSource({
    "bit, BOOLEAN",
    "tinyint, INT16",
    "smallint, INT16",
    "int, INT32",
    "bigint, INT64",
    "real, FLOAT32",
    "float, FLOAT64",
    "money, DECIMAL",
    "smallmoney, DECIMAL",
    "date, DATE",
    "datetime, MICRO_TIMESTAMP",
    "smalldatetime, MICRO_TIMESTAMP",
    "datetime2, MICRO_TIMESTAMP",
    "datetimeoffset, ZONED_TIMESTAMP",
    "time, NANO_TIME",
    "char, STRING",
    "nvarchar, STRING",
    "ntext, STRING",
    "xml, STRING",
    "uniqueidentifier, STRING",
    "varbinary, BYTES",
    "image, BYTES",
    "timestamp, BYTES"
  })
  void everySourceTypeHasItsForm(String source, Kind kind) {
    assertThat(WireType.of(type(source, 0, 0), false).orElseThrow().kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sql_variant", "geography", "geometry", "hierarchyid", "point"})
  void typesWithoutANaturalFormHaveNone(String source) {
    assertThat(WireType.of(type(source, 0, 0), false)).isEmpty();
  }

  @Test
  void tickPrecisionInAKeyIsText() {
    assertThat(WireType.of(type("datetime2", 0, 7), true).orElseThrow().kind())
        .isEqualTo(Kind.LOCAL_TIME_TEXT);
    assertThat(WireType.of(type("datetime2", 0, 6), true).orElseThrow().kind())
        .isEqualTo(Kind.MICRO_TIMESTAMP);
    assertThat(WireType.of(type("datetimeoffset", 0, 7), true).orElseThrow().kind())
        .isEqualTo(Kind.INSTANT_TEXT);
  }

  @Test
  void aNarrowerValueFitsAndAWiderDoesNot() {
    WireType narrow = WireType.of(type("decimal", 10, 2), false).orElseThrow();
    WireType wide = WireType.of(type("decimal", 12, 3), false).orElseThrow();
    assertThat(narrow.fits(wide)).isTrue();
    assertThat(wide.fits(narrow)).isFalse();
    WireType small = WireType.of(type("smallint", 0, 0), false).orElseThrow();
    WireType text = WireType.of(type("varchar", 0, 0), false).orElseThrow();
    assertThat(small.fits(WireType.of(type("bigint", 0, 0), false).orElseThrow())).isTrue();
    assertThat(small.fits(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "tinyint, 0, 0, decimal, 5, 0, true",
    "smallint, 0, 0, decimal, 4, 0, false",
    "int, 0, 0, decimal, 12, 2, true",
    "int, 0, 0, decimal, 11, 2, false",
    "bigint, 0, 0, decimal, 20, 0, true",
    "bigint, 0, 0, decimal, 21, 2, false",
    "bigint, 0, 0, float, 0, 0, false",
    "int, 0, 0, real, 0, 0, false",
    "float, 0, 0, decimal, 38, 4, false",
    "date, 0, 0, decimal, 38, 4, false",
    "bit, 0, 0, decimal, 38, 4, false",
    "money, 0, 0, decimal, 19, 4, true",
    "money, 0, 0, decimal, 19, 5, false",
    "real, 0, 0, float, 0, 0, true",
    "date, 0, 0, datetime2, 0, 3, true"
  })
  void whatFits(String a, int p, int s, String b, int precision, int scale, boolean fits) {
    WireType one = WireType.of(type(a, p, s), false).orElseThrow();
    WireType other = WireType.of(type(b, precision, scale), false).orElseThrow();
    assertThat(one.fits(other)).isEqualTo(fits);
  }

  @Test
  void declaresTypesAsTheSourceDoes() {
    assertThat(new SqlType("DECIMAL", 0, 10, 2).declared()).isEqualTo("decimal(10,2)");
    assertThat(new SqlType("nvarchar", SqlType.MAX, 0, 0).declared()).isEqualTo("nvarchar(max)");
    assertThat(new SqlType("datetime2", 0, 0, 7).declared()).isEqualTo("datetime2(7)");
    assertThat(new SqlType("int", 0, 10, 0).declared()).isEqualTo("int");
  }
}
