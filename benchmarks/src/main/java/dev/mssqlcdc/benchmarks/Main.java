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
  private static final int MANY_TABLES_ROWS = 200_000;

  /** A full run, of five, counts for a minute. */
  private static final Duration IDLE_OF_RUN = Duration.ofSeconds(12);

  /** A full run measures delays for half a minute. */
  private static final Duration DELAYS_OF_RUN = Duration.ofSeconds(6);

  /** Makes a benchmark for so many runs. */
  @FunctionalInterface
  interface Setup {
    Suite make(int runs) throws Exception;
  }

  private static final Map<String, Setup> BENCHMARKS =
      new TreeMap<>(
          Map.of(
              "connector", Main::connector,
              "converter", Main::converter,
              "standin", Main::standin));

  @Parameters(
      paramLabel = "NAME",
      description = "which benchmark; known: connector, converter, standin")
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

  private static Suite standin(int runs) {
    Sandbox sandbox = StandinBenchmark.sandbox();
    return new Suite(sandbox::close).with("standin", () -> new StandinBenchmark(sandbox));
  }

  private static Suite converter(int runs) {
    Sandbox sandbox = Sandbox.start(Sandbox.Part.REGISTRY);
    return new Suite(sandbox::close).with("converter", () -> new ConverterBenchmark(sandbox));
  }

  private static Suite connector(int runs) {
    TestBed bed = TestBed.start();
    return new Suite(bed::close)
        .with("backlog", () -> new BacklogBenchmark(bed, BACKLOG))
        .with("backlog-avro", () -> new AvroBacklogBenchmark(bed, BACKLOG))
        .with("poll", () -> new PollBenchmark(bed, BACKLOG))
        .with(
            "many-tables",
            () -> new ManyTablesBenchmark(bed, MANY_TABLES_ROWS, IDLE_OF_RUN.multipliedBy(runs)))
        .with("big-transaction", () -> new BigTransactionBenchmark(bed, BIG_TRANSACTION))
        .with("delay", () -> new DelayBenchmark(bed, DELAYS_OF_RUN.multipliedBy(runs)));
  }

  @Override
  public Integer call() throws Exception {
    Setup setup = BENCHMARKS.get(name);
    if (setup == null || runs < 1) {
      System.err.printf(
          "no benchmark '%s' with %d runs; known: %s, with 1 or more%n",
          name, runs, String.join(", ", BENCHMARKS.keySet()));
      return CommandLine.ExitCode.USAGE;
    }
    Runner runner = new Runner(runs);
    try (Suite suite = setup.make(runs)) {
      for (Suite.Setup scenario : suite.scenarios(only)) {
        try (Benchmark benchmark = scenario.make()) {
          runner.run(benchmark);
        }
      }
    }
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
