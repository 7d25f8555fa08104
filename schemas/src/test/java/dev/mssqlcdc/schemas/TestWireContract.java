package dev.mssqlcdc.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/**
 * The contract's names and types are frozen: users' consumers and older bronze tables hold them.
 */
class TestWireContract {

  @Test
  void eventHasTheDocumentedFields() {
    Schema event = EventFields.eventSchema();
    assertThat(event.getFullName()).isEqualTo(Wire.EVENT_SCHEMA);
    assertThat(event.getFields().stream().map(Schema.Field::name))
        .containsExactly(
            EventFields.ID,
            EventFields.TYPE,
            EventFields.DETAIL,
            EventFields.ROWS,
            EventFields.LOST_FROM_TS,
            EventFields.LOST_TO_TS,
            EventFields.METRICS);
  }

  @Test
  void metricsHaveTheDocumentedFields() {
    assertThat(EventFields.metricsSchema().getFullName()).isEqualTo(Wire.METRICS_SCHEMA);
    assertThat(EventFields.metricsSchema().getFields().stream().map(Schema.Field::name))
        .containsExactly(
            "source_rtt_ms",
            "read_seconds",
            "read_mb",
            "network_wait_ms",
            "retention_watermark_ts",
            "retention_headroom_hours",
            "source_max_commit_ts",
            "capture_lag_seconds",
            "ingestion_lag_seconds");
  }

  @Test
  void operationsHaveTheNumbersOfTheChangeTable() {
    assertThat(Operation.of(0)).isEqualTo(Operation.SNAPSHOT);
    assertThat(Operation.of(1)).isEqualTo(Operation.DELETE);
    assertThat(Operation.of(2)).isEqualTo(Operation.INSERT);
    assertThat(Operation.of(3)).isEqualTo(Operation.UPDATE_BEFORE);
    assertThat(Operation.of(4)).isEqualTo(Operation.UPDATE_AFTER);
    assertThatThrownBy(() -> Operation.of(5)).hasMessageContaining("unknown operation 5");
  }

  @Test
  void namesOfOursAreReservedInAnyCase() {
    assertThat(Fields.isReserved("_OPERATION")).isTrue();
    assertThat(Fields.isReserved("_kafka_offset")).isTrue();
    assertThat(Fields.isReserved("operation")).isFalse();
  }
}
