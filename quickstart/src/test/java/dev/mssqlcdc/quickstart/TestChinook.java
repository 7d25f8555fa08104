package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.silver.spark.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** A database that somebody else made, by its own script, through the whole flow. */
class TestChinook {

  private static final long SEED = 4;
  private static final int CHANGES = 1_000;
  private static final int TABLES = 11;

  @Test
  void aThousandRandomChangesOverAllItsTablesReachSilver() throws Exception {
    Path script = ProductHome.find().resolve("../shared/data/chinook-sqlserver.sql");
    assumeThat(script).exists();
    try (Pipeline pipeline = Pipeline.start();
        Chinook chinook = Chinook.create(pipeline.sandbox().sqlServer(), script)) {
      assertThat(chinook.tables()).hasSize(TABLES);
      pipeline.postConnector(
          chinook, TestingConnectors.like(pipeline, chinook, "Chinook", Map.of()));
      pipeline.startWriter(chinook);
      new ChinookChanges(chinook, SEED).run(CHANGES);
      SparkSession spark = Sessions.local("local[2]");
      try {
        LakeRows lake = new LakeRows(spark, pipeline.lake());
        assertThat(pipeline.bringUpToDate(chinook, lake, spark, text -> {}))
            .hasSize(TABLES)
            .allSatisfy(result -> assertThat(result.error()).isEmpty());
        List<TableResult> results =
            new Comparison(new SourceRows(chinook.connection()), lake, chinook.tables()).all();
        assertThat(results)
            .hasSize(TABLES)
            .allSatisfy(result -> assertThat(result.differences()).as(result.table()).isEmpty());
        assertThat(results.stream().mapToLong(TableResult::changes).sum())
            .isGreaterThanOrEqualTo(CHANGES);
      } finally {
        spark.stop();
      }
    }
  }
}
