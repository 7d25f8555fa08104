package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TestCpuShares {

  @Test
  void threadsAreGroupedAndTheRestIsTheJvmsOwn() {
    String words =
        CpuShares.between(
            Map.of("task-thread-a-0", 100L, "main", 10L),
            Map.of(
                "task-thread-a-0",
                500L,
                "main",
                20L,
                "mssql-cdc-reader-a",
                200L,
                "kafka-producer-network-thread | connector-producer-a-0",
                90L),
            1_000L);
    assertThat(words)
        .isEqualTo(
            "task: poll, convert, send 40%, collector and compilers 30%, reader 20%,"
                + " producer's network thread 9%, worker's other threads 1%");
  }
}
