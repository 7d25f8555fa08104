package dev.mssqlcdc.connector.core;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The values of a key as text, for events: numbers in digits, dates and times in ISO 8601. */
public final class KeyText {

  private static final long MICROS = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private KeyText() {}

  /**
   * @param values in wire form, in the order of {@code key}
   */
  public static List<String> of(List<Column> key, Object[] values) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      texts.add(of(key.get(i).wireType().kind(), values[i]));
    }
    return texts;
  }

  @SuppressWarnings("JavaUtilDate") // Connect's Date is one.
  private static String of(WireType.Kind kind, Object value) {
    return switch (kind) {
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case DATE -> day(((Date) value).getTime()).toString();
      case MICRO_TIMESTAMP -> timestamp((Long) value).toString();
      case NANO_TIME -> LocalTime.ofNanoOfDay((Long) value).toString();
      case BYTES -> "0x" + HEX.formatHex((byte[]) value);
      default -> value.toString();
    };
  }

  private static LocalDate day(long millis) {
    return LocalDate.ofEpochDay(TimeUnit.MILLISECONDS.toDays(millis));
  }

  private static LocalDateTime timestamp(long micros) {
    int nanos = (int) (Math.floorMod(micros, MICROS) * NANOS_PER_MICRO);
    return LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos, ZoneOffset.UTC);
  }
}
