package dev.mssqlcdc.connector;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table {@code dbo.t} with a random key, and random changes of it as statements. Each row has a
 * number of its own in {@code rid}, which no statement changes, and another in {@code n}.
 */
final class RandomTable {

  private static final int ROWS_PER_INSERT = 50;
  private static final int TRIES = 20;

  private final Random random;
  private final List<KeyColumn> key = new ArrayList<>();

  /** How many values of a column are in use; one of them in most rows where it is skewed. */
  private final List<Integer> values = new ArrayList<>();

  private final Set<Integer> skewed = new HashSet<>();
  private final Map<Integer, List<Integer>> rows = new HashMap<>();
  private int lastRow;

  RandomTable(Random random) {
    this.random = random;
    int columns = List.of(0, 1, 1, 1, 1, 2, 2, 3, 4).get(random.nextInt(9));
    int wide = random.nextInt(Math.max(1, columns));
    for (int i = 0; i < columns; i++) {
      KeyColumn column = KeyColumn.ALL.get(random.nextInt(KeyColumn.ALL.size()));
      key.add(column);
      boolean isSkewed = i != wide && random.nextBoolean();
      values.add(
          i == wide || isSkewed
              ? column.distinct()
              : Math.min(column.distinct(), 1 + random.nextInt(6)));
      if (isSkewed) {
        skewed.add(i);
      }
    }
  }

  boolean isKeyless() {
    return key.isEmpty();
  }

  int size() {
    return rows.size();
  }

  private List<String> names() {
    return IntStream.range(0, key.size()).mapToObj(i -> "k" + i).toList();
  }

  /** The statement that creates the table. */
  String definition() {
    String columns =
        IntStream.range(0, key.size())
            .mapToObj(i -> "k%d %s NOT NULL, ".formatted(i, key.get(i).type()))
            .collect(Collectors.joining());
    String primary = isKeyless() ? "" : ", PRIMARY KEY (" + String.join(", ", names()) + ")";
    return "CREATE TABLE dbo.t (%srid int NOT NULL, n int NULL%s)".formatted(columns, primary);
  }

  /** Statements that insert about so many rows. */
  List<String> fill(int wanted) {
    List<String> inserted = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      List<Integer> free = freeKey();
      if (free != null) {
        inserted.add(newRow(free));
      }
    }
    List<String> statements = new ArrayList<>();
    for (int i = 0; i < inserted.size(); i += ROWS_PER_INSERT) {
      int end = Math.min(inserted.size(), i + ROWS_PER_INSERT);
      statements.add("INSERT INTO dbo.t VALUES " + String.join(", ", inserted.subList(i, end)));
    }
    return statements;
  }

  /** A key that no row has; null if none was found. */
  private List<Integer> freeKey() {
    for (int i = 0; i < TRIES; i++) {
      List<Integer> candidate = IntStream.range(0, key.size()).mapToObj(this::value).toList();
      if (isKeyless() || !rows.containsValue(candidate)) {
        return candidate;
      }
    }
    return null;
  }

  private int value(int column) {
    boolean isUsual = skewed.contains(column) && random.nextInt(20) > 0;
    return isUsual ? 0 : random.nextInt(values.get(column));
  }

  private String newRow(List<Integer> ofKey) {
    int row = ++lastRow;
    rows.put(row, ofKey);
    String literals = literals(ofKey).stream().map(l -> l + ", ").collect(Collectors.joining());
    return "(%s%d, %d)".formatted(literals, row, random.nextInt(1000));
  }

  private List<String> literals(List<Integer> ofKey) {
    return IntStream.range(0, key.size())
        .mapToObj(i -> key.get(i).literals().of(ofKey.get(i), random))
        .toList();
  }

  /** The statements of a transaction. */
  List<String> changes() {
    List<String> statements = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      change(statements);
    }
    return statements;
  }

  private void change(List<String> statements) {
    List<Integer> present = List.copyOf(rows.keySet());
    if (present.isEmpty() || random.nextInt(4) == 0) {
      statements.addAll(fill(1 + random.nextInt(3)));
      return;
    }
    int row = present.get(random.nextInt(present.size()));
    switch (random.nextInt(5)) {
      case 0 -> delete(row, statements);
      case 1 -> move(row, statements);
      case 2 -> {
        List<Integer> ofKey = rows.get(row);
        delete(row, statements);
        statements.add("INSERT INTO dbo.t VALUES " + newRow(ofKey));
      }
      case 3 ->
          statements.add(
              "UPDATE dbo.t SET n = n + 1 WHERE rid %% 7 = %d".formatted(random.nextInt(7)));
      default ->
          statements.add(
              "UPDATE dbo.t SET n = %d WHERE rid = %d".formatted(random.nextInt(1000), row));
    }
  }

  private void delete(int row, List<String> statements) {
    rows.remove(row);
    statements.add("DELETE FROM dbo.t WHERE rid = " + row);
  }

  /** Another key for the row. */
  private void move(int row, List<String> statements) {
    List<Integer> to = freeKey();
    if (isKeyless() || to == null) {
      return;
    }
    rows.put(row, to);
    List<String> literals = literals(to);
    String set =
        IntStream.range(0, key.size())
            .mapToObj(i -> "k%d = %s".formatted(i, literals.get(i)))
            .collect(Collectors.joining(", "));
    statements.add("UPDATE dbo.t SET %s WHERE rid = %d".formatted(set, row));
  }

  @Override
  public String toString() {
    return "%s with %d rows, %s values, skewed %s"
        .formatted(definition(), rows.size(), values, skewed);
  }
}
