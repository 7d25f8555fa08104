package dev.mssqlcdc.soak;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A type of a column, with values in the form in which they are compared: whole numbers as Long,
 * floating ones as Double.
 */
enum ColumnKind {
  BIGINT("bigint"),
  INT("int", BIGINT),
  SMALLINT("smallint", INT),
  DECIMAL("decimal(9,2)"),
  FLOAT("float"),
  REAL("real", FLOAT),
  MOMENT("datetime2(6)"),
  LONG_TEXT("varchar(200)"),
  TEXT("varchar(20)", LONG_TEXT),
  UNICODE("nvarchar(50)"),
  MAX_TEXT("varchar(max)"),
  MAX_UNICODE("nvarchar(max)");

  private static final int NULL_EVERY = 8;
  private static final long SECONDS = 2_000_000_000L;
  private static final int MICROS = 1_000_000;

  private final String sql;
  private final Optional<ColumnKind> wider;

  ColumnKind(String sql) {
    this(sql, Optional.empty());
  }

  ColumnKind(String sql, ColumnKind wider) {
    this(sql, Optional.of(wider));
  }

  ColumnKind(String sql, Optional<ColumnKind> wider) {
    this.sql = sql;
    this.wider = wider;
  }

  String sql() {
    return sql;
  }

  /** A type that ALTER COLUMN may make of it while the table is read. */
  Optional<ColumnKind> wider() {
    return wider;
  }

  /** A new value; null for NULL. */
  Object value(RandomGenerator random) {
    return random.nextInt(NULL_EVERY) == 0 ? null : someValue(random);
  }

  private Object someValue(RandomGenerator random) {
    return switch (this) {
      case BIGINT -> random.nextLong();
      case INT -> (long) random.nextInt();
      case SMALLINT -> (long) (short) random.nextInt();
      case DECIMAL -> BigDecimal.valueOf(random.nextInt(-999_999_999, 999_999_999), 2);
      // quarters: a real holds them as exactly as a float
      case FLOAT, REAL -> random.nextInt(-100_000, 100_000) / 4.0;
      case MOMENT -> moment(random);
      case LONG_TEXT -> Texts.ascii(random, 200);
      case TEXT -> Texts.ascii(random, 20);
      case UNICODE -> Texts.unicode(random, 50);
      case MAX_TEXT -> Texts.ascii(random, Texts.length(random));
      case MAX_UNICODE -> Texts.unicode(random, Texts.length(random));
    };
  }

  private static Object moment(RandomGenerator random) {
    return LocalDateTime.ofEpochSecond(
        random.nextLong(SECONDS), random.nextInt(MICROS) * 1_000, ZoneOffset.UTC);
  }
}
