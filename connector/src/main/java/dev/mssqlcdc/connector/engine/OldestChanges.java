package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows how old the oldest change is that is left of each table. The server is asked only when
 * cleanup has moved, once for all tables.
 */
final class OldestChanges {

  private static final Logger LOG = LoggerFactory.getLogger(OldestChanges.class);

  private final Source source;
  private final ServerClock clock;

  OldestChanges(Source source, ServerClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /**
   * @param instances every instance of the database
   */
  void see(List<TableState> tables, List<CaptureInstance> instances) {
    Map<String, Lsn> starts =
        instances.stream()
            .collect(Collectors.toMap(CaptureInstance::name, CaptureInstance::startLsn));
    Map<TableState, Lsn> moved = new LinkedHashMap<>();
    for (TableState table : tables) {
      Lsn start = table.hasPosition() ? starts.get(table.stream().instance()) : null;
      if (start != null && !table.gauges().isOldest(start)) {
        moved.put(table, start);
      }
    }
    if (!moved.isEmpty()) {
      ask(moved);
    }
  }

  private void ask(Map<TableState, Lsn> moved) {
    List<Lsn> lsns = moved.values().stream().distinct().toList();
    try {
      List<Optional<LocalDateTime>> times = source.log().firstTimes(lsns);
      moved.forEach(
          (table, lsn) -> table.gauges().oldest(lsn, micros(times.get(lsns.indexOf(lsn)))));
    } catch (SourceException e) {
      if (e.isTaskWide()) {
        throw e;
      }
      LOG.debug("The age of the oldest changes is not known", e);
    }
  }

  private OptionalLong micros(Optional<LocalDateTime> time) {
    return time.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(clock.zone().toMicros(time.get()));
  }
}
