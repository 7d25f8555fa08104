package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.converter.ConverterMeter;
import dev.mssqlcdc.sandbox.Sandbox;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The converter alone, in one thread, against the fastest that Debezium's users have. */
final class ConverterBenchmark implements Benchmark {

  private static final String RECORDS = "converter_records_per_s";
  private static final TimeValue SECOND = TimeValue.seconds(1);
  private static final int ITERATIONS = 3;

  private final Sandbox sandbox;

  ConverterBenchmark(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  @Override
  public Map<String, String> units() {
    return Map.of(RECORDS, "records/s in one thread");
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> measure(ConverterMeter.AVRO));
    contenders.put(Role.PEER, () -> measure(ConverterMeter.JSON));
    return contenders;
  }

  private Map<String, Double> measure(String converter) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(ConverterMeter.class.getName())
            .param("converter", converter)
            .param("registry", sandbox.registryUrl())
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(SECOND)
            .measurementIterations(ITERATIONS)
            .measurementTime(SECOND)
            .verbosity(VerboseMode.SILENT)
            .build();
    return Map.of(
        RECORDS,
        new org.openjdk.jmh.runner.Runner(options).runSingle().getPrimaryResult().getScore());
  }

  /** JMH warms each process up. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, runs);
  }

  @Override
  public void close() {}
}
