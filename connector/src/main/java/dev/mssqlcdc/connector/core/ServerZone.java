package dev.mssqlcdc.connector.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
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

  /** Microseconds since 1970 UTC; in the hour that a clock change repeats, its first pass. */
  public long toMicros(LocalDateTime local) {
    return toMicros(local, local.atZone(id).getOffset());
  }

  /**
   * Microseconds since 1970 UTC of a commit that follows another one. In the hour that a clock
   * change repeats, commit order tells the pass; and no commit is earlier than the one before.
   *
   * @param floor the time of the commit before, microseconds since 1970 UTC
   */
  public long toMicros(LocalDateTime local, long floor) {
    List<ZoneOffset> offsets = id.getRules().getValidOffsets(local);
    for (ZoneOffset offset : offsets) {
      long micros = toMicros(local, offset);
      if (micros >= floor) {
        return micros;
      }
    }
    return Math.max(floor, toMicros(local));
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
