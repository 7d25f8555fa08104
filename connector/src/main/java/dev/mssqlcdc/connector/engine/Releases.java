package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.TableOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Releases old capture instances: not when a stream has gone over to the newer one, since a task
 * that crashes then begins at what was stored, but when the stored offset has passed the switch.
 */
final class Releases {

  private final StoredOffsets stored;
  private final long intervalNanos;
  private long lastNanos;

  /**
   * @param intervalMillis least time between two looks at the stored offsets
   */
  Releases(StoredOffsets stored, long intervalMillis) {
    this.stored = stored;
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    this.lastNanos = System.nanoTime() - intervalNanos;
  }

  /**
   * @param streaming tables between two of their ranges
   */
  void announce(List<TableState> streaming) throws InterruptedException {
    Map<TableChannel, TableState> pending =
        streaming.stream()
            .filter(table -> table.stream().isReleasePending() && !table.stream().isRangeOpen())
            .collect(Collectors.toMap(TableState::channel, Function.identity()));
    if (pending.isEmpty() || System.nanoTime() - lastNanos < intervalNanos) {
      return;
    }
    lastNanos = System.nanoTime();
    Map<TableChannel, TableOffset> offsets = stored.of(pending.keySet());
    for (TableState table : pending.values()) {
      Optional<TableOffset> offset = Optional.ofNullable(offsets.get(table.channel()));
      if (offset.filter(o -> o.stream().isPastSwitch(table.stream())).isPresent()) {
        InstanceSwitches.release(table);
      }
    }
  }
}
