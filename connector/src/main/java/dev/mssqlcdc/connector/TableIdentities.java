package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.core.TableId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * The name under which each table is read: the one that it bore first. A table that is renamed in
 * the source keeps its topic and its offset, unless another table takes its name.
 */
final class TableIdentities {

  private final TableFilter filter;
  private final BiPredicate<TableId, Set<String>> wasRead;
  private Map<Integer, TableId> known = Map.of();

  /**
   * @param wasRead whether an offset is stored under a table's name, of one of these instances
   */
  TableIdentities(TableFilter filter, BiPredicate<TableId, Set<String>> wasRead) {
    this.filter = filter;
    this.wasRead = wasRead;
  }

  /** Tables to read, in the order of their names; their names are remembered. */
  synchronized List<TableId> settle(List<CaptureInstance> listed) {
    known = read(listed, this::before);
    return sorted(known);
  }

  /** Tables to read, as far as it is known without asking for stored offsets. */
  synchronized List<TableId> look(List<CaptureInstance> listed) {
    return sorted(read(listed, own -> Optional.empty()));
  }

  private Map<Integer, TableId> read(List<CaptureInstance> listed, Before before) {
    Map<Integer, TableId> tables = new HashMap<>();
    byObject(listed)
        .forEach(
            (object, own) ->
                name(object, own, listed, before).ifPresent(name -> tables.put(object, name)));
    return tables;
  }

  /** The name before a rename. */
  private interface Before {
    Optional<TableId> of(List<CaptureInstance> own);
  }

  private static Map<Integer, List<CaptureInstance>> byObject(List<CaptureInstance> listed) {
    return listed.stream()
        .collect(
            Collectors.groupingBy(
                CaptureInstance::tableObjectId, LinkedHashMap::new, Collectors.toList()));
  }

  private static List<TableId> sorted(Map<Integer, TableId> tables) {
    return tables.values().stream().distinct().sorted().toList();
  }

  private Optional<TableId> name(
      int object, List<CaptureInstance> own, List<CaptureInstance> listed, Before before) {
    TableId now = own.get(0).table();
    TableId first =
        Optional.ofNullable(known.get(object))
            .or(() -> before.of(own))
            .filter(id -> listed.stream().noneMatch(other -> isNamed(other, id, object)))
            .orElse(now);
    return Optional.of(first).filter(id -> filter.includes(id) || filter.includes(now));
  }

  private static boolean isNamed(CaptureInstance other, TableId name, int thanObject) {
    return other.tableObjectId() != thanObject && other.table().equals(name);
  }

  /** What a name was before, which an instance of the default name still tells. */
  private Optional<TableId> before(List<CaptureInstance> own) {
    TableId now = own.get(0).table();
    Set<String> names = own.stream().map(CaptureInstance::name).collect(Collectors.toSet());
    String start = now.schema() + "_";
    return names.stream()
        .filter(name -> name.startsWith(start) && name.length() > start.length())
        .map(name -> new TableId(now.schema(), name.substring(start.length())))
        .sorted()
        .filter(id -> !id.equals(now) && wasRead.test(id, names) && !wasRead.test(now, names))
        .findFirst();
  }
}
