package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.sandbox.WriterProgram;
import dev.mssqlcdc.silver.spark.Sessions;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.kafka.TestingTopics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The writer's program on topics that a test fills, and Spark on the tables that it writes. */
final class TestingLakehouse implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PREFIX = "lake";

  private final Sandbox sandbox;
  private final TestingRegistry registry;
  private final TestingTopics topics;
  private final Lake lake;
  private final SparkSession spark;
  private final ChildJvm writer;
  private List<String> lastLook = List.of();

  private TestingLakehouse() throws IOException {
    sandbox = Sandbox.start(Sandbox.Part.KAFKA);
    registry = new TestingRegistry();
    topics = new TestingTopics(sandbox.bootstrapServers());
    lake = new Lake(sandbox.folder("lake").toString());
    writer = WriterProgram.start(sandbox, "delta-writer", settings());
    spark = Sessions.local("local[2]");
    spark.conf().set("spark.sql.datetime.java8API.enabled", "true");
    // A few rows are read sooner than code for them is compiled.
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
  }

  static TestingLakehouse start() throws IOException {
    return new TestingLakehouse();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("schema.registry.url", registry.url());
    settings.put("lake.root", lake.root());
    settings.put("topic.prefix", PREFIX);
    settings.put("writer.id", PREFIX);
    settings.put("bronze.type.widening", "true");
    settings.put("flush.interval.ms", "200");
    settings.put("facts.idle.interval.ms", "200");
    settings.put("table.retry.interval.ms", "500");
    settings.put("kafka.metadata.max.age.ms", "500");
    return settings;
  }

  /** A source table with an int key {@code id}, and its topic. */
  TestingTable table(String name) throws Exception {
    TestingTable table = new TestingTable(PREFIX + "." + name, registry.url());
    topics.create(table.topic());
    return table;
  }

  void send(TestingTable table, List<TestingRecord> records) throws Exception {
    topics.send(table.topic(), records);
  }

  /** Waits until control says that the table is complete up to an LSN. */
  void awaitVerdict(TestingTable table, long lsn) {
    lastLook = List.of();
    writer.await(
        "brings %s to %d".formatted(table.topic(), lsn),
        LIMIT,
        () -> verdict(name(table)).filter(TestingTable.lsn(lsn).toString()::equals).isPresent());
  }

  /** Control's new entry for a table; empty also when control is as it was at the last look. */
  private Optional<String> verdict(String name) {
    List<String> log = entries(Path.of(lake.control(), "_delta_log"));
    if (log.isEmpty() || log.equals(lastLook)) {
      return Optional.empty();
    }
    lastLook = log;
    return read(lake.control())
        .where("layer = 'bronze' AND table_name = '" + name + "'")
        .select(Control.END_LSN)
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .findFirst();
  }

  private static List<String> entries(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows of all batches of a table, as facts tells them. */
  long factsRows(TestingTable table) {
    return read(lake.facts())
        .where("event IS NULL AND target = '" + name(table) + "'")
        .selectExpr("sum(rows)")
        .first()
        .getLong(0);
  }

  /** Waits until the writer refuses the table, and gives the statements that it asks for. */
  List<String> awaitStatements(TestingTable table, String refusal) {
    Pattern pattern =
        Pattern.compile(Pattern.quote(refusal) + ".* Run: (.*) \\(next attempt in \\d+ ms\\)");
    writer.await("refuses " + table.topic(), LIMIT, () -> pattern.matcher(writer.output()).find());
    Matcher refused = pattern.matcher(writer.output());
    if (!refused.find()) {
      throw new IllegalStateException("the refusal is gone from the log: " + refusal);
    }
    return List.of(refused.group(1).split("; "));
  }

  /** The table's rows in the order of the topic. */
  Dataset<Row> bronze(TestingTable table) {
    return read(path(table)).orderBy("_kafka_offset");
  }

  Dataset<Row> control() {
    return read(lake.control());
  }

  /** How the table is called in SQL. */
  String inSql(TestingTable table) {
    return "delta.`" + path(table) + "`";
  }

  String controlInSql() {
    return "delta.`" + lake.control() + "`";
  }

  Dataset<Row> sql(String statement) {
    return spark.sql(statement);
  }

  String path(TestingTable table) {
    return lake.table(Layer.BRONZE, name(table));
  }

  private static String name(TestingTable table) {
    return table.topic().substring(PREFIX.length() + 1);
  }

  private Dataset<Row> read(String path) {
    return spark.read().format("delta").load(path);
  }

  @Override
  public void close() {
    spark.stop();
    topics.close();
    registry.close();
    sandbox.close();
  }
}
