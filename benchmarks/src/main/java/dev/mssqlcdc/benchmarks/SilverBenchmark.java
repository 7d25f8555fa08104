package dev.mssqlcdc.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long changes take from bronze to silver: the silver job as users run it, and the textbook's
 * row_number and MERGE in the same session, each on a fresh copy of the same lake.
 */
final class SilverBenchmark implements Benchmark {

  static final int CHANGES = 100_000;

  private final SilverProcess spark;
  private final String metric;
  private final int most;

  /**
   * @param metric for example {@code clustered_2m_s}
   * @param rows of silver
   * @param uniform whether the changes are all over silver, or at its end
   * @param most counted runs, however many are asked for
   */
  SilverBenchmark(SilverProcess spark, String metric, int rows, boolean uniform, int most)
      throws IOException {
    this.spark = spark;
    this.metric = metric;
    this.most = most;
    spark.ask("make", metric, rows, CHANGES, uniform, 1);
    // which warms both up
    spark.ask("compare", metric);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(metric, "s");
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> Map.of(metric, spark.ask("ours", metric)));
    contenders.put(Role.PEER, () -> Map.of(metric, spark.ask("peer", metric)));
    return contenders;
  }

  @Override
  public Plan plan(int runs) {
    return new Plan(0, Math.min(runs, most));
  }

  @Override
  public void close() {
    try {
      spark.ask("drop", metric);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
