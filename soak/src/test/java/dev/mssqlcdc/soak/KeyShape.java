package dev.mssqlcdc.soak;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a table tells its rows apart. The load numbers the rows of a table; the number becomes this.
 */
enum KeyShape {
  ONE_COLUMN(true, "id int"),
  TWO_COLUMNS(true, "part smallint, no int"),
  /** The number is a column like any other: change data capture knows no key. */
  NO_KEY(false, "n int"),
  /** The number of a transaction. */
  MARK(true, "tx bigint");

  /** Rows that one session may number in a table: sessions never touch each other's rows. */
  static final long ROWS_OF_SESSION = 10_000_000;

  private final boolean keyed;
  private final String definitions;

  KeyShape(boolean keyed, String definitions) {
    this.keyed = keyed;
    this.definitions = definitions;
  }

  boolean isKeyed() {
    return keyed;
  }

  private Stream<String> parts() {
    return Stream.of(definitions.split(", ", -1));
  }

  List<String> columns() {
    return parts().map(each -> each.substring(0, each.indexOf(' '))).toList();
  }

  /** The columns in CREATE TABLE, with the primary key. */
  String definition() {
    String all = parts().map(each -> each + " NOT NULL").collect(Collectors.joining(", "));
    return keyed ? all + ", PRIMARY KEY (" + String.join(", ", columns()) + ")" : all;
  }

  /** Values of {@link #columns} of a row. */
  List<Object> values(long number) {
    return this == TWO_COLUMNS
        ? List.of(number / ROWS_OF_SESSION, number % ROWS_OF_SESSION)
        : List.of(number);
  }

  long number(List<Object> values) {
    return this == TWO_COLUMNS
        ? (Long) values.get(0) * ROWS_OF_SESSION + (Long) values.get(1)
        : (Long) values.get(0);
  }

  /** A condition with the parameters {@link #range}. */
  String inRange() {
    return this == TWO_COLUMNS
        ? "part = ? AND no BETWEEN ? AND ?"
        : columns().get(0) + " BETWEEN ? AND ?";
  }

  /** Parameters of {@link #inRange} for rows of one session. */
  List<Object> range(long from, long to) {
    return this == TWO_COLUMNS
        ? List.of(from / ROWS_OF_SESSION, from % ROWS_OF_SESSION, to % ROWS_OF_SESSION)
        : List.of(from, to);
  }
}
