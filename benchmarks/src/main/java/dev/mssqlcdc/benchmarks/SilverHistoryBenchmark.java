package dev.mssqlcdc.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What older rows in bronze and facts add to a run that applies the same changes. */
final class SilverHistoryBenchmark implements Benchmark {

  private static final String RATIO = "bronze_20x_over_1x";
  private static final String YOUNG = "bronze-1x";
  private static final String OLD = "bronze-20x";

  private final SilverProcess spark;

  /**
   * @param rows of silver
   */
  SilverHistoryBenchmark(SilverProcess spark, int rows) throws IOException {
    this.spark = spark;
    spark.ask("make", YOUNG, rows, SilverBenchmark.CHANGES, false, 1);
    spark.ask("make", OLD, rows, SilverBenchmark.CHANGES, false, 20);
    // which warms both up
    spark.ask("compare", OLD);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(RATIO, "of the time");
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> ratio("ours"));
    contenders.put(Role.PEER, () -> ratio("peer"));
    return contenders;
  }

  private Map<String, Double> ratio(String job) throws IOException {
    double young = spark.ask(job, YOUNG);
    return Map.of(RATIO, spark.ask(job, OLD) / young);
  }

  @Override
  public void close() {
    try {
      spark.ask("drop", YOUNG);
      spark.ask("drop", OLD);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
