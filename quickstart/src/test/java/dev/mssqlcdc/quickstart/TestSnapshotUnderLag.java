package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.silver.ApplyOptions;
import dev.mssqlcdc.silver.ApplyResult;
import dev.mssqlcdc.silver.SilverJob;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.Sessions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/**
 * Snapshots, a whole and a filtered one, read in many chunks while capture stands still and rows
 * move between keys.
 */
class TestSnapshotUnderLag {

  private static final long SEED = 7;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "snapshot.chunk.rows",
          "5",
          "snapshot.select.statement.overrides",
          "dbo.some_rows",
          "snapshot.select.statement.overrides.dbo.some_rows",
          "SELECT * FROM dbo.some_rows WHERE name LIKE 'row %5'");
  private static final Duration READ = Duration.ofMinutes(1);

  @Test
  void silverWaitsForCaptureAndThenEqualsTheSource() throws Exception {
    SparkSession spark = Sessions.local("local[2]");
    try (Pipeline pipeline = Pipeline.start();
        MovingRows source = MovingRows.create(pipeline.sandbox().sqlServer(), SEED)) {
      LakeRows lake = new LakeRows(spark, pipeline.lake());
      source.stopCapture();
      pipeline.startWriter(source);
      AtomicBoolean isRead = new AtomicBoolean();
      CompletableFuture<Void> moves = Meanwhile.until(isRead, source::move);
      pipeline.postConnector(
          source, TestingConnectors.like(pipeline, source, source.connector(), SETTINGS));
      Await.until("the snapshots are complete", READ, () -> isComplete(spark, pipeline));
      isRead.set(true);
      moves.join();
      assertThat(namesRead(lake))
          .as("rows read at another key, or not at all")
          .isNotEqualTo(once());

      for (ApplyResult waiting : new SilverJob(spark, pipeline.lake()).apply(ApplyOptions.all())) {
        boolean isWhole = waiting.table().endsWith("." + MovingRows.WHOLE.name());
        assertThat(waiting.action()).isEqualTo(isWhole ? Action.AHEAD : Action.HELD);
        assertThat(waiting.note()).contains("is complete, but not settled");
        assertThat(waiting.verdict()).isEmpty();
        Path silver = Path.of(pipeline.lake().table(Layer.SILVER, waiting.table()));
        assertThat(Files.exists(silver)).isEqualTo(isWhole);
      }

      source.startCapture();
      pipeline.bringUpToDate(source, lake, spark, text -> {});
      SourceRows rows = new SourceRows(source.connection());
      assertThat(silver(lake, MovingRows.WHOLE)).isEqualTo(source(rows, MovingRows.WHOLE));
      expectWhatTheFilterLetThroughAndWhatChanged(
          silver(lake, MovingRows.FILTERED), source(rows, MovingRows.FILTERED));
    } finally {
      spark.stop();
    }
  }

  private static Map<List<String>, List<String>> silver(LakeRows lake, IdTable table) {
    return lake.silverByKey(table, MovingRows.COLUMNS);
  }

  private static Map<List<String>, List<String>> source(SourceRows rows, IdTable table)
      throws SQLException {
    return rows.byKey(table, MovingRows.COLUMNS);
  }

  private static void expectWhatTheFilterLetThroughAndWhatChanged(
      Map<List<String>, List<String>> silver, Map<List<String>, List<String>> source) {
    assertThat(source).containsAllEntriesOf(silver);
    Map<List<String>, List<String>> filtered = new HashMap<>(source);
    filtered.values().removeIf(row -> !row.get(1).endsWith("5'"));
    assertThat(filtered).hasSize(MovingRows.ROWS / 10);
    assertThat(silver).containsAllEntriesOf(filtered);
  }

  private static boolean isComplete(SparkSession spark, Pipeline pipeline) {
    String facts = pipeline.lake().facts();
    if (!Files.exists(Path.of(facts, "_delta_log"))) {
      return false;
    }
    Dataset<Row> rows = spark.read().format("delta").load(facts);
    return rows.where(rows.col(Facts.EVENT).equalTo(EventType.BOOTSTRAP.wireName())).count() == 2;
  }

  private static List<String> namesRead(LakeRows lake) {
    return lake
        .table(Layer.BRONZE, MovingRows.WHOLE)
        .where("_operation = 0")
        .select("name")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  private static List<String> once() {
    return IntStream.range(0, MovingRows.ROWS).mapToObj(row -> "row " + row).sorted().toList();
  }
}
