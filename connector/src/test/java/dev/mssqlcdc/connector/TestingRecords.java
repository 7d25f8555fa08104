package dev.mssqlcdc.connector;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Looks into the records of a task. */
public final class TestingRecords {

  private TestingRecords() {}

  public static Struct value(SourceRecord record) {
    return (Struct) record.value();
  }

  static Struct key(SourceRecord record) {
    return (Struct) record.key();
  }

  static Optional<EventType> event(SourceRecord record) {
    return Optional.ofNullable(value(record).getStruct(Fields.EVENT))
        .map(event -> EventType.of(event.getString(EventFields.TYPE)));
  }

  static boolean isEvent(SourceRecord record, EventType type) {
    return event(record).filter(type::equals).isPresent();
  }

  static boolean isRow(SourceRecord record) {
    return event(record).isEmpty();
  }

  /** Operation 1 to 4. */
  static boolean isChange(SourceRecord record) {
    return isRow(record) && operation(record) > 0;
  }

  static int operation(SourceRecord record) {
    return value(record).getInt32(Fields.OPERATION);
  }

  public static EventDetail detail(SourceRecord record) {
    Struct event = value(record).getStruct(Fields.EVENT);
    return EventJson.read(
        EventType.of(event.getString(EventFields.TYPE)), event.getString(EventFields.DETAIL));
  }

  static String eventId(SourceRecord record) {
    return value(record).getStruct(Fields.EVENT).getString(EventFields.ID);
  }

  static long eventRows(SourceRecord record) {
    return value(record).getStruct(Fields.EVENT).getInt64(EventFields.ROWS);
  }

  static Lsn lsn(SourceRecord record) {
    return Lsn.parse(value(record).getString(Fields.START_LSN));
  }

  static SourcePosition position(SourceRecord record) {
    Struct value = value(record);
    return new SourcePosition(
        lsn(record),
        value.getInt32(Fields.COMMAND_ID),
        Lsn.parse(value.getString(Fields.SEQVAL)),
        operation(record));
  }

  public static List<SourceRecord> events(List<SourceRecord> records, EventType type) {
    return records.stream().filter(record -> isEvent(record, type)).toList();
  }

  public static List<SourceRecord> changes(List<SourceRecord> records) {
    return records.stream().filter(TestingRecords::isChange).toList();
  }

  public static List<SourceRecord> snapshotRows(List<SourceRecord> records) {
    return records.stream().filter(r -> isRow(r) && operation(r) == 0).toList();
  }

  static List<SourceRecord> ofTopic(List<SourceRecord> records, String topic) {
    return records.stream().filter(record -> record.topic().equals(topic)).toList();
  }

  /** Whether progress of the topic's table has passed all that its rows tell of. */
  static boolean isProgressAtOrAbove(List<SourceRecord> records, String topic, Lsn lsn) {
    return events(ofTopic(records, topic), EventType.PROGRESS).stream()
        .anyMatch(record -> lsn(record).compareTo(lsn) >= 0);
  }

  /** Whether so many tables have said where they begin, and all their snapshots are over. */
  static boolean haveBegun(List<SourceRecord> records, int tables) {
    long begun =
        events(records, EventType.PROGRESS).stream().map(SourceRecord::topic).distinct().count();
    long over =
        Stream.of(EventType.BOOTSTRAP, EventType.RESNAPSHOT, EventType.SNAPSHOT_STOPPED)
            .mapToLong(type -> events(records, type).size())
            .sum();
    return begun >= tables && over == events(records, EventType.SNAPSHOT_OPEN).size();
  }

  /** Everything that must be the same when a record is sent again: all but how the read went. */
  static String comparable(SourceRecord record) {
    Struct value = value(record);
    String fields =
        value.schema().fields().stream()
            .filter(field -> value.get(field) != null)
            .filter(field -> !field.name().equals(Fields.EVENT))
            .map(field -> field.name() + "=" + text(value.get(field)))
            .collect(Collectors.joining(","));
    Struct event = value.getStruct(Fields.EVENT);
    String eventText =
        event == null
            ? ""
            : "%s %s rows=%s"
                .formatted(
                    event.getString(EventFields.ID),
                    event.getString(EventFields.DETAIL),
                    event.getInt64(EventFields.ROWS));
    return "%s key=%s {%s} %s offset=%s"
        .formatted(record.topic(), record.key(), fields, eventText, record.sourceOffset());
  }

  private static Object text(Object value) {
    return value instanceof byte[] bytes ? java.util.HexFormat.of().formatHex(bytes) : value;
  }

  static String describe(List<SourceRecord> records) {
    return records.stream().map(TestingRecords::comparable).collect(Collectors.joining("\n"));
  }
}
