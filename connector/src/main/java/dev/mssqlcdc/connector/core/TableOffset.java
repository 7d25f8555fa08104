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
public record TableOffset(StreamOffset stream, SnapshotOffset snapshot, SignalOffset signals)
    implements OffsetChange {

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
    map.putAll(signals.toMap());
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
    var entries = new OffsetEntries(map);
    var stream =
        new StreamOffset(
            entries.text(INSTANCE),
            lsn(entries, FROM),
            entries.number(ANNOUNCED) != 0,
            lsn(entries, TO),
            SourcePosition.parse(entries.text(POSITION)),
            entries.number(ROWS),
            lsn(entries, DDL),
            entries.number(COMMIT_TS),
            lsn(entries, WITNESS),
            entries.text(WITNESS_TIME),
            new InstanceOffset(
                entries.text(FIELDS),
                entries.text(KEY),
                entries.text(OLD_INSTANCE),
                lsn(entries, SWITCHED_AT),
                entries.number(RELEASED) != 0));
    return new TableOffset(stream, snapshot(entries), SignalOffset.parse(map));
  }

  private static SnapshotOffset snapshot(OffsetEntries entries) {
    var chunk =
        new ChunkOffset(
            Math.toIntExact(entries.number(SNAPSHOT_CHUNK)),
            lsn(entries, SNAPSHOT_STAMP),
            entries.number(SNAPSHOT_ROWS),
            key(entries, SNAPSHOT_LOW),
            key(entries, SNAPSHOT_KEY),
            entries.number(SNAPSHOT_READ_UNTIL));
    return new SnapshotOffset(
        SnapshotOffset.State.valueOf(entries.text(SNAPSHOT_STATE).toUpperCase(Locale.ROOT)),
        entries.number(SNAPSHOT_ORDINAL),
        new SnapshotPurpose(
            SnapshotPurpose.Reason.valueOf(entries.text(SNAPSHOT_REASON).toUpperCase(Locale.ROOT)),
            entries.text(SNAPSHOT_REQUEST),
            entries.text(SNAPSHOT_WHERE),
            entries.number(SNAPSHOT_PARTIAL) != 0),
        lsn(entries, SNAPSHOT_S),
        key(entries, SNAPSHOT_MAX),
        chunk,
        entries.number(SNAPSHOT_ROWS_BEFORE),
        entries.number(SNAPSHOT_LOSS_TS));
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Lsn lsn(OffsetEntries entries, String key) {
    return Lsn.parse(entries.text(key));
  }

  private static RowKey key(OffsetEntries entries, String key) {
    return RowKey.of(SqlNames.parseList(entries.text(key)));
  }
}
