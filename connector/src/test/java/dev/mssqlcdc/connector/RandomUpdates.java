package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random updates, with what the rows were before and after each of them. */
final class RandomUpdates {

  private static final int WIDTH = 12;

  private final Random random;
  private final String[][] rows = new String[5][WIDTH];
  private final int[] numbers = new int[rows.length];
  private final List<String> statements = new ArrayList<>();
  private final List<String> images = new ArrayList<>();

  RandomUpdates(long seed) {
    random = new Random(seed);
    for (int id = 0; id < rows.length; id++) {
      statements.add("INSERT INTO dbo.t (id, n) VALUES (%d, 0)".formatted(id));
      images.add("2: " + row(id));
    }
  }

  static String columns() {
    return IntStream.range(0, WIDTH)
        .mapToObj(i -> "v%d varchar(%s)".formatted(i, i % 3 == 0 ? "10" : "max"))
        .collect(Collectors.joining(", "));
  }

  private String row(int id) {
    return id + "|" + numbers[id] + "|" + String.join("|", rows[id]);
  }

  void update(int n) {
    Map<Integer, Optional<String>> changed = new TreeMap<>();
    for (int i = 0; i < WIDTH; i++) {
      if (random.nextInt(4) == 0) {
        String value = random.nextInt(4) == 0 ? null : "x" + random.nextInt(3);
        changed.put(i, Optional.ofNullable(value));
      }
    }
    var set = new StringBuilder("n = " + n);
    changed.forEach((i, v) -> set.append(", v" + i + " = " + literal(v)));
    int from = random.nextInt(rows.length);
    statements.add("UPDATE dbo.t SET %s WHERE id >= %d".formatted(set, from));
    for (int id = from; id < rows.length; id++) {
      images.add("3: " + row(id));
      String[] values = rows[id];
      changed.forEach((i, v) -> values[i] = v.orElse(null));
      numbers[id] = n;
      images.add("4: " + row(id));
    }
  }

  private static String literal(Optional<String> value) {
    return value.map(v -> "'" + v + "'").orElse("NULL");
  }

  String[] statements() {
    return statements.toArray(String[]::new);
  }

  /** The rows that the change table gets, as {@code operation: values}. */
  List<String> images() {
    return images;
  }
}
