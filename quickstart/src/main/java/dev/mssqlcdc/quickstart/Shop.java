package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.quickstart.ShopTable.ShopColumn;
import dev.mssqlcdc.quickstart.SourceTable.Locator;
import java.math.BigDecimal;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/** The sample shop's tables, as {@code shop.sql} creates them. */
final class Shop {

  static final String DATABASE = "shop";

  /** Every tenth value of a nullable column is NULL. */
  private static final int NULL_EVERY = 10;

  private static final int LINES_PER_ORDER = 3;
  private static final int DAYS = 20_000;
  private static final long SECONDS = DAYS * 86_400L;

  private static final List<String> WORDS =
      List.of(
          "tea",
          "Zürich",
          "it's",
          "\"quoted\"",
          "naïve",
          "line\nbreak",
          "emoji \uD83D\uDE80",
          "日本",
          "tab\there",
          "back\\slash",
          "",
          " padded ",
          "<b>&amp;</b>",
          "Ω",
          "e\u0301");

  static final List<ShopTable> TABLES =
      List.of(customers(), products(), orders(), orderDetails(), auditLog());

  private Shop() {}

  private static ShopTable customers() {
    return new ShopTable(
        "customers",
        List.of(new Locator("customer_id", Types.INTEGER)),
        false,
        n -> List.of((int) n),
        List.of(
            new ShopColumn("name", Types.NVARCHAR, Shop::text),
            nullable("email", Types.VARCHAR, r -> "user" + r.nextInt(10_000) + "@example.com"),
            nullable("joined", Types.DATE, r -> LocalDate.ofEpochDay(r.nextInt(DAYS))),
            nullable("balance", Types.DECIMAL, r -> decimal(r, 1_000_000_000L, 4)),
            nullable("account", microsoft.sql.Types.GUID, r -> uuid(r).toString()),
            new ShopColumn("active", Types.BIT, Random::nextBoolean),
            nullable("visits", Types.SMALLINT, r -> (short) r.nextInt()),
            nullable("notes", Types.LONGNVARCHAR, r -> text(r).repeat(1 + r.nextInt(200))),
            nullable(
                "preferences",
                Types.LONGNVARCHAR,
                r -> "<p theme=\"" + r.nextInt(9) + "\"><q>ü</q></p>")));
  }

  private static ShopTable products() {
    return new ShopTable(
        "products",
        List.of(new Locator("sku", Types.VARCHAR)),
        false,
        n -> List.of("SKU-%06d".formatted(n)),
        List.of(
            new ShopColumn("title", Types.NVARCHAR, Shop::text),
            nullable("Unit Price", Types.DECIMAL, r -> decimal(r, 10_000_000L, 2)),
            nullable("weight", Types.REAL, Random::nextFloat),
            nullable("photo", Types.LONGVARBINARY, r -> bytes(r, r.nextInt(400))),
            nullable("created", Types.TIMESTAMP, r -> dateTime(r, 100)),
            nullable("checked", Types.TIMESTAMP, r -> dateTime(r, 10_000_000))));
  }

  private static ShopTable orders() {
    return new ShopTable(
        "orders",
        List.of(new Locator("order_id", Types.BIGINT)),
        false,
        n -> List.of(n * 10_000_000_000L),
        List.of(
            nullable("customer_id", Types.INTEGER, r -> r.nextInt(1_000)),
            nullable(
                "ordered_at",
                Types.TIMESTAMP_WITH_TIMEZONE,
                r -> dateTime(r, 100).atOffset(ZoneOffset.ofHoursMinutes(r.nextInt(13), 30))),
            nullable("ship_after", Types.TIME, r -> dateTime(r, 1_000).toLocalTime()),
            nullable("total", Types.DECIMAL, r -> decimal(r, 100_000_000L, 4)),
            nullable("status", Types.TINYINT, r -> (short) r.nextInt(256)),
            nullable("remark", Types.LONGNVARCHAR, r -> text(r).repeat(1 + r.nextInt(50)))));
  }

  private static ShopTable orderDetails() {
    return new ShopTable(
        "Order Details",
        List.of(new Locator("order_id", Types.BIGINT), new Locator("line_no", Types.SMALLINT)),
        false,
        n -> List.of(n / LINES_PER_ORDER, (short) (n % LINES_PER_ORDER)),
        List.of(
            nullable("sku", Types.VARCHAR, r -> "SKU-%06d".formatted(r.nextInt(1_000))),
            nullable("Unit Price", Types.DECIMAL, r -> decimal(r, 1_000_000L, 4)),
            nullable("Quantity", Types.INTEGER, r -> r.nextInt(100)),
            nullable("Discount", Types.DOUBLE, Random::nextDouble)));
  }

  private static ShopTable auditLog() {
    return new ShopTable(
        "audit_log",
        List.of(new Locator("entry", Types.INTEGER)),
        true,
        n -> List.of((int) n),
        List.of(
            nullable("logged_at", Types.TIMESTAMP, r -> dateTime(r, 1_000_000)),
            nullable("who", Types.NVARCHAR, Shop::text),
            nullable("what", Types.NVARCHAR, Shop::text),
            nullable("digest", Types.BINARY, r -> bytes(r, 8))));
  }

  private static ShopColumn nullable(String name, int sqlType, Function<Random, Object> value) {
    return new ShopColumn(name, sqlType, r -> r.nextInt(NULL_EVERY) == 0 ? null : value.apply(r));
  }

  private static String text(Random random) {
    return WORDS.get(random.nextInt(WORDS.size())) + " " + WORDS.get(random.nextInt(WORDS.size()));
  }

  private static BigDecimal decimal(Random random, long bound, int scale) {
    long unscaled = (long) (random.nextDouble() * bound);
    return BigDecimal.valueOf(random.nextBoolean() ? unscaled : -unscaled, scale);
  }

  /** A time between 1970 and 2024 on a step of so many nanoseconds. */
  private static LocalDateTime dateTime(Random random, int step) {
    long second = (long) (random.nextDouble() * SECONDS);
    int nano = random.nextInt(1_000_000_000 / step) * step;
    return LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
  }

  private static UUID uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
