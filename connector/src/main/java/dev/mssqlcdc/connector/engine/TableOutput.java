package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.OffsetChange;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.RowLimit;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.record.TableRecords;
import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;

/** Makes a table's records, and sends them to the worker. */
final class TableOutput {

  private final TableChannel channel;
  private final Outbox outbox;
  private final RowLimit limit;
  private TableDefinition definition;
  private TableRecords records;

  TableOutput(TableChannel channel, HandoverQueue<Emission> queue, ReadSettings settings) {
    this.channel = channel;
    this.outbox = new Outbox(queue, settings.batchSize(), channel.stored().isEmpty());
    this.limit = settings.rowLimit();
  }

  /** Records have the fields of that definition from now on. */
  void define(TableDefinition next) {
    definition = next;
    records =
        new TableRecords(
            channel.topic(), next.instance().name(), next.columns(), next.key(), next.absent());
  }

  /**
   * Sends an event; of a table without definition, the columns are left out.
   *
   * @param instance the capture instance of such a table
   */
  void event(Event event, String instance, OffsetChange change) throws InterruptedException {
    if (records == null) {
      records = new TableRecords(channel.topic(), instance, List.of(), List.of(), List.of());
    }
    EventType type = event.detail().type();
    if (type != EventType.PROGRESS) {
      channel.gauges().event(type.wireName(), event.lsn());
    }
    put(records.event(event), change);
  }

  /**
   * A row of the stream, not sent yet.
   *
   * @throws dev.mssqlcdc.connector.core.SourceException when it is too large
   */
  WireRecord change(Object[] values, SourcePosition position, long commitTs) {
    WireRecord record = records.change(values, position, commitTs);
    limit.check(definition, values, record.bytes(), position);
    return record;
  }

  /**
   * A row of a snapshot, not sent yet.
   *
   * @param id of the snapshot
   * @throws dev.mssqlcdc.connector.core.SourceException when it is too large
   */
  WireRecord snapshotRow(Object[] values, String id, SnapshotOffset snapshot, long stampTs) {
    WireRecord record =
        records.snapshotRow(
            values, id, snapshot.chunk().number(), snapshot.chunk().stamp(), stampTs);
    limit.check(definition, values, record.bytes(), "snapshot " + id);
    return record;
  }

  void row(WireRecord row, OffsetChange change) throws InterruptedException {
    channel.gauges().row(row.bytes());
    put(row, change);
  }

  private void put(WireRecord record, OffsetChange change) throws InterruptedException {
    outbox.put(Emission.of(channel, record, change));
  }

  void flush() throws InterruptedException {
    outbox.flush();
  }
}
