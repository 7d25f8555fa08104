package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.run.Failures;
import dev.mssqlcdc.silver.spark.Sessions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

  private static final Logger LOG = LoggerFactory.getLogger(ApplyCommand.class);

  @Mixin private LakeArguments lake;

  @Option(
      names = "--group",
      paramLabel = "NAME=TABLES",
      description = {
        "Tables of one database that are brought to one LSN, as in sales=dbo.orders,dbo.lines; may",
        "be repeated. Other tables are then applied only if --table names them."
      })
  private final List<String> groups = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file with tables, groups and settings, instead of options that say such.")
  private Optional<Path> config = Optional.empty();

  @Mixin private SettingsArguments settings;

  @Option(
      names = "--rebuild",
      description = {
        "Builds the tables that --table and --group name anew, whatever they hold: from the newest",
        "full snapshot, if there is one, and the changes after it. Readers see the old rows until",
        "the new ones are there."
      })
  private boolean rebuild;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "Goes on until it is stopped, a run each such time, as in 30s, 1m or 2h. Default: one run.")
  private Optional<Duration> every = Optional.empty();

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
            () -> what().withParallelism(parallel).withLease(Duration.ofSeconds(leaseSeconds)));
    return lake.run(spec, (spark, root) -> run(new SilverJob(spark, root), options));
  }

  private ApplyOptions what() {
    boolean named = !lake.tables().isEmpty() || !groups.isEmpty();
    if (rebuild && (every.isPresent() || !named)) {
      throw new IllegalArgumentException(
          "--rebuild is for one run, of tables that --table or --group names");
    }
    ApplyOptions options = named();
    return rebuild ? options.withRebuild() : options;
  }

  private ApplyOptions named() {
    if (config.isEmpty()) {
      List<TableGroup> parsed = groups.stream().map(TableGroup::parse).toList();
      ApplyOptions options =
          lake.tables().isEmpty() && !parsed.isEmpty()
              ? ApplyOptions.groups(parsed)
              : ApplyOptions.tables(lake.tables()).withGroups(parsed);
      return settings.addTo(options);
    }
    if (!lake.tables().isEmpty() || !groups.isEmpty() || settings.areGiven()) {
      throw new IllegalArgumentException(
          "--config says which tables and groups, and what is asked of them: leave --table and"
              + " --group away, and the settings of tables");
    }
    return ApplyFile.read(config.get());
  }

  private int run(SilverJob job, ApplyOptions options) {
    if (every.isEmpty()) {
      return once(job, options);
    }
    Rounds rounds = new Rounds(every.get());
    Sessions.beforeShutdown(rounds::stop);
    rounds.run(() -> onceOfMany(job, options));
    return 0;
  }

  private int once(SilverJob job, ApplyOptions options) {
    List<ApplyResult> results = job.apply(options);
    PrintWriter out = spec.commandLine().getOut();
    out.print(Summary.of(results));
    out.flush();
    return results.stream().anyMatch(result -> result.action() == Action.FAILED) ? 1 : 0;
  }

  /** What is wrong with the lake now may be right in the next round. */
  private void onceOfMany(SilverJob job, ApplyOptions options) {
    try {
      once(job, options);
    } catch (Exception e) {
      Failures.log(LOG, "this run failed, the next follows", e);
    }
  }
}
