package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Compatibility;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.OffsetChange;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.RecordForm;
import dev.mssqlcdc.connector.core.RowKey;
import dev.mssqlcdc.connector.core.SignalOffset;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TableOffset;
import dev.mssqlcdc.connector.core.TypeChangedException;
import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the reader knows of one table: how far it has read, which may be ahead of Kafka. Used by one
 * thread at a time: the planning one, or the lane that it is lent to.
 */
final class TableState {

  /** Where a table is in its life. */
  enum Phase {
    /** Its capture instance was not looked up yet. */
    OPENING,
    STREAMING,
    /** Given up until the task restarts. */
    STOPPED,
    /** Read as far as the settings want it. */
    ENDED
  }

  private static final Logger LOG = LoggerFactory.getLogger(TableState.class);

  private final TableChannel channel;
  private final TableOutput output;
  private final Compatibility compatibility;
  private Phase phase = Phase.OPENING;
  private TableDefinition definition;
  private TableDefinition told;
  private StreamOffset stream;
  private SnapshotOffset snapshot;
  private String snapshotId = "";
  private SignalOffset signals;
  private boolean signalsBegin;
  private Optional<Lsn> end = Optional.empty();
  private Lsn quietUntil = Lsn.ZERO;
  private long lastProgressNanos;
  private boolean lent;
  private final Attempts attempts = new Attempts();
  private final SnapshotTurn turn = new SnapshotTurn();

  TableState(TableChannel channel, HandoverQueue<Emission> queue, ReadSettings settings) {
    this.channel = channel;
    this.compatibility = settings.compatibility();
    this.output = new TableOutput(channel, queue, settings);
    this.stream = channel.stored().map(offset -> offset.stream()).orElse(null);
    this.signals = channel.stored().map(offset -> offset.signals()).orElse(SignalOffset.EMPTY);
    snapshot(channel.stored().map(offset -> offset.snapshot()).orElse(SnapshotOffset.NONE));
  }

  TableChannel channel() {
    return channel;
  }

  TableId id() {
    return channel.table();
  }

  TableGauges gauges() {
    return channel.gauges();
  }

  Phase phase() {
    return phase;
  }

  void enter(Phase next) {
    phase = next;
    attempts.succeeded();
    gauges().phase(next);
  }

  /**
   * The table's definition is this from now on, in fields that hold what the records had so far.
   *
   * @throws SourceException when they cannot
   */
  void define(TableDefinition newDefinition) {
    definition =
        stream == null ? newDefinition : compatibility.keep(newDefinition, stream.instances());
    told = definition;
    output.define(definition);
    if (stream != null) {
      stream = stream.toldFields(RecordForm.of(definition).format());
    }
  }

  /** The stream of a table that had none; the definition is known. */
  void begin(StreamOffset first) {
    stream = first.toldKey(definition.keyNames()).toldFields(RecordForm.of(definition).format());
  }

  TableDefinition definition() {
    return definition;
  }

  /** The definition that consumers were told of; the one that rows are read with may be wider. */
  TableDefinition told() {
    return told;
  }

  /**
   * Rows of a column have a wider type than the records so far: it widens at once, and for good.
   *
   * @throws TypeChangedException as given, when it does not widen
   */
  void widen(TypeChangedException change) {
    readAs(definition.widened(change));
  }

  /**
   * Rows are read by another definition at once; consumers are told when the stream comes there.
   */
  void readAs(TableDefinition changed) {
    TableDefinition before = told;
    define(changed);
    told = before;
  }

  String instance() {
    return definition.instance().name();
  }

  /** Whether the table has a place in the stream: stored, or found when it was opened. */
  boolean hasPosition() {
    return stream != null;
  }

  StreamOffset stream() {
    return stream;
  }

  void stream(StreamOffset next) {
    stream = next;
  }

  SnapshotOffset snapshot() {
    return snapshot;
  }

  void snapshot(SnapshotOffset next) {
    snapshot = next;
    snapshotId = next.id();
  }

  /** Another snapshot is needed; that one before it failed does not hinder it. */
  void wantSnapshot(SnapshotOffset next) {
    turn.resume();
    snapshot(next);
  }

  /** What the table has seen of the signal topic. */
  SignalOffset signals() {
    return signals;
  }

  void signals(SignalOffset next) {
    signals = next;
  }

  /** Signals from there on are heeded, unless the table knows better. */
  void beginSignals(SignalPosition begin) {
    signalsBegin = signals.next().isEmpty();
    signals = signals.beginAt(begin);
  }

  /** Whether the place where something begins must be stored before anything else happens. */
  boolean isStartDue() {
    return !stream.isRangeOpen() && (!stream.announced() || signalsBegin);
  }

  /** When the next chunk of the snapshot may be read. */
  SnapshotTurn turn() {
    return turn;
  }

  /** Whether a chunk of the snapshot can be read now. */
  boolean hasChunk(long now) {
    return snapshot.isOpen() && !signals.paused() && turn.isReady(now);
  }

  /** Where reading from the current capture instance ends: a newer one begins above it. */
  void endAt(Optional<Lsn> lsn) {
    end = lsn;
  }

  /** How far the current capture instance is to be read when capture is at {@code max}. */
  Lsn limit(Lsn max) {
    return end.map(lsn -> Lsn.min(lsn, max)).orElse(max);
  }

  /** Whether the table goes over to a newer capture instance at or below {@code max}. */
  boolean isEnding(Lsn max) {
    return end.filter(lsn -> lsn.compareTo(max) < 0).isPresent();
  }

  /** The LSN up to which the table is known to have no change above the last finished range. */
  Lsn checkedUntil() {
    return Lsn.max(quietUntil, stream.from());
  }

  void quietUntil(Lsn lsn) {
    quietUntil = lsn;
  }

  boolean isProgressDue(long intervalNanos, long now) {
    return !stream.announced() || now - lastProgressNanos >= intervalNanos;
  }

  void progressed(long now) {
    lastProgressNanos = now;
    signalsBegin = false;
    attempts.succeeded();
  }

  /** Whether the planning thread may look at the table, and a failure's pause is over. */
  boolean isReady(long now) {
    return !lent && attempts.isPauseOver(now);
  }

  /** A lane reads the table until it is taken back. */
  void lend() {
    lent = true;
  }

  void takeBack() {
    lent = false;
  }

  boolean isLent() {
    return lent;
  }

  /** How often in a row an attempt failed without one row more. */
  int failed() {
    return attempts.failed(gauges().rows());
  }

  /**
   * An instance that is missing may have been disabled since the instances were listed: the next
   * round lists them anew, also for a table that seemed quiet.
   *
   * @return false when it did so already
   */
  boolean looksAgain() {
    quietUntil = Lsn.ZERO;
    return attempts.looksAgain();
  }

  void pauseUntil(long nanos) {
    attempts.pauseUntil(nanos);
    gauges().retried();
  }

  /** How far the table was read; it has a position. */
  TableOffset offset() {
    return new TableOffset(stream, snapshot, signals);
  }

  /** The table is read as far as it is wanted. */
  void end() {
    enter(Phase.ENDED);
    LOG.info("Table {}: its snapshot is settled, it is not read any more", id());
  }

  /** Sends an event. */
  void emit(Event event, OffsetChange change) throws InterruptedException {
    output.event(event, stream.instance(), change);
  }

  /**
   * Emits the next row of the stream, and moves there.
   *
   * @return its size in bytes, roughly
   */
  long emitChange(Object[] values, SourcePosition position, long commitTs)
      throws InterruptedException {
    WireRecord record = output.change(values, position, commitTs);
    stream = stream.row(position, commitTs);
    output.row(record, stream);
    return record.bytes();
  }

  /** Emits the next row of the snapshot, and moves there. */
  void emitSnapshotRow(Object[] values, RowKey key, long stampTs) throws InterruptedException {
    WireRecord record = output.snapshotRow(values, snapshotId, snapshot, stampTs);
    snapshot = snapshot.row(key);
    gauges().snapshot().row();
    output.row(record, snapshot);
  }

  void flush() throws InterruptedException {
    output.flush();
  }
}
