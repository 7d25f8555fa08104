package dev.mssqlcdc.quickstart;

import static java.util.stream.Collectors.joining;

import dev.mssqlcdc.quickstart.Chinook.Column;
import dev.mssqlcdc.quickstart.Chinook.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Random changes of single rows over all tables of Chinook, in transactions of which some roll
 * back. A change that a foreign key forbids is left out and another one is tried.
 */
final class ChinookChanges {

  private static final int CONSTRAINT = 547;
  private static final int DUPLICATE = 2627;
  private static final int LARGEST_TRANSACTION = 8;
  private static final int ROLLBACK_EVERY = 10;
  private static final int FIRST_NEW_KEY = 100_000;

  private final Chinook chinook;
  private final Connection connection;
  private final Random random;
  private int nextKey = FIRST_NEW_KEY;

  ChinookChanges(Chinook chinook, long seed) {
    this.chinook = chinook;
    this.connection = chinook.connection();
    this.random = new Random(seed);
  }

  /** Commits so many changes. */
  void run(int changes) throws SQLException {
    connection.setAutoCommit(false);
    int committed = 0;
    while (committed < changes) {
      int size = Math.min(changes - committed, 1 + random.nextInt(LARGEST_TRANSACTION));
      for (int done = 0; done < size; ) {
        done += change();
      }
      if (random.nextInt(ROLLBACK_EVERY) == 0) {
        connection.rollback();
      } else {
        connection.commit();
        committed += size;
      }
    }
    connection.setAutoCommit(true);
  }

  /** Changes a row of any table; returns 1, or 0 if it may not be changed so. */
  private int change() throws SQLException {
    Table table = chinook.tables().get(random.nextInt(chinook.tables().size()));
    List<Object> key = anyKey(table);
    if (key.isEmpty()) {
      return 0;
    }
    try {
      int dice = random.nextInt(100);
      if (dice < 30) {
        return insertCopy(table, key);
      }
      if (dice < 70 && !table.columns().isEmpty()) {
        return update(table, key);
      }
      return dice < 85 ? move(table, key) : delete(table, key);
    } catch (SQLException e) {
      if (e.getErrorCode() == CONSTRAINT || e.getErrorCode() == DUPLICATE) {
        return 0;
      }
      throw e;
    }
  }

  private List<Object> anyKey(Table table) throws SQLException {
    String columns = names(table.locators().stream().map(SourceTable.Locator::name));
    String sql =
        "SELECT TOP (1) " + columns + " FROM " + table.quotedName() + " WHERE %s >= ? ORDER BY %s";
    String first = SourceTable.quote(table.locators().get(0).name());
    try (PreparedStatement query = connection.prepareStatement(sql.formatted(first, columns))) {
      query.setInt(1, random.nextInt(2_000));
      try (ResultSet row = query.executeQuery()) {
        List<Object> key = new ArrayList<>();
        if (row.next()) {
          for (int i = 1; i <= table.locators().size(); i++) {
            key.add(row.getObject(i));
          }
        }
        return key;
      }
    }
  }

  /** A new row like another one, under a new key. */
  private int insertCopy(Table table, List<Object> key) throws SQLException {
    String others = names(table.columns().stream().map(Column::name));
    String keys = names(table.locators().stream().map(SourceTable.Locator::name));
    List<Object> values = newKey(table);
    values.addAll(key);
    return execute(
        "INSERT INTO %s (%s%s) SELECT %s%s FROM %s WHERE %s"
            .formatted(
                table.quotedName(),
                keys,
                others.isEmpty() ? "" : ", " + others,
                table.locators().stream().map(each -> "?").collect(joining(", ")),
                others.isEmpty() ? "" : ", " + others,
                table.quotedName(),
                where(table)),
        values);
  }

  private int update(Table table, List<Object> key) throws SQLException {
    Column column = table.columns().get(random.nextInt(table.columns().size()));
    if (column.references()) {
      return 0;
    }
    List<Object> values = new ArrayList<>();
    values.add(value(column));
    values.addAll(key);
    return execute(
        "UPDATE %s SET %s = ? WHERE %s"
            .formatted(table.quotedName(), SourceTable.quote(column.name()), where(table)),
        values);
  }

  private int move(Table table, List<Object> key) throws SQLException {
    String assignments =
        table.locators().stream()
            .map(each -> SourceTable.quote(each.name()) + " = ?")
            .collect(joining(", "));
    List<Object> values = newKey(table);
    values.addAll(key);
    return execute(
        "UPDATE %s SET %s WHERE %s".formatted(table.quotedName(), assignments, where(table)),
        values);
  }

  private int delete(Table table, List<Object> key) throws SQLException {
    return execute("DELETE FROM %s WHERE %s".formatted(table.quotedName(), where(table)), key);
  }

  private int execute(String sql, List<Object> values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      return statement.executeUpdate();
    }
  }

  /** A key of one column is new; of a composite one each part is another row's. */
  private List<Object> newKey(Table table) {
    List<Object> key = new ArrayList<>();
    boolean single = table.locators().size() == 1;
    for (int i = 0; i < table.locators().size(); i++) {
      key.add(single ? nextKey++ : 1 + random.nextInt(i == 0 ? 18 : 3_000));
    }
    return key;
  }

  private Object value(Column column) {
    if (column.nullable() && random.nextInt(5) == 0) {
      return null;
    }
    return switch (column.sqlType()) {
      case Types.NVARCHAR -> text(column.size());
      case Types.INTEGER -> random.nextInt();
      case Types.NUMERIC, Types.DECIMAL -> BigDecimal.valueOf(random.nextInt(100_000), 2);
      case Types.TIMESTAMP -> new Timestamp(1_000L * random.nextInt());
      default -> throw new IllegalStateException("no value for " + column);
    };
  }

  private String text(int size) {
    String text = random.ints(6, 'a', 'z').mapToObj(Character::toString).collect(joining()) + " ñ";
    return text.substring(0, Math.min(size, text.length()));
  }

  private static String where(Table table) {
    return table.locators().stream()
        .map(each -> SourceTable.quote(each.name()) + " = ?")
        .collect(joining(" AND "));
  }

  private static String names(Stream<String> names) {
    return names.map(SourceTable::quote).collect(joining(", "));
  }
}
