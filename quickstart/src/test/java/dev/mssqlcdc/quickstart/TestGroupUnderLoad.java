package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.silver.ApplyOptions;
import dev.mssqlcdc.silver.ApplyResult;
import dev.mssqlcdc.silver.SilverJob;
import dev.mssqlcdc.silver.TableGroup;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Tables of a group hold the source's foreign key after every run, while the source is at work. */
@EnabledIfSystemProperty(named = "long", matches = "true", disabledReason = "takes 90 seconds")
class TestGroupUnderLoad {

  private static final long SEED = 11;
  private static final int RUNS = 2;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<String, String> SETTINGS = Map.of("progress.interval.ms", "4000");
  private static final ApplyOptions GROUP =
      ApplyOptions.groups(
          List.of(
              new TableGroup(
                  "sales",
                  Set.of(
                      LakeRows.name(OrdersAndLines.ORDERS), LakeRows.name(OrdersAndLines.LINES)))));

  @Test
  void noLineIsWithoutItsOrder() throws Exception {
    SparkSession spark = Sessions.local("local[2]");
    try (Pipeline pipeline = Pipeline.start();
        OrdersAndLines source = OrdersAndLines.create(pipeline.sandbox().sqlServer(), SEED)) {
      LakeRows lake = new LakeRows(spark, pipeline.lake());
      pipeline.startWriter(source);
      pipeline.postConnector(
          source, TestingConnectors.like(pipeline, source, source.connector(), SETTINGS));
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Void> changes = Meanwhile.until(done, source::change);
      SilverJob job = new SilverJob(spark, pipeline.lake());
      int apart = 0;
      for (int run = 0; run < RUNS || apart == 0; run++) {
        awaitRun(job);
        expectNoOrphan(lake);
        apart += bronzeIsApart(lake) ? 1 : 0;
        assertThat(changes).isNotDone();
      }
      done.set(true);
      changes.join();

      pipeline.bringUpToDate(source, lake, spark, text -> {});
      assertThat(new Comparison(new SourceRows(source.connection()), lake, source.tables()).all())
          .allSatisfy(result -> assertThat(result.differences()).isEmpty());
    } finally {
      spark.stop();
    }
  }

  /** Runs until there was something to apply: first the snapshots have to be settled. */
  private static void awaitRun(SilverJob job) {
    Await.until("a run applies changes", LIMIT, () -> isApplied(job.apply(GROUP)));
  }

  private static boolean isApplied(List<ApplyResult> results) {
    assertThat(results).allSatisfy(result -> assertThat(result.error()).isEmpty());
    assertThat(results.stream().map(ApplyResult::appliedLsn).distinct())
        .as("none before there is a bronze table")
        .hasSizeLessThanOrEqualTo(1);
    return results.stream()
        .anyMatch(result -> Set.of(Action.APPLIED, Action.REBUILT).contains(result.action()));
  }

  private static void expectNoOrphan(LakeRows lake) {
    Dataset<Row> orders = lake.table(Layer.SILVER, OrdersAndLines.ORDERS);
    Dataset<Row> lines = lake.table(Layer.SILVER, OrdersAndLines.LINES);
    assertThat(
            lines
                .join(orders, lines.col("order_id").equalTo(orders.col("id")), "left_anti")
                .collectAsList())
        .isEmpty();
    assertThat(lines.count()).isPositive();
  }

  /** Whether each table for itself would be brought to another moment. */
  private static boolean bronzeIsApart(LakeRows lake) {
    Optional<Row> orders = lake.verdict(Layer.BRONZE, OrdersAndLines.ORDERS);
    Optional<Row> lines = lake.verdict(Layer.BRONZE, OrdersAndLines.LINES);
    return orders.isPresent()
        && lines.isPresent()
        && !orders.get().getAs(Control.END_LSN).equals(lines.get().getAs(Control.END_LSN));
  }
}
