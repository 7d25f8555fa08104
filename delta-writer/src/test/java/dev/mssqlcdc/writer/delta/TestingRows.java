package dev.mssqlcdc.writer.delta;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads tables that only get new files again and again, each file once. */
public final class TestingRows {

  private final KernelTables tables;
  private final Map<String, List<Map<String, Object>>> files = new HashMap<>();

  public TestingRows(KernelTables tables) {
    this.tables = tables;
  }

  /** All rows of the table at a path; none when it is not there. */
  public List<Map<String, Object>> of(String path) {
    return tables
        .find(path)
        .map(
            table -> {
              TableReader reader = new TableReader(tables, table);
              return reader.files().stream().flatMap(file -> read(reader, file).stream()).toList();
            })
        .orElse(List.of());
  }

  private List<Map<String, Object>> read(TableReader reader, ScanFile file) {
    return files.computeIfAbsent(
        KernelInternals.dataFile(file.row()).getPath(), path -> reader.rows(file));
  }
}
