package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.lake.TableKind;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How many days rows are kept; empty for ever.
 *
 * @param bronzeDays rows of bronze, since their commit
 * @param historyDays versions of history, since their end
 * @param factsDays rows of facts, since they were written
 */
public record RetentionPolicy(
    OptionalInt bronzeDays, OptionalInt historyDays, OptionalInt factsDays) {

  /** Everything is kept. */
  public static final RetentionPolicy KEEP =
      new RetentionPolicy(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  public RetentionPolicy {
    check(bronzeDays, "bronze");
    check(historyDays, "history");
    check(factsDays, "facts");
  }

  private static void check(OptionalInt days, String what) {
    if (days.isPresent() && days.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "the retention of %s is %d days, at least 1 expected".formatted(what, days.getAsInt()));
    }
  }

  /** Whether the policy deletes rows of a kind of table. */
  public boolean concerns(TableKind kind) {
    return days(kind).isPresent();
  }

  /**
   * What to delete from a table; empty for nothing.
   *
   * @param needed what is needed of each source table
   * @param now UTC
   */
  public Optional<Deletion> deletion(
      StoredTable table, Map<String, Needed> needed, LocalDateTime now) {
    OptionalInt days = days(table.kind());
    if (days.isEmpty()) {
      return Optional.empty();
    }
    LocalDateTime olderThan = now.minusDays(days.getAsInt());
    return switch (table.kind()) {
      case BRONZE ->
          Optional.of(needed.get(table.source()))
              .filter(of -> of.why().isEmpty())
              .map(of -> new Deletion.BronzeRows(of.rowsFrom(), olderThan));
      case HISTORY -> Optional.of(new Deletion.HistoryVersions(olderThan));
      case FACTS -> Optional.of(new Deletion.FactsRows(needed, olderThan));
      case SILVER, CONTROL, REPORTS -> Optional.empty();
    };
  }

  private OptionalInt days(TableKind kind) {
    return switch (kind) {
      case BRONZE -> bronzeDays;
      case HISTORY -> historyDays;
      case FACTS -> factsDays;
      case SILVER, CONTROL, REPORTS -> OptionalInt.empty();
    };
  }
}
