package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.benchmarks.JvmProbe.ThreadCpu;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestCpuShares {

  private static ThreadCpu cpu(String name, long nanos) {
    return new ThreadCpu(name, nanos);
  }

  @Test
  void threadsAreGroupedAndTheRestIsTheJvmsOwn() {
    String words =
        CpuShares.between(
            Map.of(1L, cpu("pool-1-thread-1", 100), 2L, cpu("main", 10)),
            Map.of(
                1L,
                cpu("task-thread-a-0", 500),
                2L,
                cpu("main", 20),
                3L,
                cpu("mssql-cdc-reader-a", 200),
                4L,
                cpu("kafka-producer-network-thread | connector-producer-a-0", 90)),
            1_000);
    assertThat(words)
        .isEqualTo(
            "task: poll, convert, send 40%, collector and compilers 30%, reader 20%,"
                + " producer's network thread 9%, worker's other threads 1%");
  }
}
