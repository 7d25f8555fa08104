package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.InstanceChoice;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SnapshotPurpose;
import dev.mssqlcdc.connector.core.SnapshotPurpose.Reason;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.jdbc.LogQueries.Head;
import dev.mssqlcdc.connector.jdbc.LogQueries.Span;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out where a table begins or goes on. */
final class TableOpener {

  private static final Logger LOG = LoggerFactory.getLogger(TableOpener.class);

  private final Source source;
  private final ReadSettings settings;
  private final ServerClock clock;
  private final SourceIdentity identity;
  private final Guard guard;
  private final Definitions definitions;
  private final InstanceSwitches switches;

  TableOpener(
      Source source,
      ReadSettings settings,
      ServerClock clock,
      SourceIdentity identity,
      Guard guard,
      Definitions definitions,
      InstanceSwitches switches) {
    this.source = source;
    this.settings = settings;
    this.clock = clock;
    this.identity = identity;
    this.guard = guard;
    this.definitions = definitions;
    this.switches = switches;
  }

  /**
   * Brings a table to the point where its changes can be read.
   *
   * @param instances every instance of the database
   * @param head asked before anything of the table is read
   */
  void open(TableState table, List<CaptureInstance> instances, Head head)
      throws InterruptedException {
    if (table.hasPosition() && settings.snapshot().isEnded(table.offset())) {
      table.end();
      return;
    }
    List<CaptureInstance> own = Definitions.own(table, instances);
    CaptureInstance instance = choose(table, own);
    boolean isNew = !table.hasPosition();
    if (isNew) {
      identity.accept(table);
    } else {
      identity.check(table, instance, head.maxLsn());
    }
    define(table, instance, own);
    Lsn s = Lsn.max(head.maxLsn().orElse(Lsn.ZERO), instance.startLsn().previous());
    if (isNew) {
      table.begin(start(instance, s));
    }
    table.snapshot(snapshot(table, isNew));
    if (table.snapshot().isDue()) {
      checkChangesAreReadable(instance, s);
    }
    table.enter(TableState.Phase.STREAMING);
    LOG.info(
        "Table {}: streaming from capture instance {} above LSN {}",
        table.id(),
        instance.name(),
        table.stream().reached());
  }

  /** What is to become of the table's snapshot when a task starts. */
  private SnapshotOffset snapshot(TableState table, boolean isNew) {
    SnapshotOffset stored = table.snapshot();
    if (stored.isLost(table.definition().key().isEmpty())) {
      return stored.again();
    }
    return switch (settings.snapshot().mode()) {
      case NO_DATA -> stored;
      case ALWAYS -> stored.isDue() ? stored : stored.wanted(SnapshotPurpose.of(Reason.INITIAL));
      case INITIAL, INITIAL_ONLY, WHEN_NEEDED -> isNew ? SnapshotOffset.WANTED : stored;
    };
  }

  /** A snapshot that takes hours is of no use when the changes after it cannot be read. */
  private void checkChangesAreReadable(CaptureInstance instance, Lsn s) {
    source.log().firstChanges(List.of(new Span(instance.name(), s, s)));
  }

  /** The instance that the table was read from last, or the one that takes its place. */
  private CaptureInstance choose(TableState table, List<CaptureInstance> own)
      throws InterruptedException {
    if (!table.hasPosition()) {
      return own.stream().max(CaptureInstance.AGE).orElseThrow(() -> none(table));
    }
    Optional<CaptureInstance> current = named(own, table.stream().instance());
    if (current.isPresent()) {
      return current.get();
    }
    if (InstanceChoice.of(own, table.stream()) instanceof InstanceChoice.Gone gone) {
      guard.gone(table, gone.survivor());
    }
    if (InstanceChoice.of(own, table.stream()) instanceof InstanceChoice.GoOver next) {
      return next.next();
    }
    throw Guard.missing(table);
  }

  private static Optional<CaptureInstance> named(List<CaptureInstance> own, String name) {
    return own.stream().filter(instance -> instance.name().equals(name)).findFirst();
  }

  private void define(TableState table, CaptureInstance instance, List<CaptureInstance> own)
      throws InterruptedException {
    if (!table.hasPosition()) {
      table.define(definitions.read(instance, Optional.empty()));
      return;
    }
    StreamOffset stream = table.stream();
    if (instance.name().equals(stream.instance())) {
      table.define(definitions.read(instance, definitions.older(own, stream.instances().old())));
      switches.tellKey(table);
    } else {
      switches.goOver(table, own, new InstanceChoice.GoOver(instance, stream.from().next()));
    }
  }

  private static SourceException none(TableState table) {
    return new SourceException(
        SourceException.Kind.MISSING_OBJECT,
        "table %s has no capture instance that the login may see".formatted(table.id()),
        "enable change data capture for the table and grant the login SELECT on it");
  }

  private StreamOffset start(CaptureInstance instance, Lsn s) {
    Optional<LogEntry> entry = source.log().lastCommit(s);
    long time =
        entry
            .map(commit -> new LogTimes(source.log(), clock.zone()).micros(commit, 0))
            .orElseGet(() -> clock.zone().toMicros(instance.created()));
    return StreamOffset.startAt(instance.name(), s, time, entry);
  }
}
