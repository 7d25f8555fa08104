package dev.mssqlcdc.soak;

import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Random statements of one transaction, in the database and in the model. Each writes its own
 * number into the rows: an update that changes nothing is no change.
 */
final class Statements {

  /** More than a transaction has. */
  private static final long STATEMENTS = 100;

  private static final int MANY = 20;

  /** Rows from this number of a session on come and go by thousands. */
  private static final long BLOCK = KeyShape.ROWS_OF_SESSION / 2;

  private static final long MOVE_MANY = 100_000;

  private final Connection connection;
  private final Model model;
  private final RandomGenerator random;
  private final long firstNumber;
  private final long tx;
  private int step;

  Statements(
      Connection connection, Model model, RandomGenerator random, long firstNumber, long tx) {
    this.connection = connection;
    this.model = model;
    this.random = random;
    this.firstNumber = firstNumber;
    this.tx = tx;
  }

  /** The transaction's mark: who finds it knows that the transaction was committed. */
  void mark(SoakTable marks) throws SQLException {
    insert(marks, List.of(new Row(tx, marks.values(marks.free(), writer(), random))));
  }

  /** Some change of some rows; tables grow to {@code rows} of this session, roughly. */
  void any(SoakTable table, int rows) throws SQLException {
    NavigableMap<Long, Row> own = small(table);
    boolean isFull = own.size() > rows;
    int chance = random.nextInt(100);
    if (own.isEmpty() || chance < (isFull ? 5 : 35)) {
      insertSome(table, own);
    } else if (chance < 55) {
      update(table, List.of(any(own)));
    } else if (chance < 65) {
      update(table, some(own));
    } else if (chance < 72 && table.shape().isKeyed()) {
      move(table, own, any(own));
    } else if (chance < 75 && table.shape().isKeyed()) {
      moveSome(table, own);
    } else if (chance < 92) {
      delete(table, List.of(any(own)));
    } else {
      delete(table, some(own));
    }
  }

  private NavigableMap<Long, Row> small(SoakTable table) {
    return model.rows(table).headMap(firstNumber + BLOCK, false);
  }

  private Row any(NavigableMap<Long, Row> rows) {
    long from = firstNumber + random.nextLong(rows.lastKey() - firstNumber + 1);
    return rows.ceilingEntry(from).getValue();
  }

  /** Rows that lie next to each other. */
  private List<Row> some(NavigableMap<Long, Row> rows) {
    Row first = any(rows);
    return rows.tailMap(first.number(), true).values().stream()
        .limit(1 + random.nextInt(MANY))
        .toList();
  }

  /** Numbers of deleted rows are used again. */
  private void insertSome(SoakTable table, NavigableMap<Long, Row> own) throws SQLException {
    List<SoakColumn> columns = chosen(table);
    List<Row> rows = new ArrayList<>();
    long number = firstNumber + random.nextInt(1 + 2 * own.size());
    for (int left = 1 + random.nextInt(4); left > 0; number++) {
      if (!own.containsKey(number)) {
        rows.add(new Row(number, table.values(columns, writer(), random)));
        left--;
      }
    }
    insert(table, rows);
  }

  void insert(SoakTable table, List<Row> rows) throws SQLException {
    List<String> names = new ArrayList<>(rows.get(0).values().keySet());
    String places = "(" + places(table.shape().columns().size() + names.size()) + ")";
    List<Object> parameters = new ArrayList<>();
    for (Row row : rows) {
      parameters.addAll(table.shape().values(row.number()));
      names.forEach(name -> parameters.add(row.values().get(name)));
    }
    run(
        "INSERT INTO %s (%s) VALUES %s"
            .formatted(
                table.quoted(),
                columns(table, names),
                String.join(", ", Collections.nCopies(rows.size(), places))),
        parameters,
        rows.size());
    rows.forEach(row -> model.insert(table, step, row));
  }

  private static String places(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  private static String columns(SoakTable table, List<String> names) {
    List<String> all = new ArrayList<>(table.shape().columns());
    names.forEach(name -> all.add("[" + name + "]"));
    return String.join(", ", all);
  }

  private void update(SoakTable table, List<Row> rows) throws SQLException {
    Map<String, Object> values = table.values(chosen(table), writer(), random);
    change(table, values, List.of(), List.of(), rows);
    rows.forEach(row -> model.update(table, step, row, row.with(values)));
  }

  private void move(SoakTable table, NavigableMap<Long, Row> own, Row row) throws SQLException {
    long free = firstNumber + random.nextInt(1 + 2 * own.size());
    while (own.containsKey(free)) {
      free++;
    }
    Map<String, Object> values = table.values(List.of(), writer(), random);
    List<String> keys = table.shape().columns().stream().map(key -> key + " = ?").toList();
    change(table, values, keys, table.shape().values(free), List.of(row));
    model.update(table, step, row, row.movedTo(free, values));
  }

  /** Moves rows to keys that no row has: what moves into each other's places may look otherwise. */
  private void moveSome(SoakTable table, NavigableMap<Long, Row> own) throws SQLException {
    List<Row> rows = some(own);
    boolean isFree =
        rows.stream().noneMatch(row -> own.containsKey(row.number() + MOVE_MANY))
            && rows.get(rows.size() - 1).number() + MOVE_MANY < firstNumber + BLOCK;
    if (!isFree) {
      delete(table, rows);
      return;
    }
    String key = table.shape().columns().get(table.shape().columns().size() - 1);
    Map<String, Object> values = table.values(List.of(), writer(), random);
    change(table, values, List.of(key + " = " + key + " + ?"), List.of(MOVE_MANY), rows);
    for (Row row : rows) {
      model.update(table, step, row, row.movedTo(row.number() + MOVE_MANY, values));
    }
  }

  private void change(
      SoakTable table,
      Map<String, Object> values,
      Collection<String> more,
      Collection<?> moreParameters,
      List<Row> rows)
      throws SQLException {
    List<String> names = new ArrayList<>(values.keySet());
    List<String> assignments = new ArrayList<>();
    List<Object> parameters = new ArrayList<>();
    for (String name : names) {
      assignments.add("[" + name + "] = ?");
      parameters.add(values.get(name));
    }
    assignments.addAll(more);
    parameters.addAll(moreParameters);
    parameters.addAll(range(table, rows));
    run(
        "UPDATE %s SET %s WHERE %s"
            .formatted(table.quoted(), String.join(", ", assignments), table.shape().inRange()),
        parameters,
        rows.size());
  }

  private static List<Object> range(SoakTable table, List<Row> rows) {
    return table.shape().range(rows.get(0).number(), rows.get(rows.size() - 1).number());
  }

  private void delete(SoakTable table, List<Row> rows) throws SQLException {
    run(
        "DELETE FROM %s WHERE %s".formatted(table.quoted(), table.shape().inRange()),
        range(table, rows),
        rows.size());
    rows.forEach(row -> model.delete(table, step, row));
  }

  /** Inserts, updates or deletes a block of thousands of rows by one statement. */
  void block(SoakTable table, int size) throws SQLException {
    List<Row> block = List.copyOf(model.rows(table).tailMap(firstNumber + BLOCK, true).values());
    if (block.isEmpty()) {
      insertBlock(table, size);
    } else if (random.nextBoolean()) {
      update(table, block);
    } else {
      delete(table, block);
    }
  }

  private void insertBlock(SoakTable table, int size) throws SQLException {
    long first = firstNumber + BLOCK;
    List<Object> key = table.shape().values(first);
    long writer = writer();
    List<Object> parameters = new ArrayList<>(key);
    parameters.add(writer);
    parameters.add((long) size);
    String keys = key.stream().map(value -> "?").collect(Collectors.joining(", ")) + " + " + "n";
    run(
        "INSERT INTO %s (%s) SELECT %s, ? FROM %s WHERE n < ?"
            .formatted(
                table.quoted(),
                columns(table, List.of(SoakTable.WRITER)),
                keys,
                SoakDatabase.NUMBERS),
        parameters,
        size);
    Map<String, Object> values = Map.of(SoakTable.WRITER, writer);
    for (int i = 0; i < size; i++) {
      model.insert(table, step, new Row(first + i, values));
    }
  }

  private long writer() {
    return tx * STATEMENTS + step;
  }

  private List<SoakColumn> chosen(SoakTable table) {
    return table.free().stream().filter(column -> random.nextInt(3) > 0).toList();
  }

  private void run(String sql, List<Object> parameters, int rows) throws SQLException {
    step++;
    int counted = Sql.update(connection, sql, parameters.toArray());
    if (counted != rows) {
      throw new IllegalStateException(
          "the load's own model is wrong: %d rows instead of %d by %s"
              .formatted(counted, rows, sql));
    }
  }
}
