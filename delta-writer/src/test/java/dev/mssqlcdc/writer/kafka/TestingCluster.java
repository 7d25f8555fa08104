package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.kafka.TestingMoments.Action;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.SchemaBuilder;

/** A broker, a registry, sources at work, and instances of the writer that come and go. */
final class TestingCluster implements AutoCloseable {

  private static final String PREFIX = "shop";
  private static final String WRITER_ID = "delta-writer";

  /** How long anything may take. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private final Path folder;
  private final Random random;
  private final Map<String, String> settings;
  private final Sandbox sandbox;
  private final TestingRegistry registry;
  private final TestingTopics topics;
  private final TestingLoad load;
  private final TestingAudit audit;
  private final List<TestingWriter> writers = new ArrayList<>();

  /**
   * Starts what the writers need.
   *
   * @param settings of the writers, besides those that every test needs
   */
  TestingCluster(Path folder, long seed, Map<String, String> settings) throws Exception {
    this.folder = folder;
    this.random = new Random(seed);
    this.settings = settings;
    System.out.println("crash.seed=" + seed);
    sandbox = Sandbox.start(Sandbox.Part.KAFKA);
    registry = new TestingRegistry();
    topics = new TestingTopics(sandbox.bootstrapServers());
    load = new TestingLoad(topics, random, this::factsCommits);
    audit = new TestingAudit(new TestingLake(lake()).lake());
  }

  TestingLoad load() {
    return load;
  }

  /** Adds a source table with a topic of its own. */
  void addSource(String name) throws Exception {
    TestingTable table =
        new TestingTable(PREFIX + "." + name, registry.url())
            .column("name", "name", "nvarchar(50)", SchemaBuilder.string());
    load.add(new TestingSource(name, table, new Random(random.nextLong())));
  }

  /** Starts an instance. */
  TestingWriter start(String name) throws Exception {
    return start(name, 0);
  }

  /**
   * Starts an instance on a store that is far away.
   *
   * @param storeMillis how long a commit takes besides its own time
   */
  TestingWriter start(String name, long storeMillis) throws Exception {
    TestingWriter writer = TestingWriter.start(folder, name, all(), storeMillis);
    writers.add(writer);
    return writer;
  }

  /** Starts an instance that has a plan from its first moment on. */
  TestingWriter prepared(String name, Moment moment, int skipped, Action action) throws Exception {
    new TestingMoments(TestingWriter.plan(folder, name)).plan(moment, skipped, action);
    return start(name);
  }

  private Map<String, String> all() {
    Map<String, String> all = new HashMap<>();
    all.put("bootstrap.servers", sandbox.bootstrapServers());
    all.put("schema.registry.url", registry.url());
    all.put("lake.root", lake().toString());
    all.put("topic.prefix", PREFIX);
    all.put("writer.id", WRITER_ID);
    all.put("flush.interval.ms", "50");
    all.put("facts.idle.interval.ms", "50");
    all.put("table.retry.interval.ms", "500");
    all.put("kafka.session.timeout.ms", "3000");
    all.put("kafka.heartbeat.interval.ms", "300");
    all.put("kafka.metadata.max.age.ms", "500");
    all.putAll(settings);
    return all;
  }

  private long factsCommits() {
    String[] entries = lake().resolve("meta/facts/_delta_log").toFile().list();
    return entries == null
        ? 0
        : Arrays.stream(entries).filter(entry -> entry.endsWith(".json")).count();
  }

  private Path lake() {
    return folder.resolve("lake");
  }

  void checkSoFar() {
    load.forEach(audit::checkSoFar);
  }

  void checkComplete() {
    load.forEach(audit::checkComplete);
  }

  /** Waits until the group has no other member. */
  void awaitAlone(TestingWriter writer) {
    writer
        .process()
        .await("the group has given up the others", LIMIT, () -> topics.members(WRITER_ID) == 1);
  }

  /** Waits until the verdicts cover all that was sent, while an instance lives. */
  void awaitAll(TestingWriter writer) {
    Map<TestingSource, String> wanted = new HashMap<>();
    load.forEach(
        source -> source.expected().lastVerdict().ifPresent(lsn -> wanted.put(source, lsn)));
    writer
        .process()
        .await(
            "verdicts that cover all that was sent",
            LIMIT,
            () ->
                wanted.entrySet().stream()
                    .allMatch(
                        entry ->
                            audit
                                .verdict(entry.getKey())
                                .filter(lsn -> lsn.compareTo(entry.getValue()) >= 0)
                                .isPresent()));
  }

  @Override
  public void close() {
    writers.forEach(writer -> writer.process().kill());
    load.close();
    topics.close();
    registry.close();
    sandbox.close();
  }
}
