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
    assertThat(err.toString()).contains("name a command: apply, is-final, maintain or reconcile");
  }

  @Test
  void anUnusableNumberIsWrongUsage() {
    assertThat(run("apply", "--lake-root", "/lake", "--parallel", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("parallelism is 0, at least 1 expected");
  }

  @Test
  void anUnusableGroupIsWrongUsage() {
    assertThat(run("apply", "--lake-root", "/lake", "--group", "dbo.orders,dbo.lines"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no group such as sales=dbo.orders,dbo.lines");
  }

  @Test
  void tablesAreNamedByAFileOrByOptions() {
    assertThat(run("apply", "--lake-root", "/lake", "--config", "x.yaml", "--table", "dbo.orders"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("leave --table and --group away");
    assertThat(run("apply", "--lake-root", "/lake", "--config", "x.yaml", "--change-data-feed"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("away, and the settings of tables");
  }

  @Test
  void anUnusableKeyIsWrongUsage() {
    for (String key : List.of("dbo.log", "dbo.log=", "dbo.log= ,")) {
      assertThat(run("apply", "--lake-root", "/lake", "--key", key)).isEqualTo(2);
      assertThat(err.toString()).contains("'" + key + "' is no key such as dbo.log=id,part");
    }
    assertThat(run("apply", "--lake-root", "/lake", "--key", "a=b", "--key", "a=c")).isEqualTo(2);
    assertThat(err.toString()).contains("two keys are declared of a");
  }

  @Test
  void aSettingIsTrueOrFalse() {
    assertThat(run("apply", "--lake-root", "/lake", "--type-widening=maybe")).isEqualTo(2);
    assertThat(err.toString()).contains("--type-widening").contains("maybe");
  }

  @Test
  void aRebuildOfAllTablesIsWrongUsage() {
    assertThat(run("apply", "--lake-root", "/lake", "--rebuild")).isEqualTo(2);
    assertThat(err.toString()).contains("--rebuild is for one run, of tables that --table");
  }

  @Test
  void anUnusableTimeIsWrongUsage() {
    assertThat(run("is-final", "--lake-root", "/lake", "--until", "yesterday")).isEqualTo(2);
    assertThat(err.toString()).contains("'yesterday' is no time such as 2026-01-31T00:00");
  }

  @Test
  void timesWithAnOffsetAreMeantAsSuch() {
    IsFinalCommand.Utc utc = new IsFinalCommand.Utc();
    LocalDateTime expected = LocalDateTime.of(2026, 1, 31, 0, 0);
    assertThat(utc.convert("2026-01-31T00:00")).isEqualTo(expected);
    assertThat(utc.convert("2026-01-31T00:00:00Z")).isEqualTo(expected);
    assertThat(utc.convert("2026-01-31T01:00+01:00")).isEqualTo(expected);
  }

  @Test
  void anUnusableRetentionIsWrongUsage() {
    assertThat(run("maintain", "--lake-root", "/lake", "--bronze-retention-days", "0"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("the retention of bronze is 0 days, at least 1 expected");
  }

  @Test
  void pruningFactsOfSomeTablesIsWrongUsage() {
    assertThat(
            run(
                "maintain",
                "--lake-root",
                "/lake",
                "--table",
                "dbo.orders",
                "--facts-retention-days",
                "30"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("prune it in a run without names of tables");
  }

  @Test
  void theSummaryOfMaintenanceIsOneLinePerTableAndWhatIsKeptBelow() {
    Duration took = Duration.ofMillis(1234);
    String summary =
        Summary.ofMaintenance(
            List.of(
                new MaintainResult("bronze/dbo.orders", 120, 17, 1, true, "", false, took),
                new MaintainResult("bronze/dbo.log", 0, 0, 0, false, "no key", false, took),
                new MaintainResult("facts", 5, 0, 0, false, "disk full", true, took)));
    assertThat(summary.lines())
        .containsExactly(
            "table              rows deleted  files put together  into  vacuum  seconds",
            "bronze/dbo.orders           120                  17     1  done        1.2",
            "bronze/dbo.log                0                   0     0  -           1.2",
            "facts                         5                   0     0  -           1.2",
            "bronze/dbo.log keeps its rows: no key",
            "facts failed: disk full");
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
