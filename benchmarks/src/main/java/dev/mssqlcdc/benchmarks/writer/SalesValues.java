package dev.mssqlcdc.benchmarks.writer;

import java.math.BigDecimal;
import java.util.Date;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Values of a sale, as random as a shop's: the same for the same change. */
final class SalesValues {

  private static final String[] CITIES = {
    "Aalborg", "Bergen", "Ceske Budejovice", "Düsseldorf", "Espoo", "Fribourg", "Göteborg",
        "Haarlem",
    "Innsbruck", "Jelgava", "København", "Lyon", "Málaga", "Nantes", "Oulu", "Poznań",
    "Reykjavík", "São Paulo", "Tromsø", "Umeå", "Västerås", "Wrocław", "Ystad", "Zürich"
  };

  private static final String[] WORDS = {
    "deliver", "after", "six", "ring", "twice", "gift", "wrapped", "fragile", "neighbour",
    "invoice", "by", "mail", "urgent", "replacement", "call", "before", "second", "floor"
  };

  private static final int CUSTOMERS = 200_000;
  private static final int PRODUCTS = 8_000;
  private static final int CENTS = 500_000;
  private static final long FIRST_DAY = 20_454;
  private static final int DAYS = 90;

  private SalesValues() {}

  /**
   * Values of the columns in their order.
   *
   * @param changed whether it is the image after an update: another amount, paid
   */
  @SuppressWarnings("JavaUtilDate") // Connect's Date is one.
  static Object[] of(long change, boolean changed) {
    SplittableRandom random = new SplittableRandom(change);
    long day = FIRST_DAY + random.nextInt(DAYS);
    int cents = random.nextInt(CENTS);
    return new Object[] {
      (int) change,
      9_000_000_000L + random.nextInt(CUSTOMERS),
      "SKU-%07d".formatted(random.nextInt(PRODUCTS)),
      CITIES[random.nextInt(CITIES.length)],
      BigDecimal.valueOf(changed ? cents + 100 : cents, 2),
      TimeUnit.DAYS.toMicros(day) + 1_000L * random.nextInt((int) TimeUnit.DAYS.toMillis(1)),
      new Date(TimeUnit.DAYS.toMillis(day + random.nextInt(30))),
      changed || random.nextBoolean(),
      random.nextInt(100) / 400.0,
      random.nextInt(10) < 6 ? null : note(random)
    };
  }

  private static String note(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int words = 3 + random.nextInt(10);
    for (int i = 0; i < words; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return text.toString();
  }
}
