package dev.mssqlcdc.silver.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestRowDigest {

  @Property
  void twoKeysAreOneTextOnlyIfTheyAreEqual(
      @ForAll String a, @ForAll String b, @ForAll String c, @ForAll String d) {
    RowDigest digest = digest(List.of(ValueKind.TEXT, ValueKind.TEXT), List.of());
    boolean same = a.equals(c) && b.equals(d);
    assertThat(digest.key(new Object[] {a, b}).equals(digest.key(new Object[] {c, d})))
        .isEqualTo(same);
    assertThat(digest.key(new Object[] {a, null}))
        .isNotEqualTo(digest.key(new Object[] {a, "null"}));
  }

  @Property
  void anIntegerIsTheSameInEveryType(@ForAll short value) {
    for (ValueKind kind : List.of(ValueKind.INTEGER, ValueKind.FLOAT, ValueKind.DATE)) {
      assertThat(hash(kind, value))
          .isEqualTo(hash(kind, (int) value))
          .isEqualTo(hash(kind, (long) value));
    }
  }

  @Property
  void aDecimalIsTheSameInEveryScale(
      @ForAll BigDecimal value, @ForAll @IntRange(min = 0, max = 5) int more) {
    assertThat(hash(ValueKind.DECIMAL, value.setScale(value.scale() + more)))
        .isEqualTo(hash(ValueKind.DECIMAL, value));
    assertThat(hash(ValueKind.DECIMAL, value.add(BigDecimal.ONE)))
        .isNotEqualTo(hash(ValueKind.DECIMAL, value));
  }

  @Property
  void aFloatIsTheSameAsTheDoubleThatItWidensTo(@ForAll float value) {
    assertThat(hash(ValueKind.FLOAT, value)).isEqualTo(hash(ValueKind.FLOAT, (double) value));
  }

  @Test
  void zeroHasNoSignAndNullIsNoValue() {
    assertThat(hash(ValueKind.FLOAT, -0.0)).isEqualTo(hash(ValueKind.FLOAT, 0.0f));
    assertThat(hash(ValueKind.TEXT, null)).isNotEqualTo(hash(ValueKind.TEXT, ""));
    assertThat(hash(ValueKind.BINARY, null)).isNotEqualTo(hash(ValueKind.BINARY, new byte[0]));
  }

  /** The digits of a time of day are those that its type had when the row was written. */
  @Test
  void aTimeOfDayIsTheSameWithAnyNumberOfDigits() {
    assertThat(hash(ValueKind.TIME_OF_DAY, "12:00"))
        .isEqualTo(hash(ValueKind.TIME_OF_DAY, "12:00:00"))
        .isEqualTo(hash(ValueKind.TIME_OF_DAY, "12:00:00.0000000"));
    assertThat(hash(ValueKind.TIME_OF_DAY, "12:00:00.0000001"))
        .isNotEqualTo(hash(ValueKind.TIME_OF_DAY, "12:00:00"));
    assertThat(hash(ValueKind.TIME_OF_DAY, "noon")).isNotEqualTo(hash(ValueKind.TIME_OF_DAY, "x"));
  }

  @Test
  void textIsComparedExactly() {
    assertThat(hash(ValueKind.TEXT, "a")).isNotEqualTo(hash(ValueKind.TEXT, "a "));
    assertThat(hash(ValueKind.TEXT, "a")).isNotEqualTo(hash(ValueKind.TEXT, "A"));
  }

  @Test
  void aKeyIsReadable() {
    RowDigest digest = digest(List.of(ValueKind.INTEGER, ValueKind.BINARY), List.of());
    assertThat(digest.key(new Object[] {(short) 7, new byte[] {0, -1}}))
        .isEqualTo("[\"7\",\"0x00FF\"]");
  }

  private static long hash(ValueKind kind, Object value) {
    return digest(List.of(), List.of(kind)).hashes(new Object[] {value})[0];
  }

  private static RowDigest digest(List<ValueKind> key, List<ValueKind> values) {
    return new RowDigest(new ComparedColumns(columns(key), columns(values), Map.of()));
  }

  private static List<ComparedColumn> columns(List<ValueKind> kinds) {
    return kinds.stream().map(kind -> new ComparedColumn("c", "c", "any", kind)).toList();
  }
}
