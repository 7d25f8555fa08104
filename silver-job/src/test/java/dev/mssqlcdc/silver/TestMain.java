package dev.mssqlcdc.silver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.Action;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TestMain {

  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new Main()).setErr(new PrintWriter(err)).execute(args);
  }

  @Test
  void aMissingLakeRootIsWrongUsage() {
    assertThat(run("apply")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required option: '--lake-root=DIR'");
  }

  @Test
  void noCommandIsWrongUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("name a command: apply");
  }

  @Test
  void anUnusableNumberIsWrongUsage() {
    assertThat(run("apply", "--lake-root", "/lake", "--parallel", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("parallelism is 0, at least 1 expected");
  }

  @Test
  void theSummaryIsOneLinePerTableAndTheReasonsBelow() {
    Lsn end = new Lsn(0, 16);
    LocalDateTime time = LocalDateTime.of(2026, 1, 1, 10, 0, 1);
    Verdict verdict = new Verdict(end, Optional.of(time), Optional.of(time));
    String summary =
        Summary.of(
            List.of(
                new ApplyResult(
                    "dbo.orders",
                    Action.REBUILT,
                    "",
                    120,
                    100,
                    5,
                    Optional.of(end),
                    Optional.of(verdict),
                    Duration.ofMillis(1234)),
                new ApplyResult(
                    "dbo.log",
                    Action.KEYLESS,
                    "no key",
                    0,
                    0,
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ZERO)));
    assertThat(summary.lines())
        .containsExactly(
            "table       action   rows read  upserted  deleted  applied LSN             complete until (UTC)  seconds",
            "dbo.orders  rebuilt        120       100        5  0x00000000000000000010  2026-01-01T10:00:01       1.2",
            "dbo.log     keyless          0         0        0  -                       -                         0.0",
            "dbo.log keyless: no key");
  }
}
