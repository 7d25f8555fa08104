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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows how old the oldest change is that is left of each table. The server is asked only when
 * cleanup has moved, once for all tables.
 */
final class OldestChanges {

  private static final Logger LOG = LoggerFactory.getLogger(OldestChanges.class);

  private static final long SLACK_MICROS = TimeUnit.MINUTES.toMicros(1);

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
    Map<String, CaptureInstance> named =
        instances.stream().collect(Collectors.toMap(CaptureInstance::name, Function.identity()));
    Map<TableState, CaptureInstance> moved = new LinkedHashMap<>();
    for (TableState table : tables) {
      CaptureInstance instance = table.hasPosition() ? named.get(table.stream().instance()) : null;
      if (instance != null && !table.gauges().isOldest(instance.startLsn())) {
        moved.put(table, instance);
      }
    }
    if (!moved.isEmpty()) {
      ask(moved);
    }
  }

  private void ask(Map<TableState, CaptureInstance> moved) {
    List<Lsn> lsns = moved.values().stream().map(CaptureInstance::startLsn).distinct().toList();
    try {
      List<Optional<LocalDateTime>> from = source.log().firstTimes(lsns);
      List<Optional<LocalDateTime>> until = source.log().lastTimes(lsns);
      moved.forEach(
          (table, instance) -> {
            int place = lsns.indexOf(instance.startLsn());
            table.gauges().oldest(instance.startLsn(), micros(from.get(place)));
            table.gauges().wasCleaned(wasCleaned(instance, until.get(place)));
          });
    } catch (SourceException e) {
      if (e.isTaskWide()) {
        throw e;
      }
      LOG.debug("The age of the oldest changes is not known", e);
    }
  }

  /** Cleanup lets an instance begin at a commit; before that, it begins where it was created. */
  private boolean wasCleaned(CaptureInstance instance, Optional<LocalDateTime> begin) {
    long created = clock.zone().toMicros(instance.created());
    return begin.isPresent() && clock.zone().toMicros(begin.get()) > created + SLACK_MICROS;
  }

  private OptionalLong micros(Optional<LocalDateTime> time) {
    return time.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(clock.zone().toMicros(time.get()));
  }
}
