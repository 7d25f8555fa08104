package dev.mssqlcdc.connector.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The server's local time, which {@code cdc.lsn_time_mapping} is written in.
 *
 * @param id the zone
 */
public record ServerZone(ZoneId id) {

  private static final String RESOURCE = "windows-zones.txt";
  private static final TreeMap<String, String> WINDOWS = load();
  private static final long MICROS = 1_000_000;

  /** Commits of the same moment may bear times in another order than their LSNs. */
  private static final long JITTER = MICROS;

  /**
   * Finds a zone by the name that Windows or IANA gives it.
   *
   * @return empty when neither knows the name
   */
  public static Optional<ServerZone> named(String name) {
    try {
      return Optional.of(new ServerZone(ZoneId.of(WINDOWS.getOrDefault(name, name))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The zone of a server that tells no more than its offset from UTC.
   *
   * @return empty when a zone that has this offset now changes its clocks
   */
  public static Optional<ServerZone> withoutClockChange(OffsetDateTime now) {
    List<ZoneRules> rules =
        WINDOWS.values().stream()
            .map(name -> ZoneId.of(name).getRules())
            .filter(r -> r.getOffset(now.toInstant()).equals(now.getOffset()))
            .toList();
    boolean changes = rules.stream().anyMatch(r -> changesItsClocks(r, now));
    return rules.isEmpty() || changes
        ? Optional.empty()
        : Optional.of(new ServerZone(now.getOffset()));
  }

  private static boolean changesItsClocks(ZoneRules rules, OffsetDateTime now) {
    ZoneOffsetTransition next = rules.nextTransition(now.minusYears(1).toInstant());
    return next != null && next.getInstant().isBefore(now.plusYears(1).toInstant());
  }

  /**
   * Microseconds since 1970 UTC; in the hour that a clock change repeats, its first pass. A time
   * that a clock change left out counts as the clock would have gone on.
   */
  public long toMicros(LocalDateTime local) {
    ZoneOffsetTransition change = id.getRules().getTransition(local);
    return toMicros(
        local, change == null ? id.getRules().getOffset(local) : change.getOffsetBefore());
  }

  /** Microseconds since 1970 UTC; in the hour that a clock change repeats, its last pass. */
  public long toLatestMicros(LocalDateTime local) {
    return isRepeated(local)
        ? toMicros(local, id.getRules().getTransition(local).getOffsetAfter())
        : toMicros(local);
  }

  /** Whether a clock change repeats this time. */
  public boolean isRepeated(LocalDateTime local) {
    return id.getRules().getValidOffsets(local).size() > 1;
  }

  /**
   * Microseconds since 1970 UTC of a commit that follows another one. In the hour that a clock
   * change repeats, commit order tells the pass; and no commit is earlier than the one before.
   *
   * @param floor the time of the commit before, microseconds since 1970 UTC
   */
  public long toMicros(LocalDateTime local, long floor) {
    long first = toMicros(local);
    boolean isSecondPass = isRepeated(local) && first < floor - JITTER;
    return Math.max(floor, isSecondPass ? toLatestMicros(local) : first);
  }

  private static long toMicros(LocalDateTime local, ZoneOffset offset) {
    return Math.addExact(
        Math.multiplyExact(local.toEpochSecond(offset), MICROS),
        local.get(ChronoField.MICRO_OF_SECOND));
  }

  private static TreeMap<String, String> load() {
    var zones = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    try (var in = ServerZone.class.getResourceAsStream(RESOURCE)) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.contains("=") && !line.startsWith("#"))
          .map(line -> line.split("=", 2))
          .forEach(pair -> zones.put(pair[0], pair[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zones;
  }
}
