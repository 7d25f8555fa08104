package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.Sessions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code silver-job apply}. */
@Command(
    name = "apply",
    description = {
      "Brings silver tables to what bronze is complete to; safe to repeat.",
      "Exit code 0 if every table is as far as it can be, 1 if one failed, 2 for wrong usage."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ApplyCommand implements Callable<Integer> {

  @Option(
      names = "--lake-root",
      required = true,
      paramLabel = "DIR",
      description = "The delta-writer's lake.root: a folder or a URI.")
  private String lakeRoot;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "A bronze table, for example dbo.orders; may be repeated. Default: all.")
  private final Set<String> tables = new LinkedHashSet<>();

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

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark master. Default: spark-submit's, or local[*] where nothing submitted this.")
  private Optional<String> master = Optional.empty();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    ApplyOptions options = options();
    PrintWriter out = spec.commandLine().getOut();
    SparkSession spark = session();
    try {
      List<ApplyResult> results = new SilverJob(spark, new Lake(absolute(lakeRoot))).apply(options);
      out.print(Summary.of(results));
      out.flush();
      return results.stream().anyMatch(result -> result.action() == Action.FAILED) ? 1 : 0;
    } catch (SilverException | LakeException e) {
      spec.commandLine().getErr().println("silver-job: " + e.getMessage());
      return 1;
    } finally {
      spark.stop();
    }
  }

  private SparkSession session() {
    return master.isEmpty() && Sessions.isSubmitted()
        ? Sessions.submitted()
        : Sessions.local(master.orElse("local[*]"));
  }

  private ApplyOptions options() {
    try {
      return ApplyOptions.tables(tables)
          .withParallelism(parallel)
          .withLease(Duration.ofSeconds(leaseSeconds));
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** A folder is meant relative to where the program was started, a URI as it is. */
  private static String absolute(String root) {
    boolean isUri = root.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
    return isUri || root.startsWith("/")
        ? root
        : Path.of(root).toAbsolutePath().normalize().toString();
  }
}
