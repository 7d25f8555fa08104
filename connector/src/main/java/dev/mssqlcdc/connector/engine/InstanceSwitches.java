package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.CapturedColumn;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.InstanceChoice;
import dev.mssqlcdc.connector.core.InstanceDifference;
import dev.mssqlcdc.connector.core.InstanceUnion;
import dev.mssqlcdc.connector.core.RecordForm;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SnapshotPurpose;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.core.TableColumn;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows a table from one capture instance to the next. */
final class InstanceSwitches {

  private static final Logger LOG = LoggerFactory.getLogger(InstanceSwitches.class);

  private final Source source;
  private final Guard guard;
  private final Definitions definitions;
  private final boolean readsAnew;

  /**
   * @param readsAnew whether a table is read anew when it goes over to an instance with more
   *     columns
   */
  InstanceSwitches(Source source, Guard guard, Definitions definitions, boolean readsAnew) {
    this.source = source;
    this.readsAnew = readsAnew;
    this.guard = guard;
    this.definitions = definitions;
  }

  /**
   * Goes over to another instance where the current one was read to its end, or finds that end.
   *
   * @param all every instance of the database, listed after the last captured LSN was asked for: a
   *     newer instance that begins at or below it is among them
   * @throws SourceException when the current instance lost changes or is gone, or the next one
   *     cannot be read
   */
  void follow(TableState table, List<CaptureInstance> all) throws InterruptedException {
    List<CaptureInstance> own = Definitions.own(table, all);
    InstanceChoice choice = InstanceChoice.of(own, table.stream());
    if (choice instanceof InstanceChoice.Stay stay) {
      table.endAt(stay.end());
      guard.check(table, stay.current().startLsn());
    } else if (choice instanceof InstanceChoice.Gone gone) {
      guard.gone(table, gone.survivor());
    }
    // a loss that is skipped may end where another instance begins
    if (InstanceChoice.of(own, table.stream()) instanceof InstanceChoice.GoOver next) {
      goOver(table, own, next);
    }
  }

  /**
   * Reads the table from another instance from now on, and says so.
   *
   * @param own the table's instances
   */
  void goOver(TableState table, List<CaptureInstance> own, InstanceChoice.GoOver choice)
      throws InterruptedException {
    String old = table.stream().instance();
    Optional<InstanceUnion.Older> older = definitions.older(own, old);
    TableDefinition newer = readable(table, choice.next(), older);
    InstanceDifference difference = difference(table, choice.next(), older);
    boolean hasMore = RecordForm.of(newer).hasMoreThan(table.stream().instances().fields());
    table.define(newer);
    table.endAt(Optional.empty());
    table.stream(table.stream().wentOver(choice.next().name(), choice.at()));
    if (hasMore && readsAnew) {
      table.wantSnapshot(anew(table.snapshot()));
    }
    emitSwitched(table, old, choice.at(), difference);
    tellKey(table);
    table.flush();
  }

  /** A full snapshot that is being read begins again, since its first rows lack the columns. */
  private static SnapshotOffset anew(SnapshotOffset snapshot) {
    boolean isFullDue = snapshot.isDue() && !snapshot.purpose().isPartial();
    return isFullDue
        ? snapshot.again()
        : snapshot.wanted(SnapshotPurpose.of(SnapshotPurpose.Reason.SWITCH));
  }

  private InstanceDifference difference(
      TableState table, CaptureInstance next, Optional<InstanceUnion.Older> older) {
    List<CapturedColumn> captured = source.catalog().capturedColumns(next.name());
    List<TableColumn> inTable = source.catalog().tableColumns(next.tableObjectId());
    return older
        .map(before -> InstanceDifference.between(before.captured(), captured, inTable))
        .orElseGet(
            () ->
                InstanceDifference.toGone(
                    RecordForm.parse(table.stream().instances().fields()), captured, inTable));
  }

  private TableDefinition readable(
      TableState table, CaptureInstance next, Optional<InstanceUnion.Older> older) {
    List<String> missing = source.access().ofListed(next.name());
    if (!missing.isEmpty()) {
      throw new SourceException(
          SourceException.Kind.PERMISSION,
          "table %s was read up to where its newer capture instance %s begins, LSN %s, which the login may not read"
              .formatted(table.id(), next.name(), next.startLsn()),
          "have a db_owner run: " + String.join("; ", missing) + "; then restart the task");
    }
    return definitions.read(next, older);
  }

  private static void emitSwitched(
      TableState table, String old, Lsn at, InstanceDifference difference)
      throws InterruptedException {
    String next = table.instance();
    String text =
        "table %s: commits from LSN %s on are read from capture instance %s; %s may be disabled once the event capture_instance_released has come"
            .formatted(table.id(), at, next, old);
    LOG.info("{}. Left out: {}", text, difference.leftOut());
    var detail =
        new EventDetail.CaptureInstanceSwitched(
            old, next, at.toString(), difference.notCaptured(), difference.leftOut(), text);
    emit(table, "capture_instance_switched/%s/%s/%s".formatted(old, next, at), at, detail);
  }

  /** Says what the key is now, unless consumers know it. */
  void tellKey(TableState table) throws InterruptedException {
    String known = table.stream().instances().key();
    String now = table.definition().keyNames();
    if (known.equals(now)) {
      return;
    }
    String text =
        "table %s: rows were identified by %s, from now on by %s; a full snapshot is needed"
            .formatted(table.id(), named(known), named(now));
    LOG.warn("{}", text);
    Lsn at = Lsn.max(table.stream().from(), table.stream().instances().at());
    table.stream(table.stream().toldKey(now));
    if (table.snapshot().isDue()) {
      table.wantSnapshot(table.snapshot().again());
    }
    var detail =
        new EventDetail.KeyChanged(SqlNames.parseList(known), SqlNames.parseList(now), text);
    emit(table, "key_changed/%s/%s".formatted(table.instance(), at), at, detail);
  }

  private static String named(String key) {
    return key.isEmpty() ? "no key" : key;
  }

  /** Says that the instance read before is not needed any more. */
  static void release(TableState table) throws InterruptedException {
    StreamOffset stream = table.stream();
    String old = stream.instances().old();
    String text =
        "table %s: the stored offset has passed LSN %s, capture instance %s is not needed any more and may be disabled"
            .formatted(table.id(), stream.instances().at(), old);
    LOG.info("{}", text);
    table.stream(stream.released());
    emit(
        table,
        "capture_instance_released/%s/%s/%s"
            .formatted(old, stream.instance(), stream.instances().at()),
        stream.from(),
        new EventDetail.CaptureInstanceReleased(old, stream.instance(), text));
    table.flush();
  }

  private static void emit(TableState table, String id, Lsn at, EventDetail detail)
      throws InterruptedException {
    table.emit(Event.plain(id, at, table.stream().commitTs(), detail), table.offset());
  }
}
