package dev.mssqlcdc.silver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.ReconcileResult.Verdict;
import dev.mssqlcdc.silver.compare.Checked;
import dev.mssqlcdc.silver.compare.Finding;
import dev.mssqlcdc.silver.compare.Findings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TestReconcileCommand {

  private static final String URL = "jdbc:sqlserver://localhost;databaseName=shop";

  private final StringWriter err = new StringWriter();

  private int run(String url, String... more) {
    String[] args =
        Stream.concat(
                Stream.of("reconcile", "--lake-root", "/lake", "--source-url", url),
                Arrays.stream(more))
            .toArray(String[]::new);
    return new CommandLine(new Main()).setErr(new PrintWriter(err)).execute(args);
  }

  @Test
  void aPasswordOnTheCommandLineIsRefusedAndNotRepeated() {
    assertThat(run(URL, "--source-user", "reader", "--source-password", "hunter2")).isEqualTo(2);
    assertThat(run(URL + ";Password=hunter2")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--source-password takes no password", "the URL of the source holds a password")
        .doesNotContain("hunter2");
  }

  @Test
  void aReferenceThatLeadsNowhereIsNamed() {
    assertThat(run(URL, "--source-password", "${env:NO_SUCH_VARIABLE_HERE}")).isEqualTo(2);
    assertThat(err.toString()).contains("environment variable NO_SUCH_VARIABLE_HERE is not set");
  }

  @Test
  void unusableOptionsAreWrongUsage() {
    assertThat(run("jdbc:postgresql://localhost")).isEqualTo(2);
    assertThat(run(URL, "--sample", "1.5")).isEqualTo(2);
    assertThat(run(URL, "--part-rows", "0")).isEqualTo(2);
    assertThat(run(URL, "--wait", "-1")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "does not begin with jdbc:sqlserver://",
            "the sample is 1.5, a number from 0 to 1 expected",
            "a part has 0 rows, at least 1 expected");
  }

  @Test
  void theExitCodeTellsTheWorstThatIsCertain() {
    assertThat(code(Verdict.EQUAL, Verdict.SKIPPED)).isZero();
    assertThat(code(Verdict.NOT_CHECKED, Verdict.DIFFERENT, Verdict.EQUAL)).isEqualTo(1);
    assertThat(code(Verdict.EQUAL, Verdict.NOT_CHECKED)).isEqualTo(3);
    assertThat(code(Verdict.SKIPPED)).isEqualTo(3);
    assertThat(code()).isEqualTo(3);
  }

  private static int code(Verdict... verdicts) {
    return ReconcileCommand.exitCode(
        Arrays.stream(verdicts)
            .map(v -> new ReconcileResult("t", v, "", Optional.empty(), Duration.ZERO))
            .toList());
  }

  @Test
  void theSummaryIsOneLinePerTableAndWhatWasFoundBelow() {
    Findings found =
        new Findings(
            1000,
            999,
            998,
            Map.of(Finding.MISSING_TARGET, 2L, Finding.RECORD_DIFF, 1L, Finding.IN_FLIGHT, 1L),
            Map.of(
                Finding.MISSING_TARGET, List.of("[\"1\"]", "[\"2\"]"),
                Finding.RECORD_DIFF, List.of("[\"3\"]"),
                Finding.IN_FLIGHT, List.of("[\"4\"]")),
            Map.of("note", 1L));
    Checked checked = new Checked(Lsn.ZERO, Map.of("v", "it is computed"), 4, 2, found);
    Duration took = Duration.ofMillis(1234);
    String summary =
        ReconcileSummary.of(
            List.of(
                new ReconcileResult(
                    "dbo.orders", Verdict.DIFFERENT, "", Optional.of(checked), took),
                new ReconcileResult(
                    "dbo.log", Verdict.SKIPPED, "it has no key", Optional.empty(), took)));
    assertThat(summary.lines())
        .containsExactly(
            "table       result     source rows  silver rows  rows compared  MISSING_TARGET  MISSING_SOURCE  RECORD_DIFF  IN_FLIGHT  seconds",
            "dbo.orders  different         1000          999            998               2               0            1          1      1.2",
            "dbo.log     skipped              -            -              -               -               -            -          -      1.2",
            "dbo.orders MISSING_TARGET: [\"1\"], [\"2\"]",
            "dbo.orders RECORD_DIFF: [\"3\"]",
            "dbo.orders columns that differ: note (1)",
            "dbo.orders columns not compared: v (it is computed)",
            "dbo.log skipped: it has no key");
  }
}
