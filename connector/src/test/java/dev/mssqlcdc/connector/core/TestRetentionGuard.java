package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import org.junit.jupiter.api.Test;

class TestRetentionGuard {

  private static final Lsn FROM = new Lsn(0, 10);

  @Test
  void whatFollowsTheRangesStartMaySurviveExactly() {
    assertThat(RetentionGuard.isIntact(FROM, new Lsn(0, 11))).isTrue();
    assertThat(RetentionGuard.isIntact(FROM, new Lsn(0, 3))).isTrue();
    assertThat(RetentionGuard.isIntact(FROM, new Lsn(0, 12))).isFalse();
  }

  @Test
  void aLossNamesTheTableAndThePlace() {
    assertThatThrownBy(
            () ->
                RetentionGuard.check(
                    new TableId("dbo", "orders"), "dbo_orders", FROM, new Lsn(0, 12)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("dbo.orders")
        .hasMessageContaining(FROM.toString());
  }
}
