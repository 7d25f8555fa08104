package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(
            RetentionGuard.loss(new TableId("dbo", "orders"), "dbo_orders", FROM, new Lsn(0, 12)))
        .hasMessageContaining("dbo.orders")
        .hasMessageContaining(FROM.toString());
  }
}
