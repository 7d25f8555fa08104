package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.References;
import dev.mssqlcdc.silver.ReconcileResult.Verdict;
import dev.mssqlcdc.silver.source.SourceAddress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code silver-job reconcile}. */
@Command(
    name = "reconcile",
    description = {
      "Compares silver tables with their source tables in SQL Server, also while these are written.",
      "Exit code 0 if they are equal but for changes on their way, 1 if one differs, 2 for wrong"
          + " usage, 3 if none differs but one (or all) could not be compared."
    },
    sortOptions = false)
final class ReconcileCommand implements Callable<Integer> {

  private static final int DIFFERENT = 1;
  private static final int NOT_CHECKED = 3;

  @Mixin private LakeArguments lake;

  @Option(
      names = "--source-url",
      required = true,
      paramLabel = "URL",
      description =
          "The source database for the Microsoft driver:"
              + " jdbc:sqlserver://HOST;databaseName=NAME;...")
  private String url;

  @Option(
      names = "--source-user",
      paramLabel = "NAME",
      description = "A login that may SELECT. Default: the URL says how to log in.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--source-password",
      paramLabel = "REFERENCE",
      description = "Where its password is: $${env:NAME}, $${file:PATH} or $${file:PATH:KEY}.")
  private Optional<String> password = Optional.empty();

  @Option(
      names = "--sample",
      paramLabel = "FRACTION",
      defaultValue = "0.05",
      description =
          "How much is compared value by value of what agrees in counts and key sums."
              + " 1 compares everything. Default: ${DEFAULT-VALUE}.")
  private double sample;

  @Option(
      names = "--part-rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "About how many rows are counted at once. Default: ${DEFAULT-VALUE}.")
  private long partRows;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description =
          "How long to wait for capture before a difference is called one; a quiet database's"
              + " moves every five minutes. Default: ${DEFAULT-VALUE}.")
  private long waitSeconds;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    ReconcileOptions options =
        LakeArguments.checked(
            spec,
            () ->
                new ReconcileOptions(
                    lake.tables(), sample, partRows, Duration.ofSeconds(waitSeconds)));
    SourceAddress source =
        LakeArguments.checked(spec, () -> new SourceAddress(url, user, password.map(this::secret)));
    PrintWriter out = spec.commandLine().getOut();
    return lake.run(
        spec,
        NOT_CHECKED,
        (spark, root) -> {
          List<ReconcileResult> results = new Reconciliation(spark, root, source).run(options);
          out.print(ReconcileSummary.of(results));
          out.flush();
          return exitCode(results);
        });
  }

  /** A literal password would be seen by every user of the machine. */
  private String secret(String reference) {
    if (!References.isIn(reference)) {
      throw new IllegalArgumentException(
          "--source-password takes no password, but says where it is: ${env:NAME} or ${file:PATH}");
    }
    try {
      return new References(System.getenv()).resolve(reference);
    } catch (References.MissingException e) {
      throw new IllegalArgumentException("--source-password: " + e.getMessage(), e);
    }
  }

  static int exitCode(List<ReconcileResult> results) {
    if (has(results, Verdict.DIFFERENT)) {
      return DIFFERENT;
    }
    return has(results, Verdict.NOT_CHECKED) || !has(results, Verdict.EQUAL) ? NOT_CHECKED : 0;
  }

  private static boolean has(List<ReconcileResult> results, Verdict verdict) {
    return results.stream().anyMatch(result -> result.verdict() == verdict);
  }
}
