package dev.mssqlcdc.quickstart;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One table of the sample shop: its columns, and how values for them are made.
 *
 * @param name without schema and brackets
 * @param locators columns that a WHERE clause finds a row by: the primary key, or, in a keyless
 *     table, a number
 * @param keyless whether the locators are no key
 * @param locatorOf values of the locators of the n-th row ever made; different for each n
 * @param columns the others that statements write
 */
record ShopTable(
    String name,
    List<Locator> locators,
    boolean keyless,
    LongFunction<List<Object>> locatorOf,
    List<ShopColumn> columns)
    implements SourceTable {

  /**
   * A column outside the key.
   *
   * @param name of the column
   * @param sqlType of {@link java.sql.Types}
   * @param value makes a value, also null
   */
  record ShopColumn(String name, int sqlType, Function<Random, Object> value) {}

  /** INSERT with a parameter for each locator, then for each column. */
  String insert() {
    List<String> names =
        Stream.concat(locators.stream().map(Locator::name), columns.stream().map(ShopColumn::name))
            .map(SourceTable::quote)
            .toList();
    return "INSERT INTO %s (%s) VALUES (%s)"
        .formatted(
            quotedName(),
            String.join(", ", names),
            names.stream().map(each -> "?").collect(Collectors.joining(", ")));
  }

  /** UPDATE of some columns: a parameter for each, then for each locator. */
  String update(List<ShopColumn> changed) {
    return "UPDATE %s SET %s WHERE %s"
        .formatted(quotedName(), assignments(changed.stream().map(ShopColumn::name)), where());
  }

  /** UPDATE of the key itself: the new locators as parameters, then the old. */
  String move() {
    return "UPDATE %s SET %s WHERE %s"
        .formatted(quotedName(), assignments(locators.stream().map(Locator::name)), where());
  }

  String delete() {
    return "DELETE FROM %s WHERE %s".formatted(quotedName(), where());
  }

  private static String assignments(Stream<String> names) {
    return names.map(each -> SourceTable.quote(each) + " = ?").collect(Collectors.joining(", "));
  }

  private String where() {
    return locators.stream()
        .map(each -> SourceTable.quote(each.name()) + " = ?")
        .collect(Collectors.joining(" AND "));
  }
}
