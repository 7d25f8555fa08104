package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableDef;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of {@code sp_cdc_enable_table}.
 *
 * @param columns the captured column list, empty for all columns
 */
public record EnableRequest(
    TableDef table,
    Optional<String> instance,
    Optional<String> role,
    List<String> columns,
    Optional<String> indexName,
    Optional<Boolean> netChanges) {

  EnableRequest of(TableDef now) {
    return new EnableRequest(now, instance, role, columns, indexName, netChanges);
  }
}
