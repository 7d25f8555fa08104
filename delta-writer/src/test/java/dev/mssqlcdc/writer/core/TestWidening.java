package dev.mssqlcdc.writer.core;

import static dev.mssqlcdc.lake.DeltaType.BOOLEAN;
import static dev.mssqlcdc.lake.DeltaType.DATE;
import static dev.mssqlcdc.lake.DeltaType.DOUBLE;
import static dev.mssqlcdc.lake.DeltaType.FLOAT;
import static dev.mssqlcdc.lake.DeltaType.INTEGER;
import static dev.mssqlcdc.lake.DeltaType.LONG;
import static dev.mssqlcdc.lake.DeltaType.SHORT;
import static dev.mssqlcdc.lake.DeltaType.STRING;
import static dev.mssqlcdc.lake.DeltaType.TIMESTAMP;
import static dev.mssqlcdc.lake.DeltaType.TIMESTAMP_NTZ;
import static dev.mssqlcdc.lake.DeltaType.decimal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.DeltaType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestWidening {

  @Test
  void whatTheSourceMayWidenTheColumnFollows() {
    expectTarget(SHORT, INTEGER, INTEGER);
    expectTarget(SHORT, LONG, LONG);
    expectTarget(INTEGER, LONG, LONG);
    expectTarget(SHORT, DOUBLE, DOUBLE);
    expectTarget(INTEGER, DOUBLE, DOUBLE);
    expectTarget(FLOAT, DOUBLE, DOUBLE);
    expectTarget(INTEGER, decimal(12, 2), decimal(12, 2));
    expectTarget(LONG, decimal(22, 2), decimal(22, 2));
    expectTarget(decimal(10, 2), decimal(12, 2), decimal(12, 2));
    expectTarget(decimal(10, 2), decimal(12, 4), decimal(12, 4));
    expectTarget(DATE, TIMESTAMP_NTZ, TIMESTAMP_NTZ);
  }

  @Test
  void whereTheNewTypeDoesNotHoldTheOldOneATypeForBothIsTaken() {
    expectTarget(SHORT, decimal(5, 0), decimal(10, 0));
    expectTarget(LONG, decimal(19, 0), decimal(20, 0));
    expectTarget(decimal(10, 2), decimal(8, 4), decimal(12, 4));
    expectTarget(decimal(10, 2), LONG, decimal(21, 2));
    expectTarget(INTEGER, FLOAT, DOUBLE);
    expectTarget(FLOAT, INTEGER, DOUBLE);
  }

  @Test
  void whatDeltaDoesNotWidenHasNoTarget() {
    expectNone(INTEGER, STRING);
    expectNone(LONG, DOUBLE);
    expectNone(DOUBLE, LONG);
    expectNone(decimal(9, 2), DOUBLE);
    expectNone(decimal(38, 0), decimal(38, 1));
    expectNone(TIMESTAMP_NTZ, TIMESTAMP);
    expectNone(DATE, TIMESTAMP);
    expectNone(BOOLEAN, SHORT);
  }

  @Test
  void narrowerValuesAreHeld() {
    assertThat(Widening.holds(LONG, SHORT)).isTrue();
    assertThat(Widening.holds(SHORT, LONG)).isFalse();
    assertThat(Widening.holds(DOUBLE, INTEGER)).isTrue();
    assertThat(Widening.holds(DOUBLE, LONG)).isFalse();
    assertThat(Widening.holds(FLOAT, SHORT)).isFalse();
    assertThat(Widening.holds(decimal(12, 2), INTEGER)).isTrue();
    assertThat(Widening.holds(decimal(11, 2), INTEGER)).isFalse();
    assertThat(Widening.holds(decimal(12, 4), decimal(10, 2))).isTrue();
    assertThat(Widening.holds(decimal(12, 4), decimal(11, 2))).isFalse();
    assertThat(Widening.holds(TIMESTAMP_NTZ, DATE)).isTrue();
    assertThat(Widening.holds(LONG, BOOLEAN)).isFalse();
  }

  @Property
  void aTargetHoldsBoth(@ForAll("types") DeltaType column, @ForAll("types") DeltaType value) {
    Widening.target(column, value)
        .ifPresent(
            target -> {
              assertThat(Widening.holds(target, column)).as("%s in %s", column, target).isTrue();
              assertThat(Widening.holds(target, value)).as("%s in %s", value, target).isTrue();
            });
  }

  @Property
  void whatAColumnHoldsItKeepsExactly(
      @ForAll("types") DeltaType column, @ForAll("numbers") Typed number) {
    if (!Widening.holds(column, number.type())) {
      return;
    }
    Object converted = Widening.conversion(number.type(), column).apply(number.value());

    assertThat(exact(converted)).isEqualByComparingTo(exact(number.value()));
    if (column.isDecimal()) {
      assertThat(((BigDecimal) converted).scale()).isEqualTo(column.scale());
      assertThat(((BigDecimal) converted).precision()).isLessThanOrEqualTo(column.precision());
    }
  }

  @Property
  void aDayIsItsFirstMicrosecond(@ForAll @IntRange(min = -719_162, max = 2_932_896) int day) {
    assertThat(Widening.conversion(DATE, TIMESTAMP_NTZ).apply(day))
        .isEqualTo(LocalDate.ofEpochDay(day).toEpochDay() * 24 * 3_600 * 1_000_000L);
  }

  @Provide
  static Arbitrary<DeltaType> types() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            BOOLEAN, SHORT, INTEGER, LONG, FLOAT, DOUBLE, STRING, DATE, TIMESTAMP_NTZ, TIMESTAMP),
        decimals());
  }

  private static Arbitrary<DeltaType> decimals() {
    return Arbitraries.integers()
        .between(1, 38)
        .flatMap(
            precision ->
                Arbitraries.integers()
                    .between(0, precision)
                    .map(scale -> decimal(precision, scale)));
  }

  @Provide
  static Arbitrary<Typed> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.shorts().map(value -> new Typed(SHORT, value)),
        Arbitraries.integers().map(value -> new Typed(INTEGER, value)),
        Arbitraries.longs().map(value -> new Typed(LONG, value)),
        Arbitraries.floats().map(value -> new Typed(FLOAT, value)),
        decimals()
            .flatMap(
                type ->
                    Arbitraries.bigIntegers()
                        .between(limit(type).negate(), limit(type))
                        .map(digits -> new Typed(type, new BigDecimal(digits, type.scale())))));
  }

  private static BigInteger limit(DeltaType type) {
    return BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
  }

  private static BigDecimal exact(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    return value instanceof Float || value instanceof Double
        ? new BigDecimal(((Number) value).doubleValue())
        : BigDecimal.valueOf(((Number) value).longValue());
  }

  private static void expectTarget(DeltaType column, DeltaType value, DeltaType target) {
    assertThat(Widening.holds(column, value)).isFalse();
    assertThat(Widening.target(column, value)).as("%s and %s", column, value).contains(target);
  }

  private static void expectNone(DeltaType column, DeltaType value) {
    assertThat(Widening.holds(column, value)).isFalse();
    assertThat(Widening.target(column, value)).as("%s and %s", column, value).isEmpty();
  }

  /** A value and its type. */
  record Typed(DeltaType type, Object value) {}
}
