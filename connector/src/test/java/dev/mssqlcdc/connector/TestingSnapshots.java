package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.connect.source.SourceRecord;

/** Looks into the snapshots of a task. */
final class TestingSnapshots {

  private TestingSnapshots() {}

  static boolean isComplete(List<SourceRecord> records) {
    return !events(records, EventType.BOOTSTRAP).isEmpty();
  }

  static boolean isStopped(List<SourceRecord> records) {
    return !events(records, EventType.SNAPSHOT_STOPPED).isEmpty();
  }

  static List<EventDetail.SnapshotOpen> opens(List<SourceRecord> records) {
    return events(records, EventType.SNAPSHOT_OPEN).stream()
        .map(r -> (EventDetail.SnapshotOpen) detail(r))
        .toList();
  }

  static List<EventDetail.SnapshotChunk> chunks(List<SourceRecord> records) {
    return events(records, EventType.SNAPSHOT_CHUNK).stream()
        .map(r -> (EventDetail.SnapshotChunk) detail(r))
        .toList();
  }

  /** The one that stopped. */
  static EventDetail.SnapshotStopped stopped(List<SourceRecord> records) {
    List<SourceRecord> events = events(records, EventType.SNAPSHOT_STOPPED);
    assertThat(events).hasSize(1);
    return (EventDetail.SnapshotStopped) detail(events.get(0));
  }

  /** The column {@code id} of rows. */
  static List<Integer> ids(List<SourceRecord> rows) {
    return rows.stream().map(r -> value(r).getInt32("id")).toList();
  }

  /** What a worker had committed that died after so many rows of snapshots. */
  static List<SourceRecord> upToRow(List<SourceRecord> records, int rows) {
    SourceRecord last = TestingRecords.snapshotRows(records).get(rows - 1);
    return records.subList(0, records.indexOf(last) + 1);
  }

  /** What monitoring sees of a table of dbo. */
  static Object metric(String table, String attribute) {
    try {
      var bean = new ObjectName("dev.mssqlcdc:type=table,server=p,table=\"dbo." + table + "\"");
      return ManagementFactory.getPlatformMBeanServer().getAttribute(bean, attribute);
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }
}
