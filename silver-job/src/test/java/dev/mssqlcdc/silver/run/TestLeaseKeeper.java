package dev.mssqlcdc.silver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.Lease;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.SilverState;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TestLeaseKeeper {

  private static final Duration LEASE = Duration.ofMillis(60);

  private final BlockingQueue<LocalDateTime> renewals = new ArrayBlockingQueue<>(1_000);
  private final LocalDateTime taken = Times.now(Clock.systemUTC());
  private final ControlRow row =
      new ControlRow(
          "dbo.orders",
          true,
          new SilverState(
              Optional.empty(),
              Optional.of(new Lsn(0, 5)),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.of(new Lease("run", taken.plus(LEASE)))),
          Optional.of(taken));

  private Optional<ControlRow> renewed(ControlRow asRead, SilverState next) {
    renewals.add(next.lease().orElseThrow().until());
    return Optional.of(new ControlRow(asRead.table(), true, next, Optional.of(taken)));
  }

  private LocalDateTime nextRenewal() throws InterruptedException {
    return renewals.poll(30, TimeUnit.SECONDS);
  }

  @Test
  void aLeaseIsRenewedWhileTheRunIsAtWork() throws InterruptedException {
    try (LeaseKeeper keeper = new LeaseKeeper(this::renewed, row, LEASE, Clock.systemUTC())) {
      LocalDateTime first = nextRenewal();
      LocalDateTime second = nextRenewal();
      assertThat(first).isAfter(taken.plus(LEASE));
      assertThat(second).isAfter(first);
      ControlRow last = keeper.stop();
      assertThat(last.state().lease().orElseThrow().until()).isAfterOrEqualTo(second);
      assertThat(last.state().applying()).contains(new Lsn(0, 5));
    }
  }

  @Test
  void aRenewalThatFailsIsTriedAgain() throws InterruptedException {
    ControlRows failing =
        (asRead, next) -> {
          renewed(asRead, next);
          throw new IllegalStateException("no network");
        };
    try (LeaseKeeper keeper = new LeaseKeeper(failing, row, LEASE, Clock.systemUTC())) {
      assertThat(nextRenewal()).isNotNull();
      assertThat(nextRenewal()).isNotNull();
      assertThat(keeper.stop()).isEqualTo(row);
    }
  }

  @Test
  void aLeaseThatAnotherRunHasTakenIsNotRenewedAgain() throws InterruptedException {
    ControlRows lost =
        (asRead, next) -> {
          renewed(asRead, next);
          return Optional.empty();
        };
    try (LeaseKeeper keeper = new LeaseKeeper(lost, row, LEASE, Clock.systemUTC())) {
      assertThat(nextRenewal()).isNotNull();
      assertThatThrownBy(keeper::stop)
          .isInstanceOf(SilverException.class)
          .hasMessageContaining("another run has taken dbo.orders");
      assertThat(renewals).isEmpty();
    }
  }
}
