package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.run.Action;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code silver-job apply}. */
@Command(
    name = "apply",
    description = {
      "Brings silver tables to what bronze is complete to; safe to repeat.",
      "Exit code 0 if every table is as far as it can be, 1 if one failed, 2 for wrong usage."
    },
    sortOptions = false)
final class ApplyCommand implements Callable<Integer> {

  @Mixin private LakeArguments lake;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "4",
      description = "Tables applied at the same time. Default: ${DEFAULT-VALUE}.")
  private int parallel;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description =
          "How long a crashed run keeps others off its tables. Default: ${DEFAULT-VALUE}.")
  private long leaseSeconds;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    ApplyOptions options =
        LakeArguments.checked(
            spec,
            () ->
                ApplyOptions.tables(lake.tables())
                    .withParallelism(parallel)
                    .withLease(Duration.ofSeconds(leaseSeconds)));
    PrintWriter out = spec.commandLine().getOut();
    return lake.run(
        spec,
        (spark, root) -> {
          List<ApplyResult> results = new SilverJob(spark, root).apply(options);
          out.print(Summary.of(results));
          out.flush();
          return results.stream().anyMatch(result -> result.action() == Action.FAILED) ? 1 : 0;
        });
  }
}
