package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.LossPolicy;
import dev.mssqlcdc.connector.core.RetentionGuard;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sure that what a table has not read yet is still there, or says what is missing. */
final class Guard {

  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

  private final Source source;
  private final ServerClock clock;
  private final LossPolicy policy;

  /**
   * @param policy what happens to a table that lost changes
   */
  Guard(Source source, ServerClock clock, LossPolicy policy) {
    this.source = source;
    this.clock = clock;
    this.policy = policy;
  }

  /**
   * @throws SourceException when changes above the last finished range were removed and must not be
   *     skipped, or the capture instance is gone
   */
  void check(TableState table) throws InterruptedException {
    check(table, source.log().minLsns(List.of(table.instance())).get(0));
  }

  /**
   * @param minLsn the instance's lowest LSN, zero when the source gives none
   */
  void check(TableState table, Lsn minLsn) throws InterruptedException {
    Lsn lowest = minLsn.isZero() ? startLsn(table) : minLsn;
    Lsn from = table.stream().from();
    if (RetentionGuard.isIntact(from, lowest)) {
      return;
    }
    // what a newer instance holds is not lost
    Lsn complete = table.limit(lowest.previous()).next();
    lose(table, complete, RetentionGuard.loss(table.id(), table.instance(), from, lowest));
  }

  /** An instance that capture has not reached yet has no lowest LSN, but is listed. */
  private Lsn startLsn(TableState table) {
    return source.catalog().instances().stream()
        .filter(instance -> instance.name().equals(table.instance()))
        .map(CaptureInstance::startLsn)
        .findFirst()
        .orElseThrow(() -> missing(table));
  }

  /**
   * The table's capture instance is gone before it was read to its end.
   *
   * @param survivor another instance of the table
   * @throws SourceException unless the table goes on with the other instance
   */
  void gone(TableState table, Optional<CaptureInstance> survivor) throws InterruptedException {
    Lsn complete = survivor.orElseThrow(() -> missing(table)).startLsn();
    StreamOffset stream = table.stream();
    lose(
        table,
        complete,
        new SourceException(
            SourceException.Kind.DATA_LOSS,
            "capture instance %s of table %s is gone before it was read to its end: changes above LSN %s and below LSN %s, where capture instance %s begins, are lost"
                .formatted(
                    stream.instance(),
                    table.id(),
                    stream.reached(),
                    complete,
                    survivor.get().name()),
            "remove the connector's offset of this table so that it starts with a new snapshot, or go on without them by on.data.loss=skip; disable an old instance only after the event capture_instance_released"));
  }

  /** What to say of a table without the capture instance that it was read from. */
  static SourceException missing(TableState table) {
    return new SourceException(
        SourceException.Kind.MISSING_OBJECT,
        "table %s has no capture instance %s that the login may see; changes above LSN %s were not read"
            .formatted(table.id(), table.stream().instance(), table.stream().reached()),
        "if it was disabled, enable it again and remove the connector's offset of this table so that it starts with a new snapshot; otherwise grant SELECT on the table and membership of the instance's role");
  }

  private void lose(TableState table, Lsn complete, SourceException loss)
      throws InterruptedException {
    if (!policy.goesOn()) {
      throw loss;
    }
    if (policy.resnapshots()) {
      table.wantSnapshot(resnapshot(table, loss));
    }
    StreamOffset before = table.stream();
    long fromTs = before.commitTs();
    long toTs = timeFrom(complete, fromTs);
    LOG.warn("Table {} goes on at LSN {}: {}", table.id(), complete, loss.getMessage());
    table.stream(before.skippedTo(complete));
    table.emit(
        new Event(
            "data_skipped/%s/%s/%s".formatted(before.instance(), before.from(), complete),
            complete,
            toTs,
            new EventDetail.DataSkipped(
                before.from().toString(), complete.toString(), loss.getMessage()),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.of(new Event.Gap(fromTs, toTs))),
        table.offset());
    table.flush();
  }

  private SnapshotOffset resnapshot(TableState table, SourceException loss) {
    long now = clock.micros();
    if (!policy.mayResnapshot(table.snapshot(), now)) {
      throw new SourceException(
          loss.kind(),
          loss.getMessage()
              + "; a snapshot because of a loss was taken less than resnapshot.interval.ms ago",
          "read changes sooner than they are removed (retention, the connector's downtime), then restart the task with a smaller resnapshot.interval.ms or with on.data.loss=skip",
          loss);
    }
    return table.snapshot().afterLoss(now);
  }

  /** The time of the first commit at or above an LSN; now, when there is none. */
  private long timeFrom(Lsn lsn, long floor) {
    return source.log().commits(lsn, Lsn.MAX, 1).stream()
        .findFirst()
        .map(LogEntry::time)
        .map(time -> clock.zone().toMicros(time, floor))
        .orElseGet(() -> Math.max(floor, clock.micros()));
  }
}
