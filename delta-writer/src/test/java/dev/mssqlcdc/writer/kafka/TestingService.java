package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import dev.mssqlcdc.writer.tables.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The service in this process, with the tables that it writes. */
final class TestingService implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Map<String, String> settings = new HashMap<>();
  private final TestingLake lake;
  private WriterService service;
  private Thread thread;
  private volatile Throwable failure;

  TestingService(String bootstrapServers, String registry, String prefix, Path root) {
    lake = new TestingLake(root);
    settings.put("bootstrap.servers", bootstrapServers);
    settings.put("schema.registry.url", registry);
    settings.put("lake.root", root.toString());
    settings.put("topic.prefix", prefix);
    settings.put("writer.id", prefix);
    settings.put("flush.interval.ms", "100");
    settings.put("facts.idle.interval.ms", "100");
    settings.put("table.retry.interval.ms", "200");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("kafka.heartbeat.interval.ms", "500");
  }

  TestingService with(String key, String value) {
    settings.put(key, value);
    return this;
  }

  TestingService start() {
    return start(CommitterFactory.standard());
  }

  TestingService start(CommitterFactory committers) {
    SchemaClient registry = new SchemaClient(settings().registry());
    StatusBoard board = new StatusBoard();
    WriterMetrics metrics = new WriterMetrics(board);
    service =
        new WriterService(
            settings(),
            WriterParts.of(settings(), registry, committers, metrics.steps()),
            board,
            metrics);
    thread = new Thread(this::run, "writer");
    thread.start();
    return this;
  }

  private void run() {
    try (WriterService running = service) {
      running.run();
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  void stop() {
    try {
      service.stop(LIMIT);
      thread.join(LIMIT.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isRunning() {
    return thread != null && thread.isAlive();
  }

  TestingLake lake() {
    return lake;
  }

  WriterSettings settings() {
    return new WriterSettings(settings);
  }

  /** The settings as a file, for commands. */
  Path file(Path folder) {
    Properties properties = new Properties();
    properties.putAll(settings);
    Path file = folder.resolve("writer.properties");
    try (var out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  void await(String what, BooleanSupplier condition) {
    Await.until(
        what,
        LIMIT,
        () -> {
          if (failure != null) {
            throw new AssertionError("the service ended", failure);
          }
          return condition.getAsBoolean();
        });
  }

  void awaitVerdict(String table, long lsn) {
    await("verdict of " + table, () -> TestingTable.lsn(lsn).toString().equals(verdict(table)));
  }

  Object verdict(String table) {
    return lake.control().stream()
        .filter(row -> table.equals(row.get("table_name")))
        .map(row -> row.get("end_lsn"))
        .findFirst()
        .orElse(null);
  }

  /** Looks at the facts' transaction ids alone, which costs little however many rows they have. */
  boolean isWrittenUpTo(String table, long offset) {
    String topic = settings.get("topic.prefix") + "." + table;
    try (TopicCatalog catalog = new TopicCatalog(settings())) {
      Topic described = catalog.describe(Set.of(topic)).get(topic).topic(settings(), topic);
      return lake.factsOffset(described.factsAppId()).equals(OptionalLong.of(offset));
    }
  }

  List<Map<String, Object>> events(String table, String event) {
    return lake.facts().stream()
        .filter(row -> table.equals(row.get("target")) && event.equals(row.get("event")))
        .toList();
  }

  @Override
  public void close() {
    if (isRunning()) {
      stop();
    }
  }
}
