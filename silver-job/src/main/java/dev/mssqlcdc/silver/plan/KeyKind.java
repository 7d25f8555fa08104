package dev.mssqlcdc.silver.plan;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

/** Key columns whose values have the same order in the source and as numbers here. */
public enum KeyKind {
  /** The number itself. */
  INTEGER {
    @Override
    long parse(String text) {
      return Long.parseLong(text);
    }
  },
  /** Days since 1970. */
  DATE {
    @Override
    long parse(String text) {
      return LocalDate.parse(text).toEpochDay();
    }
  },
  /** Microseconds since 1970, as if it were UTC. */
  TIMESTAMP {
    @Override
    long parse(String text) {
      return micros(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
    }
  },
  /** Microseconds since 1970 UTC. */
  TIMESTAMP_WITH_OFFSET {
    @Override
    long parse(String text) {
      return micros(OffsetDateTime.parse(text).toInstant());
    }
  };

  abstract long parse(String text);

  /** The value that an event's text gives; empty where it is none. */
  OptionalLong value(String text) {
    try {
      return OptionalLong.of(parse(text));
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
