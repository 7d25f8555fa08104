package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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

  /** Makes a benchmark's set-up. */
  @FunctionalInterface
  interface Setup {
    Benchmark make() throws Exception;
  }

  private static final Map<String, Setup> BENCHMARKS =
      new TreeMap<>(Map.of("standin", StandinBenchmark::new, "connector", ConnectorBenchmark::new));

  @Parameters(paramLabel = "NAME", description = "which benchmark; known: connector, standin")
  private String name;

  @Option(names = "--runs", description = "counted runs of each contender", defaultValue = "5")
  private int runs;

  @Option(names = "--json", paramLabel = "FILE", description = "write the figures there too")
  private Path json;

  @Override
  public Integer call() throws Exception {
    Setup setup = BENCHMARKS.get(name);
    if (setup == null || runs < 1) {
      System.err.printf(
          "no benchmark '%s' with %d runs; known: %s, with 1 or more%n",
          name, runs, String.join(", ", BENCHMARKS.keySet()));
      return CommandLine.ExitCode.USAGE;
    }
    Result result;
    try (Benchmark benchmark = setup.make()) {
      result = Runner.run(name, benchmark, runs);
    }
    System.out.print(ResultTable.of(result));
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
