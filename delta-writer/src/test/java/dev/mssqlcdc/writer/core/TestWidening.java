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
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

  private static void expectTarget(DeltaType column, DeltaType value, DeltaType target) {
    assertThat(Widening.holds(column, value)).isFalse();
    assertThat(Widening.target(column, value)).as("%s and %s", column, value).contains(target);
  }

  private static void expectNone(DeltaType column, DeltaType value) {
    assertThat(Widening.holds(column, value)).isFalse();
    assertThat(Widening.target(column, value)).as("%s and %s", column, value).isEmpty();
  }
}
