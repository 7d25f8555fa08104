package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/bench NAME}: runs one benchmark, prints its table, and writes its figures as JSON. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures this product against its peers and the floor, in one run.")
public final class Main implements Callable<Integer> {

  private static final int BACKLOG = 500_000;
  private static final int BIG_TRANSACTION = 1_000_000;
  private static final int SNAPSHOT_ROWS = 2_000_000;
  private static final int MANY_TABLES_ROWS = 200_000;
  private static final int WRITER_ROWS = 2_000_000;
  private static final int SILVER_ROWS = 2_000_000;
  private static final int MORE_SILVER_ROWS = 8_000_000;

  /** Of eight million rows a run may take half a minute. */
  private static final int LONG_RUNS = 3;

  /** A full run, of five, counts for a minute. */
  private static final Duration IDLE_OF_RUN = Duration.ofSeconds(12);

  /** A full run measures delays for half a minute. */
  private static final Duration DELAYS_OF_RUN = Duration.ofSeconds(6);

  private static final Map<String, IntFunction<Suite<?>>> BENCHMARKS =
      new TreeMap<>(
          Map.of(
              "connector", Main::connector,
              "converter", Main::converter,
              "silver", Main::silver,
              "snapshot", Main::snapshot,
              "standin", Main::standin,
              "writer", Main::writer));

  @Parameters(
      paramLabel = "NAME",
      description =
          "which benchmark; known: connector, converter, silver, snapshot, standin, writer")
  private String name;

  @Option(
      names = "--only",
      paramLabel = "SCENARIO",
      description = "these of its scenarios alone; may be given several times")
  private Set<String> only = Set.of();

  @Option(
      names = "--runs",
      description =
          "counted runs of each contender; scenarios that take minutes need fewer (default: 5)",
      defaultValue = "5")
  private int runs;

  @Option(names = "--json", paramLabel = "FILE", description = "write the figures there too")
  private Path json;

  private static Suite<Sandbox> standin(int runs) {
    return new Suite<>(StandinBenchmark::sandbox, Sandbox::close)
        .with("standin", StandinBenchmark::new);
  }

  private static Suite<Sandbox> converter(int runs) {
    return new Suite<>(() -> Sandbox.start(Sandbox.Part.REGISTRY), Sandbox::close)
        .with("converter", ConverterBenchmark::new);
  }

  private static Suite<Workbench> connector(int runs) {
    Duration idle = IDLE_OF_RUN.multipliedBy(runs);
    Duration delays = DELAYS_OF_RUN.multipliedBy(runs);
    return new Suite<>(Workbench::start, Workbench::close)
        .with("backlog", bench -> new BacklogBenchmark(bench, BACKLOG))
        .with("backlog-avro", bench -> new AvroBacklogBenchmark(bench, BACKLOG))
        .with("poll", bench -> new PollBenchmark(bench, BACKLOG))
        .with("many-tables", bench -> new ManyTablesBenchmark(bench, MANY_TABLES_ROWS, idle))
        .with("big-transaction", bench -> new BigTransactionBenchmark(bench, BIG_TRANSACTION))
        .with("delay", bench -> new DelayBenchmark(bench, delays));
  }

  private static Suite<Workbench> snapshot(int runs) {
    return new Suite<>(Workbench::start, Workbench::close)
        .with("rows", bench -> new SnapshotBenchmark(bench, SNAPSHOT_ROWS))
        .with("stream", bench -> new SnapshotDelayBenchmark(bench, SNAPSHOT_ROWS));
  }

  private static Suite<Workbench> writer(int runs) {
    return new Suite<>(Workbench::start, Workbench::close)
        .with("rows", bench -> new IngestBenchmark(bench.sandbox(), WRITER_ROWS))
        .with("quiet", QuietBenchmark::new)
        .with(
            "freshness", bench -> new FreshnessBenchmark(bench, DELAYS_OF_RUN.multipliedBy(runs)));
  }

  private static Suite<SilverProcess> silver(int runs) {
    return new Suite<>(SilverProcess::start, SilverProcess::close)
        .with("clustered-2m", silver("clustered_2m_s", SILVER_ROWS, false, runs))
        .with("uniform-2m", silver("uniform_2m_s", SILVER_ROWS, true, runs))
        .with("clustered-8m", silver("clustered_8m_s", MORE_SILVER_ROWS, false, LONG_RUNS))
        .with("uniform-8m", silver("uniform_8m_s", MORE_SILVER_ROWS, true, LONG_RUNS))
        .with("history", spark -> new SilverHistoryBenchmark(spark, SILVER_ROWS));
  }

  private static Suite.Setup<SilverProcess> silver(
      String metric, int rows, boolean uniform, int most) {
    return spark -> new SilverBenchmark(spark, metric, rows, uniform, most);
  }

  @Override
  public Integer call() throws Exception {
    IntFunction<Suite<?>> setup = BENCHMARKS.get(name);
    if (setup == null || runs < 1) {
      System.err.printf(
          "no benchmark '%s' with %d runs; known: %s, with 1 or more%n",
          name, runs, String.join(", ", BENCHMARKS.keySet()));
      return CommandLine.ExitCode.USAGE;
    }
    Suite<?> suite = setup.apply(runs);
    if (!suite.names().containsAll(only)) {
      System.err.printf(
          "no scenario among %s; known: %s%n", only, String.join(", ", suite.names()));
      return CommandLine.ExitCode.USAGE;
    }
    Runner runner = new Runner(runs);
    suite.run(only, runner);
    Result result = runner.result(name);
    System.out.print(ResultTable.of(result));
    runner.notes().forEach(System.out::println);
    if (json != null) {
      Files.writeString(json, new ObjectMapper().writeValueAsString(result));
    }
    return CommandLine.ExitCode.OK;
  }

  /**
   * Exits 0 when measured, 2 on wrong words.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
