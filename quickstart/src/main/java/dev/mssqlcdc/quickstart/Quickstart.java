package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.silver.ApplyResult;
import dev.mssqlcdc.silver.spark.Sessions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.SparkSession;

/** The whole flow: source, connector, topics, bronze, silver, and the comparison at the end. */
final class Quickstart {

  static final int FIRST_ROWS = 500;
  static final int TRANSACTIONS = 2_000;
  static final int CHANGES = 20_000;
  static final int IN_ONE = 10_000;

  private static final int REPORT_EVERY = 500;
  private static final String SPARK_MASTER = "local[2]";

  private final Pipeline pipeline;
  private final Workload workload;
  private final Steps steps;

  Quickstart(Pipeline pipeline, long seed, Steps steps) {
    this.pipeline = pipeline;
    this.workload = new Workload(seed);
    this.steps = steps;
  }

  List<TableResult> run() throws SQLException, IOException {
    // Spark takes seconds to start: beside the workload they cost nothing.
    CompletableFuture<SparkSession> spark =
        CompletableFuture.supplyAsync(() -> Sessions.local(SPARK_MASTER));
    try {
      return run(spark);
    } finally {
      spark.join().stop();
    }
  }

  private List<TableResult> run(CompletableFuture<SparkSession> spark)
      throws SQLException, IOException {
    try (ShopDatabase shop =
        ShopDatabase.create(pipeline.sandbox().sqlServer(), workload.initialRows(FIRST_ROWS))) {
      steps.say(
          "database 'shop': %d tables of %d rows, change data capture enabled"
              .formatted(Shop.TABLES.size(), FIRST_ROWS));
      pipeline.postConnector(shop, pipeline.shopConnector());
      steps.say("connector posted to %s, its tasks run".formatted(pipeline.sandbox().connectUrl()));
      pipeline.startWriter(shop);
      steps.say("delta-writer started, lake at %s".formatted(pipeline.lake().root()));
      runWorkload(shop);
      LakeRows lake = new LakeRows(spark.join(), pipeline.lake());
      report(pipeline.bringUpToDate(shop, lake, spark.join(), steps::say));
      List<TableResult> results =
          new Comparison(new SourceRows(shop.connection()), lake, shop.tables()).all();
      steps.say("every table read back over JDBC and through Delta, and compared value by value");
      return results;
    }
  }

  private void runWorkload(ShopDatabase shop) {
    AtomicInteger done = new AtomicInteger();
    workload.run(
        TRANSACTIONS,
        CHANGES,
        IN_ONE,
        transaction -> {
          apply(shop, transaction);
          if (!transaction.rollback() && done.incrementAndGet() % REPORT_EVERY == 0) {
            steps.say("workload: %,d of %,d transactions".formatted(done.get(), TRANSACTIONS));
          }
        });
  }

  private static void apply(ShopDatabase shop, Workload.Transaction transaction) {
    try {
      shop.apply(transaction);
    } catch (SQLException e) {
      throw new IllegalStateException("the workload failed: " + e.getMessage(), e);
    }
  }

  private void report(List<ApplyResult> results) {
    for (ApplyResult result : results) {
      result
          .error()
          .ifPresent(
              error -> {
                throw new IllegalStateException("silver-job: " + result.table() + ": " + error);
              });
      steps.say("silver %s: %s".formatted(result.table(), words(result)));
    }
  }

  private static String words(ApplyResult result) {
    return result.note().isEmpty()
        ? "%s, %,d rows upserted, %,d deleted"
            .formatted(result.action(), result.upserted(), result.deleted())
        : "%s (%s)".formatted(result.action(), result.note());
  }
}
