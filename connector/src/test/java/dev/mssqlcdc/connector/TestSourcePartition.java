package dev.mssqlcdc.connector;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.TableId;
import org.junit.jupiter.api.Test;

class TestSourcePartition {

  /** Connect looks an offset up by the bytes of its partition: another order finds nothing. */
  @Test
  void thePartitionHasOneOrderInEveryProcess() {
    assertThat(SourcePartition.of("shop", new TableId("dbo", "orders")))
        .containsExactly(entry("server", "shop"), entry("table", "dbo.orders"));
  }
}
