package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TableDefinitions;
import dev.mssqlcdc.connector.jdbc.LogQueries.Head;
import dev.mssqlcdc.connector.jdbc.LogQueries.Span;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out where a table begins or goes on, and reads its rows first where that is wanted. */
final class TableOpener {

  private static final Logger LOG = LoggerFactory.getLogger(TableOpener.class);

  private final Source source;
  private final ReadSettings settings;
  private final ServerClock clock;

  TableOpener(Source source, ReadSettings settings, ServerClock clock) {
    this.source = source;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Brings a table to the point where its changes can be read.
   *
   * @param instances every instance of the database
   * @param head asked before anything of the table is read
   */
  void open(TableState table, List<CaptureInstance> instances, Head head)
      throws InterruptedException {
    CaptureInstance instance = choose(table, instances);
    table.define(definition(instance));
    if (table.hasPosition() && head.maxLsn().isPresent()) {
      checkSameSource(table, instance, head.maxLsn().get());
    }
    Lsn s = Lsn.max(head.maxLsn().orElse(Lsn.ZERO), instance.startLsn().previous());
    if (!table.hasPosition()) {
      table.stream(start(instance, s));
      table.snapshot(settings.snapshots() ? SnapshotOffset.WANTED : SnapshotOffset.NONE);
    }
    if (table.snapshot().state() == SnapshotOffset.State.OPEN) {
      checkChangesAreReadable(instance, s);
      new SnapshotRead(source, clock, table).run(s);
    }
    table.enter(TableState.Phase.STREAMING);
    LOG.info(
        "Table {}: streaming from capture instance {} above LSN {}",
        table.id(),
        instance.name(),
        table.stream().reached());
  }

  /** A snapshot that takes hours is of no use when the changes after it cannot be read. */
  private void checkChangesAreReadable(CaptureInstance instance, Lsn s) {
    source.log().firstChanges(List.of(new Span(instance.name(), s, s)));
  }

  /** Reads the table's definition as the instance has it now. */
  TableDefinition definition(CaptureInstance instance) {
    return TableDefinitions.build(
        instance,
        source.catalog().capturedColumns(instance.name()),
        source.catalog().tableColumns(instance.tableObjectId()),
        settings.filter());
  }

  private static CaptureInstance choose(TableState table, List<CaptureInstance> instances) {
    List<CaptureInstance> own =
        instances.stream().filter(instance -> instance.table().equals(table.id())).toList();
    if (table.hasPosition()) {
      String wanted = table.stream().instance();
      return own.stream()
          .filter(instance -> instance.name().equals(wanted))
          .findFirst()
          .orElseThrow(() -> gone(table, wanted));
    }
    return own.stream().max(CaptureInstance.AGE).orElseThrow(() -> gone(table, "(any)"));
  }

  /**
   * Capture never goes back: what lies behind a stored offset is another database, or an older one.
   */
  private static void checkSameSource(TableState table, CaptureInstance instance, Lsn maxLsn) {
    Lsn reached = table.stream().reached();
    boolean captureIsBehindTheInstance = instance.startLsn().compareTo(maxLsn) > 0;
    if (reached.compareTo(maxLsn) > 0 && !captureIsBehindTheInstance) {
      throw new SourceException(
          SourceException.Kind.INCONSISTENT,
          "table %s was read up to LSN %s, but the source's last captured LSN is %s: the database was restored or replaced"
              .formatted(table.id(), reached, maxLsn),
          "LSNs of a restored database mean something else: read it by a new connector with another topic.prefix");
    }
  }

  private static SourceException gone(TableState table, String instance) {
    return new SourceException(
        SourceException.Kind.MISSING_OBJECT,
        "table %s has no capture instance %s that the login may see"
            .formatted(table.id(), instance),
        "enable change data capture for the table and grant the login SELECT on it; if the instance was dropped, remove the connector's offset of this table so that it starts with a new snapshot");
  }

  private StreamOffset start(CaptureInstance instance, Lsn s) {
    Optional<LogEntry> entry = source.log().lastCommit(s);
    long time = clock.zone().toMicros(entry.map(LogEntry::time).orElse(instance.created()));
    return StreamOffset.startAt(instance.name(), s, time, entry);
  }
}
