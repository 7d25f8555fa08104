package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.SignalOffset;
import dev.mssqlcdc.connector.core.SignalOffset.Taken;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.SnapshotPurpose;
import dev.mssqlcdc.connector.core.SnapshotSettings;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens snapshots, which reads nothing of the table: its changes need not wait until somebody has
 * time, or a lock is released.
 */
final class SnapshotOpener {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotOpener.class);

  private final SnapshotSettings settings;
  private final SnapshotEvents events;

  SnapshotOpener(SnapshotSettings settings, SnapshotEvents events) {
    this.settings = settings;
    this.events = events;
  }

  /** Whether a table's snapshot can be opened. */
  static boolean isDue(TableState table) {
    boolean isWanted = table.snapshot().isWanted() && !table.turn().isSuspended();
    return isWanted || isRequested(table);
  }

  private static boolean isRequested(TableState table) {
    SignalOffset signals = table.signals();
    return !table.snapshot().isDue() && !signals.paused() && !signals.pending().isEmpty();
  }

  /**
   * @param moment how far capture is; asked before anything of the table will be read
   */
  void open(TableState table, Optional<Moment> moment) throws InterruptedException {
    if (isRequested(table)) {
      Taken taken = table.signals().takeNext().orElseThrow();
      table.signals(taken.rest());
      table.wantSnapshot(table.snapshot().wanted(SnapshotPurpose.of(taken.request())));
    }
    Lsn s = s(table, moment);
    SnapshotPurpose purpose = table.snapshot().purpose();
    boolean isPartial =
        purpose.followsSettings() ? settings.select(table.id()).isPresent() : purpose.isPartial();
    SnapshotOffset opened = table.snapshot().openNext(s, isPartial);
    table.snapshot(opened);
    table.turn().isNext(true);
    LOG.info("Table {}: snapshot {} begins ({})", table.id(), opened.id(), opened.purpose());
    events.emitOpen(table, moment.map(Moment::lastTs).orElse(0L));
  }

  /** A table that has announced nothing yet begins at S. */
  private static Lsn s(TableState table, Optional<Moment> moment) {
    if (!table.stream().announced()) {
      return table.stream().from();
    }
    Lsn begin = table.definition().instance().startLsn().previous();
    return Lsn.max(moment.map(Moment::maxLsn).orElse(Lsn.ZERO), begin);
  }
}
