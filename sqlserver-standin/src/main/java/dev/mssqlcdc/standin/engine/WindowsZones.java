package dev.mssqlcdc.standin.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Time zones by the names that Windows, and so SQL Server, has for them. */
final class WindowsZones {
  private static final String RESOURCE = "windows-zones.txt";
  private static final Map<String, List<String>> ZONES = read();

  private WindowsZones() {}

  /** The names of all zones, as Windows writes them. */
  static List<String> names() {
    return List.copyOf(ZONES.keySet());
  }

  /** The zone of a Windows name, in any case. */
  static Optional<ZoneId> zone(String name) {
    return ZONES.entrySet().stream()
        .filter(zone -> zone.getKey().equalsIgnoreCase(name))
        .map(zone -> ZoneId.of(zone.getValue().get(0)))
        .findFirst();
  }

  /** The Windows name of a zone, if it has one. */
  static Optional<String> name(ZoneId zone) {
    String id = zone.getId().toUpperCase(Locale.ROOT);
    if (id.equals("Z") || id.equals("ETC/UTC") || id.equals("GMT")) {
      return Optional.of("UTC");
    }
    return ZONES.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(zone.getId()::equals))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static Map<String, List<String>> read() {
    Map<String, List<String>> zones = new LinkedHashMap<>();
    try (InputStream in = WindowsZones.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              line -> {
                int colon = line.indexOf(':');
                String ids = line.substring(colon + 1).strip();
                zones.put(line.substring(0, colon), Arrays.asList(ids.split(" ", -1)));
              });
      return zones;
    } catch (IOException e) {
      throw new UncheckedIOException("The list of time zones cannot be read", e);
    }
  }
}
