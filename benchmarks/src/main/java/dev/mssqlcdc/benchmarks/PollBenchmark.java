package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.benchmarks.poll.PollFigures;
import dev.mssqlcdc.benchmarks.poll.PollJob;
import dev.mssqlcdc.benchmarks.poll.PollMain;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The task's poll loop alone, without a worker: each in a process of its own, which reads the same
 * backlog from the same stored offset, first to warm up and then to be measured.
 */
final class PollBenchmark implements Benchmark {

  private static final String RECORDS = "poll_records_per_s";
  private static final String CPU = "poll_cpu_s_per_million";
  private static final int WARM_UPS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Sandbox sandbox;
  private final ProductHome home = ProductHome.find();
  private final SourceDatabase database;
  private final int rows;
  private final Child ours;
  private final Child peer;
  private int started;

  private record Child(BenchConnector connector, Path jars, Path offsets) {}

  PollBenchmark(Workbench bench, int rows) throws Exception {
    this.sandbox = bench.sandbox();
    this.rows = rows;
    this.database = bench.newDatabase(1);
    Path folder = sandbox.folder("poll-" + database.name());
    Map<String, String> address = BenchConnector.address(sandbox.sqlServer());
    this.ours =
        new Child(
            BenchConnector.ours(database).with(address),
            connectorJars(),
            folder.resolve("ours.json"));
    Map<String, String> history =
        Map.of(
            "schema.history.internal",
            "io.debezium.storage.file.history.FileSchemaHistory",
            "schema.history.internal.file.filename",
            folder.resolve("history").toString());
    this.peer =
        new Child(
            BenchConnector.debezium(database, history).with(address),
            home.resolve("benchmarks/target/peers/debezium"),
            folder.resolve("peer.json"));
    storeFirst(ours);
    storeFirst(peer);
    database.load(rows);
  }

  private Path connectorJars() throws IOException {
    try (Stream<Path> archives = Files.list(sandbox.connect().plugins())) {
      return archives.findFirst().orElseThrow().resolve("lib");
    }
  }

  @Override
  public Map<String, String> units() {
    Map<String, String> units = new LinkedHashMap<>();
    units.put(RECORDS, "records/s");
    units.put(CPU, "CPU s of the process");
    return units;
  }

  @Override
  public Map<Role, Contender> contenders() {
    Map<Role, Contender> contenders = new LinkedHashMap<>();
    contenders.put(Role.OURS, () -> measure(ours));
    contenders.put(Role.PEER, () -> measure(peer));
    contenders.put(Role.FLOOR, () -> Map.of(RECORDS, database.read()));
    return contenders;
  }

  /** Every child warms itself up: nothing stays warm from one to the next. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, runs);
  }

  /** Its stream begins at the end of the log: until it has begun, more changes must come. */
  private void storeFirst(Child child) throws Exception {
    try (ChildJvm process = start(child, 0, "")) {
      Await.until(
          child.connector().name() + " polls a first change",
          PATIENCE,
          () -> {
            database.insertFirst();
            return !process.alive();
          });
      requireSuccess(process);
    }
  }

  private Map<String, Double> measure(Child child) throws IOException {
    Path result = child.offsets().resolveSibling("figures.json");
    try (ChildJvm process = start(child, rows, result.toString())) {
      Await.until("the poll loop ends", PATIENCE, () -> !process.alive());
      requireSuccess(process);
    }
    PollFigures figures = JSON.readValue(result.toFile(), PollFigures.class);
    return Map.of(RECORDS, figures.rowsPerSecond(), CPU, figures.cpuSecondsPerMillion());
  }

  private static void requireSuccess(ChildJvm process) {
    if (process.exitCode() != 0) {
      throw new IllegalStateException("the poll loop failed:\n" + process.tail());
    }
  }

  private ChildJvm start(Child child, int polled, String result) throws IOException {
    BenchConnector connector = child.connector();
    PollJob job =
        new PollJob(
            connector.config().get("connector.class"),
            connector.config(),
            connector.topics().get(0),
            child.offsets().toString(),
            polled,
            WARM_UPS,
            result);
    File file = child.offsets().resolveSibling("job" + ++started + ".json").toFile();
    JSON.writeValue(file, job);
    return sandbox.run(
        new ChildJvm.Program(
            connector.name(),
            String.join(
                ":",
                home.resolve("benchmarks/target/classes").toString(),
                child.jars() + "/*",
                home.resolve("sandbox/target/kafka") + "/*"),
            PollMain.class.getName(),
            List.of("-Xmx768m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"),
            List.of(file.toString()),
            Map.of(),
            sandbox.log(connector.name())));
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
