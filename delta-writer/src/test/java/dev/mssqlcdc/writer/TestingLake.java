package dev.mssqlcdc.writer;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.ScanFile;
import dev.mssqlcdc.writer.delta.TableReader;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads what the writer wrote, as another process would. */
public final class TestingLake {

  private final Lake lake;
  private final KernelTables tables = new KernelTables(Map.of(), CommitterFactory.standard());

  public TestingLake(Path root) {
    this.lake = new Lake(root.toString());
  }

  public Lake lake() {
    return lake;
  }

  public KernelTable bronze(String name) {
    return tables.find(lake.table(Layer.BRONZE, name)).orElseThrow();
  }

  /** In the order of the topic; empty when there is no table. */
  public List<Map<String, Object>> bronzeRows(String name) {
    return rows(lake.table(Layer.BRONZE, name), "_kafka_offset");
  }

  public List<ScanFile> bronzeFiles(String name) {
    return new TableReader(tables, bronze(name)).files();
  }

  public List<Map<String, Object>> facts() {
    return rows(lake.facts(), "batch_id");
  }

  /** How far the facts of an application have come. */
  public OptionalLong factsOffset(String appId) {
    return tables
        .find(lake.facts())
        .map(facts -> tables.transactionVersion(facts, appId))
        .orElse(OptionalLong.empty());
  }

  public List<Map<String, Object>> control() {
    return rows(lake.control(), "end_lsn");
  }

  private List<Map<String, Object>> rows(String path, String order) {
    return tables
        .find(path)
        .map(
            table ->
                new TableReader(tables, table)
                    .rows().stream()
                        .sorted(
                            Comparator.comparing(
                                row -> comparable(row.get(order)),
                                Comparator.nullsFirst(Comparator.naturalOrder())))
                        .toList())
        .orElse(List.of());
  }

  @SuppressWarnings("unchecked")
  private static Comparable<Object> comparable(Object value) {
    return (Comparable<Object>) value;
  }
}
