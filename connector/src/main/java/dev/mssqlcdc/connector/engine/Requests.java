package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalOffset.Effect;
import dev.mssqlcdc.connector.core.SignalOffset.Seen;
import dev.mssqlcdc.connector.core.SnapshotOffset;
import dev.mssqlcdc.connector.core.TableId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What people ask of tables while they are read. A table that a lane has is told afterwards. */
final class Requests {

  private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

  private final SignalSource source;
  private final Map<TableId, Deque<Signal>> untold = new HashMap<>();

  Requests(SignalSource source) {
    this.source = source;
  }

  /** Takes what has arrived for all tables. */
  void receive(List<TableState> tables) {
    for (Signal signal : source.arrived().get()) {
      source
          .names()
          .fault(signal)
          .ifPresent(fault -> LOG.warn("Signal {} is not heeded: {}", signal, fault));
      tables.stream()
          .filter(Requests::isTold)
          .forEach(t -> untold.computeIfAbsent(t.id(), id -> new ArrayDeque<>()).add(signal));
    }
  }

  /** What a table that is not read any more would be told must not pile up. */
  private static boolean isTold(TableState table) {
    return table.isLent()
        || table.phase() == TableState.Phase.OPENING
        || table.phase() == TableState.Phase.STREAMING;
  }

  /** Tells a table what was asked since it was told last. */
  void tell(TableState table) throws InterruptedException {
    Deque<Signal> signals = untold.remove(table.id());
    if (signals == null) {
      return;
    }
    for (Signal signal : signals) {
      if (source.names().addressed(signal).contains(table.id())) {
        Seen seen = table.signals().see(signal);
        table.signals(seen.offset());
        heed(table, signal, seen.effect());
      } else {
        table.signals(table.signals().pass(signal));
      }
    }
  }

  private static void heed(TableState table, Signal signal, Effect effect)
      throws InterruptedException {
    switch (effect) {
      case REPLAYED -> {}
      case REFUSED ->
          LOG.warn(
              "Table {}: signal {} is not heeded, too many snapshots wait already; send it again later",
              table.id(),
              signal);
      case STOPPED -> stop(table, signal);
      case QUEUED, RESUMED -> {
        table.turn().resume();
        LOG.info("Table {}: signal {}: {}", table.id(), signal, effect);
      }
      default -> LOG.info("Table {}: signal {}: {}", table.id(), signal, effect);
    }
  }

  private static void stop(TableState table, Signal signal) throws InterruptedException {
    SnapshotOffset snapshot = table.snapshot();
    LOG.info("Table {}: signal {} stops its snapshots", table.id(), signal);
    if (snapshot.isOpen()) {
      SnapshotEvents.emitStopped(
          table, snapshot.stopped(), "stopped by signal " + signal.id(), null);
      table.flush();
    } else if (snapshot.isWanted()) {
      table.snapshot(snapshot.stopped());
    }
  }
}
