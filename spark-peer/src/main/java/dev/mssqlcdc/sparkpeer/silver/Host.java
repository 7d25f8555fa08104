package dev.mssqlcdc.sparkpeer.silver;

import dev.mssqlcdc.silver.ApplyOptions;
import dev.mssqlcdc.silver.ApplyResult;
import dev.mssqlcdc.silver.SilverJob;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Makes lakes and has both jobs apply the changes in them, each time to a fresh copy. */
final class Host {

  private static final double NANOS = 1e9;

  private final Path folder;
  private final SparkSession spark = Sessions.local("local[*]");
  private final Map<String, Scenario> scenarios = new HashMap<>();
  private int copies;

  /** One of the two jobs. */
  private interface Job {
    void run(BenchLake lake, Scenario scenario);
  }

  Host(Path folder) {
    this.folder = folder;
  }

  /**
   * Does what a line says, and gives a figure where there is one.
   *
   * @param words {@code make NAME} and a {@link Scenario}'s words, or one of {@code ours}, {@code
   *     peer}, {@code compare}, {@code drop} and {@code NAME}
   */
  double answer(List<String> words) throws IOException {
    String name = words.get(1);
    switch (words.get(0)) {
      case "make" -> make(name, Scenario.parse(words.subList(2, words.size())));
      case "ours" -> {
        return seconds(name, this::ours);
      }
      case "peer" -> {
        return seconds(name, this::peer);
      }
      case "compare" -> compare(name);
      case "drop" -> CopiedFolder.delete(folder.resolve(name));
      default -> throw new IllegalArgumentException("unknown: " + words);
    }
    return 0;
  }

  private void make(String name, Scenario scenario) {
    scenarios.put(name, scenario);
    new BenchLake(spark, folder.resolve(name)).create(scenario);
  }

  private double seconds(String name, Job job) throws IOException {
    Path copy = copy(name);
    try {
      BenchLake lake = new BenchLake(spark, copy);
      long start = System.nanoTime();
      job.run(lake, scenarios.get(name));
      return (System.nanoTime() - start) / NANOS;
    } finally {
      CopiedFolder.delete(copy);
    }
  }

  private Path copy(String name) throws IOException {
    Path copy = folder.resolve(name + "-" + ++copies);
    CopiedFolder.copy(folder.resolve(name), copy);
    return copy;
  }

  private void ours(BenchLake lake, Scenario scenario) {
    ApplyResult result = new SilverJob(spark, lake.lake()).apply(ApplyOptions.all()).get(0);
    if (result.action() != Action.APPLIED) {
      throw new IllegalStateException("not applied: " + result);
    }
  }

  private void peer(BenchLake lake, Scenario scenario) {
    new TextbookJob(spark, lake).apply(BenchLake.lsn(scenario.appliedCommit()));
  }

  /** Both have to come to the same rows, and to others than there were. */
  private void compare(String name) throws IOException {
    Row before = new BenchLake(spark, folder.resolve(name)).digest();
    Row ours = digest(name, this::ours);
    Row peer = digest(name, this::peer);
    if (!ours.equals(peer) || ours.equals(before)) {
      throw new IllegalStateException(
          "%s: before %s, ours %s, peer %s".formatted(name, before, ours, peer));
    }
  }

  private Row digest(String name, Job job) throws IOException {
    Path copy = copy(name);
    try {
      BenchLake lake = new BenchLake(spark, copy);
      job.run(lake, scenarios.get(name));
      return lake.digest();
    } finally {
      CopiedFolder.delete(copy);
    }
  }
}
