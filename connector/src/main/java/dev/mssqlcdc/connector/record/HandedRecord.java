package dev.mssqlcdc.connector.record;

import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record as the worker gets it. It equals itself alone: a worker that sends exactly once keeps
 * every record in a hash map until its transaction is committed, and to hash offset, key and value
 * of each would be a fifth of its work.
 */
public final class HandedRecord extends SourceRecord {

  /** Kafka keeps order within a partition only, and a table's order is its commit order. */
  private static final Integer PARTITION = 0;

  /**
   * @param partition the source partition under which the offset is stored
   * @param offset the whole offset, this record's included
   */
  public HandedRecord(
      Map<String, ?> partition, Map<String, ?> offset, String topic, Struct key, Struct value) {
    super(
        partition,
        offset,
        topic,
        PARTITION,
        key == null ? null : key.schema(),
        key,
        value.schema(),
        value);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
