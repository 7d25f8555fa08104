package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.RetentionPolicy;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code silver-job maintain}. */
@Command(
    name = "maintain",
    description = {
      "Puts small files of the lake's tables together; removes dead files and old rows where told to.",
      "Exit code 0 if every table was maintained, 1 if one failed, 2 for wrong usage."
    },
    sortOptions = false)
final class MaintainCommand implements Callable<Integer> {

  @Mixin private LakeArguments lake;

  @Option(names = "--no-optimize", description = "Leaves small files as they are (no OPTIMIZE).")
  private boolean keepSmallFiles;

  @Option(
      names = "--vacuum-hours",
      paramLabel = "N",
      description =
          "Removes files that no version of the last N hours needs (VACUUM). Default: none.")
  private Optional<Integer> vacuumHours = Optional.empty();

  @Option(
      names = "--bronze-retention-days",
      paramLabel = "N",
      description =
          "Deletes bronze rows committed more than N days ago that nothing needs. Default: none.")
  private Optional<Integer> bronzeDays = Optional.empty();

  @Option(
      names = "--history-retention-days",
      paramLabel = "N",
      description = "Deletes versions of history that ended more than N days ago. Default: none.")
  private Optional<Integer> historyDays = Optional.empty();

  @Option(
      names = "--facts-retention-days",
      paramLabel = "N",
      description =
          "Deletes facts of batches and progress written more than N days ago. Default: none.")
  private Optional<Integer> factsDays = Optional.empty();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    MaintainOptions options = LakeArguments.checked(spec, this::options);
    PrintWriter out = spec.commandLine().getOut();
    return lake.run(
        spec,
        (spark, root) -> {
          List<MaintainResult> results = new Maintenance(spark, root).run(options);
          out.print(Summary.ofMaintenance(results));
          out.flush();
          return results.stream().anyMatch(MaintainResult::failed) ? 1 : 0;
        });
  }

  private MaintainOptions options() {
    return new MaintainOptions(
        lake.tables(),
        !keepSmallFiles,
        number(vacuumHours),
        new RetentionPolicy(number(bronzeDays), number(historyDays), number(factsDays)));
  }

  private static OptionalInt number(Optional<Integer> value) {
    return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }
}
