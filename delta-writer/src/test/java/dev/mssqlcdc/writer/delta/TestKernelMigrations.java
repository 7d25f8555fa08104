package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.TableEngine;
import dev.mssqlcdc.lake.TestingMigrations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class TestKernelMigrations extends TestingMigrations<KernelTable> {

  @Override
  protected TableEngine<KernelTable> engine() {
    return tables();
  }

  @Override
  protected void append(String path, Map<String, String> row) {
    KernelTables tables = tables();
    KernelTable table = tables.find(path).orElseThrow();
    Map<String, String> partition = new TreeMap<>(row);
    partition.keySet().retainAll(List.of("layer"));
    List<TableColumn> columns =
        table.columns().stream().filter(column -> !partition.containsKey(column.name())).toList();
    try (RowFile file = RowFile.create(tables, path, columns, Compression.ZSTD)) {
      file.write(columns.stream().map(column -> row.get(column.name())).toArray());
      tables.commit(table, CommitRequest.replace(file.finish(), partition, List.of()));
    } catch (CommitConflictException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected List<Map<String, Object>> rows(String path) {
    KernelTables tables = tables();
    return new TableReader(tables, tables.find(path).orElseThrow()).rows();
  }

  private static KernelTables tables() {
    return new KernelTables(Map.of(), CommitterFactory.standard());
  }
}
