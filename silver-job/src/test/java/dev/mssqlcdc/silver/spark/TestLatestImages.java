package dev.mssqlcdc.silver.spark;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.EventOffset;
import dev.mssqlcdc.silver.plan.PartialSnapshot;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

class TestLatestImages {

  private static final String TABLE = "dbo.orders";
  private static final SparkTables TABLES = new SparkTables(TestingSpark.session());

  /** Five files, of the commits 10 to 50. */
  private static SparkTable bronze(Path root) {
    TestingLake lake = new TestingLake(root);
    lake.bronze(TABLE, List.of(column("k", "integer")), "k");
    for (int commit = 1; commit <= 5; commit++) {
      lake.append(TABLE, change(10L * commit, Operation.INSERT, commit));
    }
    return TABLES.find(lake.lake().table(Layer.BRONZE, TABLE)).orElseThrow();
  }

  private static Dataset<Row> read(SparkTable bronze, PartialSnapshot... partial) {
    Verdict target = new Verdict(lsn(40), Optional.empty(), Optional.empty());
    Plan.Work plan =
        new Plan.Apply(Optional.of(lsn(30)), target, false, List.of(partial), Optional.empty());
    return LatestImages.of(BronzeTable.of(bronze), TABLES.rows(bronze), plan);
  }

  @Test
  void bronzesFilesOutsideOfTheRangeAreNotRead(@TempDir Path root) {
    Dataset<Row> latest = read(bronze(root));
    assertThat(latest.collectAsList()).hasSize(1);
    assertThat(filesRead(latest)).isEqualTo(1);
  }

  @Test
  void ofAPartialSnapshotBronzesFilesFromItsOpenOnAreRead(@TempDir Path root) {
    EventOffset completed = new EventOffset("topic", 1);
    Dataset<Row> latest = read(bronze(root), new PartialSnapshot("p", lsn(25), 0, completed));
    assertThat(latest.collectAsList()).hasSize(2);
    assertThat(filesRead(latest)).isEqualTo(2);
  }

  private static long filesRead(Dataset<Row> query) {
    SparkPlan plan =
        ((org.apache.spark.sql.classic.Dataset<Row>) query).queryExecution().executedPlan();
    return CollectionConverters.asJava(plan.collectLeaves()).stream()
        .mapToLong(leaf -> leaf.metrics().apply("numFiles").value())
        .sum();
  }
}
