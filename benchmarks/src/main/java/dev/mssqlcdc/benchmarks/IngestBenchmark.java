package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.floor.FloorMain;
import dev.mssqlcdc.benchmarks.writer.CommittedRows;
import dev.mssqlcdc.benchmarks.writer.CountedRows;
import dev.mssqlcdc.benchmarks.writer.SalesTopic;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.Folders;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * How fast the records of one topic become readable in a Delta table, and what that takes. Every
 * contender is a process of its own that reads the same records from their beginning into a folder
 * of its own.
 */
final class IngestBenchmark implements Benchmark {

  private static final String ROWS = "rows_per_s";
  private static final String CPU = "cpu_s_per_million";
  private static final String MEMORY = "peak_rss_mb";

  private static final int SPARE = 250_000;

  private final Sandbox sandbox;
  private final ProductHome home = ProductHome.find();
  private final int rows;
  private final Path schema;
  private int started;

  /** A process that has been started, and how many rows it has made readable. */
  private record Contestant(ChildJvm process, Callable<Long> readable) {}

  @FunctionalInterface
  private interface Start {
    Contestant in(String name, Path folder) throws IOException;
  }

  /**
   * @param rows after which a run ends; the topic has a quarter million more, so that nobody is
   *     measured while it waits for a last batch to fill
   */
  IngestBenchmark(Sandbox sandbox, int rows) throws Exception {
    this.sandbox = sandbox;
    this.rows = rows;
    this.schema = sandbox.folder("ingest").resolve("value.avsc");
    Files.writeString(
        schema,
        SalesTopic.create(sandbox.bootstrapServers(), sandbox.registryUrl(), rows + SPARE)
            .toString());
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(ROWS, "rows/s");
    units.put(CPU, "CPU s of the process");
    units.put(MEMORY, "MB resident");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> measure("writer", this::writer));
    contenders.put(Role.PEER, () -> measure("spark", this::spark));
    contenders.put(Role.FLOOR, () -> measure("floor", this::floor));
    return contenders;
  }

  private Map<String, Double> measure(String contender, Start start) throws Exception {
    String name = contender + "-" + ++started;
    Path folder = sandbox.folder(name);
    Contestant contestant = start.in(name, folder);
    try {
      return figures(Ingestion.measure(contestant.process(), contestant.readable(), rows));
    } finally {
      // nobody reads what it would still write before it ends
      contestant.process().kill();
      Folders.delete(folder);
    }
  }

  private static Map<String, Double> figures(Ingestion ingestion) {
    Map<String, Double> figures = new HashMap<>();
    figures.put(ROWS, ingestion.rowsPerSecond());
    figures.put(CPU, ingestion.cpuSecondsPerMillion());
    ingestion.peakMegabytes().ifPresent(peak -> figures.put(MEMORY, peak));
    return figures;
  }

  private Contestant writer(String name, Path folder) {
    BenchWriter writer = BenchWriter.start(sandbox, name, SalesTopic.PREFIX, Map.of());
    return new Contestant(writer.process(), writer.bronze(SalesTopic.TABLE)::count);
  }

  private Contestant spark(String name, Path folder) {
    Path table = folder.resolve("table");
    List<String> jvm =
        List.of(
            "-Xmx2g",
            "@" + home.resolve("silver-job/conf/spark-jvm.args"),
            "-Dlog4j2.configurationFile=" + home.resolve("silver-job/conf/log4j2.properties"));
    String classPath =
        home.programClassPath("spark-peer") + ":" + home.programClassPath("silver-job");
    ChildJvm process =
        run(
            name,
            classPath,
            "dev.mssqlcdc.sparkpeer.Main",
            jvm,
            List.of(
                sandbox.bootstrapServers(),
                SalesTopic.NAME,
                schema.toString(),
                table.toString(),
                folder.resolve("checkpoint").toString()));
    return new Contestant(process, new CommittedRows(table)::count);
  }

  private Contestant floor(String name, Path folder) throws IOException {
    Path counts = Files.createFile(folder.resolve("counts"));
    ChildJvm process =
        run(
            name,
            home.programClassPath("benchmarks"),
            FloorMain.class.getName(),
            BenchWriter.JVM,
            List.of(
                sandbox.bootstrapServers(),
                sandbox.registryUrl(),
                SalesTopic.NAME,
                folder.toString(),
                counts.toString()));
    return new Contestant(process, () -> CountedRows.sum(counts));
  }

  private ChildJvm run(
      String name, String classPath, String main, List<String> jvm, List<String> args) {
    return sandbox.run(
        new ChildJvm.Program(name, classPath, main, jvm, args, Map.of(), sandbox.log(name)));
  }

  @Override
  public void close() {}
}
