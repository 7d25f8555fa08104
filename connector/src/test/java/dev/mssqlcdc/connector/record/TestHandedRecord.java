package dev.mssqlcdc.connector.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class TestHandedRecord {

  private static final Schema SCHEMA =
      SchemaBuilder.struct().field("a", Schema.INT32_SCHEMA).build();

  private static HandedRecord record() {
    Struct struct = new Struct(SCHEMA).put("a", 1);
    return new HandedRecord(Map.of("table", "t"), Map.of("lsn", "0x01"), "topic", struct, struct);
  }

  @Test
  void twoRecordsOfTheSameContentsAreTwo() {
    HandedRecord first = record();
    HandedRecord second = record();
    assertThat(first).isNotEqualTo(second);
    assertThat(List.of(second, first).indexOf(first)).isEqualTo(1);
  }

  @Test
  void itsHashDoesNotDependOnItsContents() {
    HandedRecord record = record();
    int before = record.hashCode();
    ((Struct) record.value()).put("a", 2);
    assertThat(record.hashCode()).isEqualTo(before);
  }

  @Test
  void goesToPartition0WithTheSchemasOfItsStructs() {
    HandedRecord record = record();
    assertThat(record.kafkaPartition()).isZero();
    assertThat(record.keySchema()).isSameAs(SCHEMA);
    assertThat(record.valueSchema()).isSameAs(SCHEMA);
  }
}
