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

  /** The table's instances among all; its name may have changed since it was opened. */
  static List<CaptureInstance> own(TableState table, List<CaptureInstance> all) {
    return all.stream().filter(instance -> isOf(instance, table)).toList();
  }

  private static boolean isOf(CaptureInstance instance, TableState table) {
    return table.definition() == null
        ? instance.table().equals(table.id())
        : instance.tableObjectId() == table.definition().instance().tableObjectId();
  }
}
