package dev.mssqlcdc.sparkpeer.silver;

import java.util.List;

/**
 * What a lake is to hold. Of ten changes six update a row, two insert one and two delete one.
 * Silver's rows have the even ids.
 *
 * @param rows of silver
 * @param changes to apply
 * @param uniform whether their keys lie all over silver's; otherwise at its end
 * @param older how often that many changes were applied before
 */
record Scenario(long rows, long changes, boolean uniform, int older) {

  private static final int ROWS_OF_COMMIT = 20;
  private static final int TEN = 10;
  private static final int DELETES_FROM = 8;
  private static final int INSERTS_FROM = 6;

  /** Of clustered keys this part of the last ones has changes; about as in a day's orders. */
  private static final double DENSITY = 0.7;

  /** How many of six updates are a row's first. */
  private static final int ROWS_OF_UPDATES = 5;

  /** Its components, in their order. */
  static Scenario parse(List<String> words) {
    return new Scenario(
        Long.parseLong(words.get(0)),
        Long.parseLong(words.get(1)),
        Boolean.parseBoolean(words.get(2)),
        Integer.parseInt(words.get(3)));
  }

  /** The commit that applied what came before the changes. */
  long appliedCommit() {
    return commit(older * changes) - 1;
  }

  /** The last commit. */
  long lastCommit() {
    return commit((older + 1) * changes - 1);
  }

  /** SQL: the commit of the n-th change of all, as a number. */
  static String commitOf(String change) {
    return "(%s DIV %d + 1)".formatted(change, ROWS_OF_COMMIT);
  }

  private static long commit(long change) {
    return change / ROWS_OF_COMMIT + 1;
  }

  /** SQL: the operation of a change, with that of an update's image after it. */
  static String operationOf(String change) {
    return "CASE WHEN %1$s %% %2$d < %3$d THEN 4 WHEN %1$s %% %2$d < %4$d THEN 2 ELSE 1 END"
        .formatted(change, TEN, INSERTS_FROM, DELETES_FROM);
  }

  /**
   * SQL: the id that a change is of. No row is updated after it was deleted, some are twice.
   *
   * @param change number of the change, from 0
   */
  String idOf(String change) {
    long tens = changes / TEN;
    long updated = tens * ROWS_OF_UPDATES;
    long deleted = tens * (TEN - DELETES_FROM);
    String ten = "(%s DIV %d)".formatted(change, TEN);
    String one = "(%s %% %d)".formatted(change, TEN);
    String update =
        position("((%s * %d + %s) %% %d)".formatted(ten, INSERTS_FROM, one, updated), updated, 0);
    String delete =
        position(
            "(%s * %d + %s - %d)".formatted(ten, TEN - DELETES_FROM, one, DELETES_FROM),
            deleted,
            1);
    String insert =
        position(
            "(%s * %d + %s - %d)".formatted(ten, DELETES_FROM - INSERTS_FROM, one, INSERTS_FROM),
            deleted,
            0);
    return "CAST(CASE WHEN %1$s < %2$d THEN %3$s * 2 WHEN %1$s < %4$d THEN %5$s * 2 + 1 ELSE %6$s * 2 END AS INT)"
        .formatted(one, INSERTS_FROM, update, DELETES_FROM, insert, delete);
  }

  /**
   * SQL: where in silver the n-th of some rows is. Updated rows have even positions and deleted
   * ones odd ones, so that they never meet.
   */
  private String position(String nth, long of, int odd) {
    long span = uniform ? rows : Math.min(rows, Math.round(changes / DENSITY));
    // a prime that divides no number of changes here: consecutive changes are of scattered rows
    String scattered = "((%s * 7919) %% %d)".formatted(nth, of);
    return "(%d + (%s * %d DIV %d) DIV 2 * 2 + %d)"
        .formatted(rows - span, scattered, span, of, odd);
  }
}
