package dev.mssqlcdc.silver.compare;

import dev.mssqlcdc.silver.plan.SilverException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns that are compared.
 *
 * @param key those that identify a row, in order
 * @param values the others
 * @param left the names of columns that are not compared, and why
 */
public record ComparedColumns(
    List<ComparedColumn> key, List<ComparedColumn> values, Map<String, String> left)
    implements Serializable {

  private static final String NOT_IN_SILVER = "silver does not have it";
  private static final Set<String> ROW_VERSIONS = Set.of("timestamp", "rowversion");

  public ComparedColumns {
    key = List.copyOf(key);
    values = List.copyOf(values);
    left = new TreeMap<>(left);
  }

  /**
   * Finds the columns that can be compared.
   *
   * @param silver silver's captured columns
   * @param keyNames the names of the key's columns in silver
   * @throws SilverException when a column of the key cannot be compared
   */
  public static ComparedColumns of(
      List<SilverColumn> silver, List<String> keyNames, Collection<SourceColumn> source) {
    Map<String, String> left = new TreeMap<>();
    Map<String, ComparedColumn> compared = new TreeMap<>();
    for (SilverColumn column : silver) {
      Optional<SourceColumn> same = find(source, column.name());
      reason(column, same, keyNames.contains(column.name()))
          .ifPresentOrElse(
              why -> left.put(column.name(), why),
              () -> compared.put(column.name(), compared(column, same.orElseThrow())));
    }
    noteMissing(silver, source, left);
    List<ComparedColumn> key = new ArrayList<>();
    for (String name : keyNames) {
      key.add(
          Optional.ofNullable(compared.remove(name))
              .orElseThrow(() -> keyLeft(name, left.getOrDefault(name, NOT_IN_SILVER))));
    }
    return new ComparedColumns(key, List.copyOf(compared.values()), left);
  }

  /** All of them, the key first. */
  public List<ComparedColumn> all() {
    return Stream.concat(key.stream(), values.stream()).toList();
  }

  private static ComparedColumn compared(SilverColumn silver, SourceColumn source) {
    ValueKind kind = ValueKind.of(silver.type(), source.type()).orElseThrow();
    return new ComparedColumn(silver.name(), source.name(), source.type(), kind);
  }

  /** Names of Delta ignore case; of two source columns that differ by it, one is left out. */
  private static Optional<SourceColumn> find(Collection<SourceColumn> source, String name) {
    return source.stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .or(() -> source.stream().filter(c -> c.name().equalsIgnoreCase(name)).findFirst());
  }

  private static Optional<String> reason(
      SilverColumn silver, Optional<SourceColumn> source, boolean inKey) {
    if (source.isEmpty()) {
      return Optional.of("the source table has no such column");
    }
    return switch (source.get().state()) {
      case DROPPED -> Optional.of("the source table no longer has it");
      case COMPUTED -> Optional.of("it is computed, and change data capture keeps no value of it");
      case NOT_CAPTURED -> Optional.of("it is not captured");
      case CAPTURED -> reason(silver, source.get(), inKey);
    };
  }

  private static Optional<String> reason(SilverColumn silver, SourceColumn source, boolean inKey) {
    if (!inKey && ROW_VERSIONS.contains(source.type())) {
      return Optional.of("the server counts it up with changes that capture does not show");
    }
    return ValueKind.of(silver.type(), source.type()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "it is %s in the source and %s in silver".formatted(source.type(), silver.type()));
  }

  private static void noteMissing(
      List<SilverColumn> silver, Collection<SourceColumn> source, Map<String, String> left) {
    Set<String> known =
        silver.stream()
            .map(column -> column.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    source.stream()
        .filter(column -> column.state() != SourceColumn.State.DROPPED)
        .filter(column -> !known.contains(column.name().toLowerCase(Locale.ROOT)))
        .forEach(column -> left.put(column.name(), NOT_IN_SILVER));
  }

  private static SilverException keyLeft(String name, String why) {
    return new SilverException("column %s of the key cannot be compared: %s".formatted(name, why));
  }
}
