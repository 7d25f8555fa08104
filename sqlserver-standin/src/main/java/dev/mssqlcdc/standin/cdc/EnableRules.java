package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code sp_cdc_enable_table} allows, and what follows from its arguments. */
final class EnableRules {
  private static final int MOST_INSTANCES = 2;
  private static final int LONGEST_INSTANCE_NAME = 100;
  private static final Set<String> RESERVED =
      Set.of("__$start_lsn", "__$end_lsn", "__$seqval", "__$operation", "__$update_mask");

  private EnableRules() {}

  /**
   * An instance to be made.
   *
   * @param key what identifies a row; empty for a table without a primary key or named index
   */
  record Plan(String name, Optional<KeyDef> key, List<ColumnDef> captured, boolean netChanges) {}

  /**
   * Checks a request.
   *
   * @param existing all instances of the database
   */
  static Plan check(EnableRequest request, List<CaptureInstance> existing) {
    TableDef source = request.table();
    if (source.schema().equalsIgnoreCase("cdc")) {
      throw CdcErrors.changeDataSchema();
    }
    String name = request.instance().orElse(source.schema() + "_" + source.name()).stripTrailing();
    checkName(source, name, existing);
    Optional<KeyDef> key = key(source, request.indexName());
    boolean netChanges = request.netChanges().orElse(key.isPresent());
    if (netChanges && key.isEmpty()) {
      throw CdcErrors.noRowIdentifier();
    }
    return new Plan(name, key, captured(source, request.columns(), key), netChanges);
  }

  private static void checkName(TableDef source, String name, List<CaptureInstance> existing) {
    if (name.length() > LONGEST_INSTANCE_NAME) {
      throw CdcErrors.instanceNameTooLong(name);
    }
    if (existing.stream().anyMatch(i -> i.name().equalsIgnoreCase(name))) {
      throw CdcErrors.instanceExists(name);
    }
    long ofTable =
        existing.stream().filter(i -> i.source().objectId() == source.objectId()).count();
    if (ofTable >= MOST_INSTANCES) {
      throw CdcErrors.twoInstancesExist(source);
    }
  }

  private static Optional<KeyDef> key(TableDef source, Optional<String> indexName) {
    if (indexName.isEmpty()) {
      return source.primaryKey();
    }
    String name = indexName.get();
    KeyDef key = source.key(name).orElseThrow(() -> CdcErrors.noSuchIndex(source, name));
    if (!key.unique()) {
      throw CdcErrors.indexNotUnique(source, key.name());
    }
    for (String column : key.columns()) {
      if (source.column(column).filter(ColumnDef::nullable).isPresent()) {
        throw CdcErrors.indexNullable(source, key.name());
      }
    }
    return Optional.of(key);
  }

  private static List<ColumnDef> captured(
      TableDef source, List<String> names, Optional<KeyDef> key) {
    if (names.stream().anyMatch(name -> source.column(name).isEmpty())) {
      throw CdcErrors.columnsNotMapped(source);
    }
    List<ColumnDef> columns =
        source.columns().stream()
            .filter(c -> names.isEmpty() || names.stream().anyMatch(c.name()::equalsIgnoreCase))
            .toList();
    for (String keyColumn : key.map(KeyDef::columns).orElse(List.of())) {
      if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(keyColumn))) {
        throw CdcErrors.keyNotCaptured();
      }
    }
    if (columns.stream().anyMatch(column -> RESERVED.contains(column.name()))) {
      throw CdcErrors.reservedColumn(source);
    }
    return columns;
  }
}
