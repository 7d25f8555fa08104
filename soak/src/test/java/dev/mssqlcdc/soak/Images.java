package dev.mssqlcdc.soak;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Compares rows of records with rows of the load. */
final class Images {

  private Images() {}

  /** The number of a record's row; its key, if it has one, must say the same. */
  static long number(SoakTable table, Arrived.OfRow record) {
    KeyShape shape = table.shape();
    List<Object> values = shape.columns().stream().map(record.values()::get).toList();
    Optional<List<Object>> key = shape.isKeyed() ? Optional.of(values) : Optional.empty();
    if (!record.key().equals(key)) {
      throw new Violation("the record's key is " + record.key() + " and its row's is " + key);
    }
    return shape.number(values);
  }

  /**
   * What is wrong with a record's row; empty when nothing is.
   *
   * @param transaction the one that wrote it; empty for a row of a snapshot
   */
  static Optional<String> difference(
      SoakTable table, Row expected, Arrived.OfRow record, Optional<Transaction> transaction) {
    Optional<Instance> instance = table.instance(record.instance());
    if (instance.isEmpty()) {
      return Optional.of("the table has no capture instance " + record.instance());
    }
    Map<String, SoakColumn> captured = new HashMap<>();
    instance.get().columns().forEach(column -> captured.put(column.name(), column));
    Set<String> names = new TreeSet<>(record.values().keySet());
    names.addAll(captured.keySet());
    names.removeAll(table.shape().columns());
    for (String name : names) {
      Object is = record.values().get(name);
      Object shouldBe = expected.values().get(name);
      if (!isRight(Optional.ofNullable(captured.get(name)), is, shouldBe, transaction)) {
        return Optional.of(
            "column %s is %s instead of %s".formatted(name, shown(is), shown(shouldBe)));
      }
    }
    return Optional.empty();
  }

  private static boolean isRight(
      Optional<SoakColumn> captured,
      Object is,
      Object shouldBe,
      Optional<Transaction> transaction) {
    if (captured.isEmpty() || transaction.filter(captured.get()::mustLack).isPresent()) {
      return is == null;
    }
    return Objects.equals(is, shouldBe) || (is == null && captured.get().mayLack());
  }

  /** A value, or as much of it as a line takes. */
  static String shown(Object value) {
    String text = String.valueOf(value);
    return text.length() <= 80 ? text : text.substring(0, 80) + "... (" + text.length() + ")";
  }
}
