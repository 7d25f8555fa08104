package dev.mssqlcdc.connector.core;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The tables of a connector, as signals name them. */
public final class SignalTables {

  private final List<TableId> own;
  private final TreeSet<TableId> all;

  /**
   * @param own tables that this task reads
   * @param others tables that the connector's other tasks read
   */
  public SignalTables(Collection<TableId> own, Collection<TableId> others) {
    this.own = List.copyOf(own);
    this.all = new TreeSet<>(own);
    this.all.addAll(others);
  }

  /** The tables of this task that a signal is for. */
  public List<TableId> addressed(Signal signal) {
    if (signal.table().isEmpty()) {
      return own;
    }
    List<TableId> named = named(signal.table().get());
    return named.size() == 1 && own.contains(named.get(0)) ? named : List.of();
  }

  /**
   * What is wrong with the table that a signal names. Every task sees every signal; only the one
   * that reads the connector's first table tells.
   */
  public Optional<String> fault(Signal signal) {
    boolean tells = all.isEmpty() || own.contains(all.first());
    return signal.table().filter(table -> tells).flatMap(this::fault);
  }

  private Optional<String> fault(TableId table) {
    List<TableId> named = named(table);
    if (named.size() == 1) {
      return Optional.empty();
    }
    return Optional.of(
        named.isEmpty()
            ? "table %s is not read by this connector; name a table that has a capture instance and is in table.include.list as schema.table"
                .formatted(table)
            : "table %s may be any of %s; write its name as the source does"
                .formatted(table, named));
  }

  /** A name in another case serves where it can mean one table only. */
  private List<TableId> named(TableId table) {
    if (all.contains(table)) {
      return List.of(table);
    }
    return all.stream()
        .filter(
            t ->
                t.schema().equalsIgnoreCase(table.schema())
                    && t.name().equalsIgnoreCase(table.name()))
        .toList();
  }
}
