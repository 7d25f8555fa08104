package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.cdc.ServerClock;
import dev.mssqlcdc.standin.model.SqlError;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.h2.value.Value;
import org.h2.value.ValueToObjectConverter;

/** SQL Server's functions of time and time zones as H2 calls them, by name. */
public final class TimeFunctions {
  private TimeFunctions() {}

  /** Methods of this class by their name in SQL. */
  static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("SYSDATETIMEOFFSET", "now");
    names.put("SYSDATETIME", "localNow");
    names.put("SYSUTCDATETIME", "utcNow");
    names.put("GETUTCDATE", "utcDatetime");
    names.put("sys.local_datetime", "localDatetime");
    names.put("CURRENT_TIMEZONE_ID", "currentTimeZoneId");
    names.put("CURRENT_TIMEZONE", "currentTimeZone");
    names.put("TODATETIMEOFFSET", "toDateTimeOffset");
    names.put("sys.at_time_zone", "atTimeZone");
    names.put("sys.current_utc_offset", "currentOffset");
    names.put("sys.is_daylight_saving", "isDaylightSaving");
    return names;
  }

  public static OffsetDateTime now() {
    return ServerClock.timeOfStatement();
  }

  public static LocalDateTime localNow() {
    return now().toLocalDateTime();
  }

  public static LocalDateTime utcNow() {
    return now().withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
  }

  public static LocalDateTime localDatetime() {
    return ServerClock.datetime(localNow());
  }

  public static LocalDateTime utcDatetime() {
    return ServerClock.datetime(utcNow());
  }

  /** The Windows name of the server's time zone. */
  public static String currentTimeZoneId() {
    ZoneId zone = ServerClock.zoneOfStatement();
    return WindowsZones.name(zone)
        .orElseThrow(() -> SqlError.notSupported("the time zone " + zone, "CURRENT_TIMEZONE_ID()"));
  }

  /** The name that Windows shows, known here for UTC alone. */
  public static String currentTimeZone() {
    if (!currentTimeZoneId().equals("UTC")) {
      throw SqlError.notSupported(
          "the display name of a time zone other than UTC", "CURRENT_TIMEZONE()");
    }
    return "(UTC) Coordinated Universal Time";
  }

  public static OffsetDateTime toDateTimeOffset(LocalDateTime time, Integer minutes) {
    return time == null || minutes == null
        ? null
        : time.atOffset(ZoneOffset.ofTotalSeconds(60 * minutes));
  }

  /**
   * {@code AT TIME ZONE}. A local time of the hour that a fall-back repeats has the offset before
   * the change; one of the hour that a change forward leaves out is moved on by an hour.
   *
   * @param time a timestamp, or one with a time zone
   * @throws SqlError 9820 for an unknown zone
   */
  public static OffsetDateTime atTimeZone(Value time, String name) {
    if (name == null || time.getValueType() == Value.NULL) {
      return null;
    }
    ZoneId zone = zone(name);
    return switch (time.getValueType()) {
      case Value.TIMESTAMP ->
          ValueToObjectConverter.valueToObject(LocalDateTime.class, time, null)
              .atZone(zone)
              .toOffsetDateTime();
      case Value.TIMESTAMP_TZ ->
          ValueToObjectConverter.valueToObject(OffsetDateTime.class, time, null)
              .atZoneSameInstant(zone)
              .toOffsetDateTime();
      default ->
          throw SqlError.of(
              8116,
              "Argument data type "
                  + time.getType()
                      .getSQL(new StringBuilder(), 0)
                      .toString()
                      .toLowerCase(Locale.ROOT)
                  + " is invalid for argument 1 of AT TIME ZONE function.");
    };
  }

  private static ZoneId zone(String name) {
    return WindowsZones.zone(name)
        .orElseThrow(
            () ->
                SqlError.of(
                    9820,
                    "The time zone parameter '"
                        + name
                        + "' provided to AT TIME ZONE clause is invalid."));
  }

  /** A zone's present offset as {@code sys.time_zone_info} writes it: {@code +01:00}. */
  public static String currentOffset(String name) {
    ZoneOffset offset = zone(name).getRules().getOffset(Instant.from(now()));
    return offset.getTotalSeconds() == 0 ? "+00:00" : offset.getId();
  }

  public static Boolean isDaylightSaving(String name) {
    return zone(name).getRules().isDaylightSavings(Instant.from(now()));
  }
}
