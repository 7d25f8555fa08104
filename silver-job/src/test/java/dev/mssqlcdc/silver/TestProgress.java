package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.spark.TestingLake;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestProgress {

  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");

  @Test
  void aTableIsToldOfWhenItIsReadWrittenAndDoneAndNotWhenItIsUpToDate(@TempDir Path root) {
    TestingLake lake = new TestingLake(root);
    lake.bronze("dbo.orders", List.of(column("k", "integer")), "k");
    lake.bronze("dbo.later", List.of(column("k", "integer")), "k");
    lake.append("dbo.orders", change(10, Operation.INSERT, 1), change(11, Operation.DELETE, 1));
    lake.verdict(11, "dbo.orders");
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    SilverJob job = TestingJobs.telling(NOW, lake, lines::add);
    job.apply(ApplyOptions.all());
    assertThat(lines)
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("dbo.orders: reads bronze"),
            line -> assertThat(line).isEqualTo("dbo.orders: has read 2 rows, writes silver"),
            line ->
                assertThat(line)
                    .matches(
                        "dbo.orders: applied, 0 rows upserted, 0 deleted in \\d+\\.\\d s \\([12] of 2 tables\\)"));
    lines.clear();
    job.apply(ApplyOptions.all());
    assertThat(lines).isEmpty();
  }
}
