package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.OffsetChange;
import dev.mssqlcdc.connector.core.OffsetMap;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TableOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A table's way to the worker: its topic, and its offset as far as records were handed over. The
 * offset is advanced by the worker's thread alone.
 */
public final class TableChannel {

  private final TableId table;
  private final String topic;
  private final Map<String, String> partition;
  private final Optional<TableOffset> stored;
  private final TableGauges gauges = new TableGauges();
  private final AtomicReference<Optional<TableOffset>> offset;

  /**
   * @param partition the source partition under which Connect stores the offset
   * @param stored the offset that Connect has stored
   */
  public TableChannel(
      TableId table, String topic, Map<String, String> partition, Optional<TableOffset> stored) {
    this.table = table;
    this.topic = topic;
    this.partition = partition;
    this.stored = stored;
    this.offset = new AtomicReference<>(stored);
  }

  public TableId table() {
    return table;
  }

  public String topic() {
    return topic;
  }

  public Map<String, String> partition() {
    return partition;
  }

  public Optional<TableOffset> stored() {
    return stored;
  }

  /** What monitoring is told of the table. */
  public TableGauges gauges() {
    return gauges;
  }

  /** The offset of the last record handed over; any thread may ask. */
  public Optional<TableOffset> handedOver() {
    return offset.getAcquire();
  }

  /** The whole offset that the next record carries. */
  public Map<String, ?> advance(OffsetChange change) {
    TableOffset whole = change.applyTo(offset.getPlain());
    offset.setRelease(Optional.of(whole));
    return new OffsetMap(whole);
  }
}
