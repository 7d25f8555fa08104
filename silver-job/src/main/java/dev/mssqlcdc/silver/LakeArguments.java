package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.spark.Sessions;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What every command needs to know: the lake, the tables, the session. */
final class LakeArguments {

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
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark master. Default: spark-submit's, or local[*] where nothing submitted this.")
  private Optional<String> master = Optional.empty();

  @CommandLine.Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  @SuppressWarnings("unused") // picocli asks for it
  private boolean help;

  Set<String> tables() {
    return tables;
  }

  /**
   * Options of a library call, where a wrong one is wrong usage.
   *
   * @param spec of the command
   */
  static <O> O checked(CommandSpec spec, Supplier<O> options) {
    try {
      return options.get();
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * Runs a command in a session.
   *
   * @param work gives the exit code
   */
  int run(CommandSpec spec, BiFunction<SparkSession, Lake, Integer> work) {
    return run(spec, 1, work);
  }

  /**
   * Runs a command in a session.
   *
   * @param failed the exit code when the whole run fails
   * @param work gives the exit code
   */
  int run(CommandSpec spec, int failed, BiFunction<SparkSession, Lake, Integer> work) {
    SparkSession spark = session();
    try {
      return work.apply(spark, new Lake(absolute(lakeRoot)));
    } catch (SilverException | LakeException e) {
      spec.commandLine().getErr().println("silver-job: " + e.getMessage());
      return failed;
    } finally {
      spark.stop();
    }
  }

  private SparkSession session() {
    return master.isEmpty() && Sessions.isSubmitted()
        ? Sessions.submitted()
        : Sessions.local(master.orElse("local[*]"));
  }

  /** A folder is meant relative to where the program was started, a URI as it is. */
  private static String absolute(String root) {
    boolean isUri = root.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
    return isUri || root.startsWith("/")
        ? root
        : Path.of(root).toAbsolutePath().normalize().toString();
  }
}
