package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a restart needs to go on with one table. Every record of the table carries the
 * whole of it.
 */
public record TableOffset(StreamOffset stream, SnapshotOffset snapshot) implements OffsetChange {

  private static final String INSTANCE = "instance";
  private static final String FROM = "range_from";
  private static final String ANNOUNCED = "announced";
  private static final String TO = "range_to";
  private static final String ROWS = "range_rows";
  private static final String POSITION = "position";
  private static final String DDL = "ddl_lsn";
  private static final String COMMIT_TS = "commit_ts";
  private static final String WITNESS = "witness_lsn";
  private static final String WITNESS_TIME = "witness_time";
  private static final String FIELDS = "fields";
  private static final String KEY = "key";
  private static final String OLD_INSTANCE = "old_instance";
  private static final String SWITCHED_AT = "switched_at";
  private static final String RELEASED = "released";
  private static final String SNAPSHOT_STATE = "snapshot_state";
  private static final String SNAPSHOT_ORDINAL = "snapshot_ordinal";
  private static final String SNAPSHOT_S = "snapshot_s";
  private static final String SNAPSHOT_STAMP = "snapshot_stamp";
  private static final String SNAPSHOT_CHUNK = "snapshot_chunk";
  private static final String SNAPSHOT_REASON = "snapshot_reason";
  private static final String SNAPSHOT_REQUEST = "snapshot_request";
  private static final String SNAPSHOT_WHERE = "snapshot_where";
  private static final String SNAPSHOT_PARTIAL = "snapshot_partial";
  private static final String SNAPSHOT_LOSS_TS = "snapshot_loss_ts";
  private static final String SNAPSHOT_MAX = "snapshot_max";
  private static final String SNAPSHOT_ROWS_BEFORE = "snapshot_rows_before";
  private static final String SNAPSHOT_ROWS = "snapshot_rows";
  private static final String SNAPSHOT_LOW = "snapshot_low";
  private static final String SNAPSHOT_KEY = "snapshot_key";
  private static final String SNAPSHOT_READ_UNTIL = "snapshot_read_until";

  @Override
  public TableOffset applyTo(Optional<TableOffset> before) {
    return this;
  }

  /** A flat map of strings and longs, the form that Connect stores. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(INSTANCE, stream.instance());
    map.put(FROM, stream.from().toString());
    map.put(ANNOUNCED, stream.announced() ? 1L : 0L);
    map.put(TO, stream.to().toString());
    map.put(ROWS, stream.rows());
    map.put(POSITION, stream.position().toString());
    map.put(DDL, stream.ddlLsn().toString());
    map.put(COMMIT_TS, stream.commitTs());
    map.put(WITNESS, stream.witness().toString());
    map.put(WITNESS_TIME, stream.witnessTime());
    map.put(FIELDS, stream.instances().fields());
    map.put(KEY, stream.instances().key());
    map.put(OLD_INSTANCE, stream.instances().old());
    map.put(SWITCHED_AT, stream.instances().at().toString());
    map.put(RELEASED, stream.instances().released() ? 1L : 0L);
    map.put(SNAPSHOT_STATE, lower(snapshot.state()));
    map.put(SNAPSHOT_ORDINAL, snapshot.ordinal());
    map.put(SNAPSHOT_S, snapshot.s().toString());
    map.put(SNAPSHOT_MAX, snapshot.max().toString());
    SnapshotPurpose purpose = snapshot.purpose();
    map.put(SNAPSHOT_REASON, lower(purpose.reason()));
    map.put(SNAPSHOT_REQUEST, purpose.request());
    map.put(SNAPSHOT_WHERE, purpose.where());
    map.put(SNAPSHOT_PARTIAL, purpose.isPartial() ? 1L : 0L);
    map.put(SNAPSHOT_ROWS_BEFORE, snapshot.rows());
    map.put(SNAPSHOT_LOSS_TS, snapshot.lossTs());
    ChunkOffset chunk = snapshot.chunk();
    map.put(SNAPSHOT_CHUNK, (long) chunk.number());
    map.put(SNAPSHOT_STAMP, chunk.stamp().toString());
    map.put(SNAPSHOT_ROWS, chunk.rows());
    map.put(SNAPSHOT_LOW, chunk.low().toString());
    map.put(SNAPSHOT_KEY, chunk.last().toString());
    map.put(SNAPSHOT_READ_UNTIL, chunk.readUntil());
    return map;
  }

  /** The capture instance that a stored offset was read from; empty in one that is not ours. */
  public static String instance(Map<String, ?> map) {
    return map.get(INSTANCE) instanceof String name ? name : "";
  }

  /**
   * Reads what {@link #toMap} wrote, as Connect gives it back (a long may come as another number).
   *
   * @throws IllegalArgumentException naming the entry that is missing or malformed
   */
  public static TableOffset parse(Map<String, ?> map) {
    var stream =
        new StreamOffset(
            text(map, INSTANCE),
            lsn(map, FROM),
            number(map, ANNOUNCED) != 0,
            lsn(map, TO),
            SourcePosition.parse(text(map, POSITION)),
            number(map, ROWS),
            lsn(map, DDL),
            number(map, COMMIT_TS),
            lsn(map, WITNESS),
            text(map, WITNESS_TIME),
            new InstanceOffset(
                text(map, FIELDS),
                text(map, KEY),
                text(map, OLD_INSTANCE),
                lsn(map, SWITCHED_AT),
                number(map, RELEASED) != 0));
    return new TableOffset(stream, snapshot(map));
  }

  private static SnapshotOffset snapshot(Map<String, ?> map) {
    var chunk =
        new ChunkOffset(
            Math.toIntExact(number(map, SNAPSHOT_CHUNK)),
            lsn(map, SNAPSHOT_STAMP),
            number(map, SNAPSHOT_ROWS),
            key(map, SNAPSHOT_LOW),
            key(map, SNAPSHOT_KEY),
            number(map, SNAPSHOT_READ_UNTIL));
    return new SnapshotOffset(
        SnapshotOffset.State.valueOf(text(map, SNAPSHOT_STATE).toUpperCase(Locale.ROOT)),
        number(map, SNAPSHOT_ORDINAL),
        new SnapshotPurpose(
            SnapshotPurpose.Reason.valueOf(text(map, SNAPSHOT_REASON).toUpperCase(Locale.ROOT)),
            text(map, SNAPSHOT_REQUEST),
            text(map, SNAPSHOT_WHERE),
            number(map, SNAPSHOT_PARTIAL) != 0),
        lsn(map, SNAPSHOT_S),
        key(map, SNAPSHOT_MAX),
        chunk,
        number(map, SNAPSHOT_ROWS_BEFORE),
        number(map, SNAPSHOT_LOSS_TS));
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Lsn lsn(Map<String, ?> map, String key) {
    return Lsn.parse(text(map, key));
  }

  private static RowKey key(Map<String, ?> map, String key) {
    return RowKey.of(SqlNames.parseList(text(map, key)));
  }

  private static String text(Map<String, ?> map, String key) {
    if (map.get(key) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(wrong(map, key, "a text"));
  }

  private static long number(Map<String, ?> map, String key) {
    if (map.get(key) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalArgumentException(wrong(map, key, "a number"));
  }

  private static String wrong(Map<String, ?> map, String key, String expected) {
    return "the stored offset has no %s '%s': %s".formatted(expected, key, map);
  }
}
