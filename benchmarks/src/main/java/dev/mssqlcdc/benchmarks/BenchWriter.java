package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.writer.CommittedRows;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.sandbox.WriterProgram;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A delta-writer that is measured, with a lake and a consumer group of its own.
 *
 * @param process the program
 * @param lake where it writes
 */
record BenchWriter(ChildJvm process, Lake lake) implements AutoCloseable {

  /** As bin/delta-writer. */
  static final List<String> JVM = List.of("-Xmx1g", "-XX:+UseParallelGC");

  /**
   * Starts one.
   *
   * @param name of its group, its log and its lake's folder
   * @param settings that are not as by default
   */
  static BenchWriter start(
      Sandbox sandbox, String name, String topicPrefix, Map<String, String> settings) {
    Lake lake = new Lake(sandbox.folder(name).toString());
    Map<String, String> all = new HashMap<>(settings);
    all.put("lake.root", lake.root());
    all.put("topic.prefix", topicPrefix);
    all.put("writer.id", name);
    return new BenchWriter(WriterProgram.start(sandbox, name, JVM, all), lake);
  }

  /** Rows of a bronze table. */
  CommittedRows bronze(String table) {
    return new CommittedRows(Path.of(lake.table(Layer.BRONZE, table)));
  }

  /** Rows of facts. */
  CommittedRows facts() {
    return new CommittedRows(Path.of(lake.facts()));
  }

  @Override
  public void close() {
    process.close();
  }
}
