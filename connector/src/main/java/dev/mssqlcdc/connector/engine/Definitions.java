package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.InstanceUnion;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TableDefinitions;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.List;
import java.util.Optional;

/** Reads definitions of tables as their capture instances have them now. */
final class Definitions {

  private final Source source;
  private final TableFilter filter;

  Definitions(Source source, TableFilter filter) {
    this.source = source;
    this.filter = filter;
  }

  /**
   * @param older the instance that the table's stream read before, while it still exists
   */
  TableDefinition read(CaptureInstance instance, Optional<InstanceUnion.Older> older) {
    TableDefinition own =
        TableDefinitions.build(
            instance,
            source.catalog().capturedColumns(instance.name()),
            source.catalog().tableColumns(instance.tableObjectId()),
            filter);
    return older.map(before -> InstanceUnion.of(own, before, filter)).orElse(own);
  }

  /** An instance of that name with its columns; empty when it does not exist any more. */
  Optional<InstanceUnion.Older> older(List<CaptureInstance> own, String name) {
    return own.stream()
        .filter(instance -> instance.name().equals(name))
        .findFirst()
        .map(
            instance ->
                new InstanceUnion.Older(
                    instance, source.catalog().capturedColumns(instance.name())));
  }

  /** The table's instances among all; its name may have changed since it was read first. */
  static List<CaptureInstance> own(TableState table, List<CaptureInstance> all) {
    if (table.definition() != null) {
      return of(table.definition().instance().tableObjectId(), all);
    }
    List<CaptureInstance> named =
        all.stream().filter(instance -> instance.table().equals(table.id())).toList();
    if (!named.isEmpty() || !table.hasPosition()) {
      return named;
    }
    return all.stream()
        .filter(instance -> instance.name().equals(table.stream().instance()))
        .findFirst()
        .map(instance -> of(instance.tableObjectId(), all))
        .orElse(List.of());
  }

  private static List<CaptureInstance> of(int object, List<CaptureInstance> all) {
    return all.stream().filter(instance -> instance.tableObjectId() == object).toList();
  }
}
