package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.metrics.TestingTimers;
import dev.mssqlcdc.writer.settings.WriterSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The program itself, in a process of its own, against a real broker. */
class TestWriterService {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int STOPPED_BY_SIGTERM = 143;

  @RegisterExtension static final TestingKafka KAFKA = new TestingKafka();

  @TempDir Path folder;
  private String prefix;
  private TestingLake lake;
  private int writers;

  @BeforeEach
  void choosePrefix(TestInfo test) {
    prefix = test.getTestMethod().orElseThrow().getName();
    lake = new TestingLake(folder.resolve("lake"));
  }

  @Test
  void topicsBecomeBronzeFactsAndControl() throws Exception {
    TestingTable items = table("dbo.items");
    KAFKA.topics().send(items.topic(), commits(items, 1, 20));

    try (ChildJvm writer = start(Map.of())) {
      awaitVerdict(writer, "dbo.items", 20);
    }

    assertThat(lake.bronzeRows("dbo.items"))
        .extracting(row -> row.get("id"))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).boxed().toList());
    assertThat(lake.facts())
        .filteredOn(row -> row.get("event") == null)
        .extracting(row -> (Long) row.get("rows"))
        .satisfies(rows -> assertThat(rows.stream().mapToLong(n -> n).sum()).isEqualTo(20));
  }

  @Test
  void aStopWritesWhatHasBeenRead() throws Exception {
    TestingTable items = table("dbo.items");
    KAFKA.topics().send(items.topic(), commits(items, 1, 5));

    Path secret = Files.writeString(folder.resolve("jaas"), "Login required password=\"s3cret\";");
    ChildJvm writer =
        start(
            Map.of(
                "flush.interval.ms", "600000", "kafka.sasl.jaas.config", "${file:" + secret + "}"),
            "-Dorg.slf4j.simpleLogger.log.org.apache.kafka=info",
            Map.of("MSSQLCDC_FLUSH_ROWS", "4"));
    try {
      writer.await("full batches", LIMIT, () -> lake.bronzeRows("dbo.items").size() == 4);
      ProcessHandle.of(writer.pid()).orElseThrow().destroy();
      Await.until("the writer ends", LIMIT, () -> !writer.alive());
    } finally {
      writer.close();
    }

    assertThat(writer.exitCode()).as(writer.output()).isEqualTo(STOPPED_BY_SIGTERM);
    assertThat(writer.output())
        .contains("answers on http://127.0.0.1:", "stopped: what had been read is written")
        .contains("sasl.jaas.config = [hidden]")
        .doesNotContain("s3cret");
    assertThat(lake.bronzeRows("dbo.items")).as(writer.output()).hasSize(5);
    assertThat(facts("dbo.items", "progress")).hasSize(5);
    assertThat(lake.control().get(0)).containsEntry("end_lsn", TestingTable.lsn(5).toString());
  }

  @Test
  void aTopicThatWasCreatedAnewIsRefusedAndTheOthersGoOn() throws Exception {
    TestingTable items = table("dbo.items");
    TestingTable orders = table("dbo.orders");
    KAFKA.topics().send(items.topic(), commits(items, 1, 3));
    KAFKA.topics().send(orders.topic(), commits(orders, 1, 3));
    try (ChildJvm writer = start(Map.of())) {
      awaitVerdict(writer, "dbo.items", 3);
    }
    KAFKA.topics().delete(items.topic());
    Await.until("the topic is created anew", LIMIT, () -> created(items.topic()));
    KAFKA.topics().send(items.topic(), commits(items, 4, 9));
    KAFKA.topics().send(orders.topic(), commits(orders, 4, 9));

    try (ChildJvm writer = start(Map.of())) {
      awaitVerdict(writer, "dbo.orders", 9);
      writer.await(
          "the refusal", LIMIT, () -> writer.output().contains("was deleted and created anew"));
    }

    assertThat(lake.bronzeRows("dbo.items")).hasSize(3);
  }

  @Test
  void topicsWhoseTablesWouldShareANameAreRefusedAndTheOthersGoOn() throws Exception {
    TestingTable items = table("dbo.items");
    TestingTable twin = table("sales.items");
    TestingTable orders = table("dbo.orders");
    for (TestingTable each : List.of(items, twin, orders)) {
      KAFKA.topics().send(each.topic(), commits(each, 1, 2));
    }

    try (ChildJvm writer = start(Map.of("table.name.template", "${table}"))) {
      awaitVerdict(writer, "orders", 2);
      writer.await("both refusals", LIMIT, () -> tellsOf(writer, items, twin));
    }

    assertThat(lake.bronzeRows("orders")).hasSize(2);
    assertThat(lake.bronzeRows("items")).isEmpty();
  }

  private static boolean tellsOf(ChildJvm writer, TestingTable one, TestingTable other) {
    String both = "topic %s: its table would share the name 'items' with that of %s";
    return writer.output().contains(both.formatted(one.topic(), other.topic()))
        && writer.output().contains(both.formatted(other.topic(), one.topic()));
  }

  @Test
  void aRegistryThatIsDownHoldsOnlyTheTablesThatNeedIt() throws Exception {
    TestingTable items = table("dbo.items");
    TestingTable orders = table("dbo.orders");
    KAFKA.topics().send(items.topic(), commits(items, 1, 2));
    try (ChildJvm writer = start(Map.of())) {
      awaitVerdict(writer, "dbo.items", 2);
      List<TestingRecord> needy = commits(orders, 1, 2);
      List<TestingRecord> content = commits(items, 3, 4);
      KAFKA.registry().down(true);
      KAFKA.topics().send(orders.topic(), needy);
      KAFKA.topics().send(items.topic(), content);
      writer.await(
          "the complaint",
          LIMIT,
          () ->
              writer.output().contains("check schema.registry.url")
                  || writer.output().contains("it answered 503"));
      awaitVerdict(writer, "dbo.items", 4);
      assertThat(lake.bronzeRows("dbo.orders")).isEmpty();

      KAFKA.registry().down(false);
      awaitVerdict(writer, "dbo.orders", 2);
    } finally {
      KAFKA.registry().down(false);
    }
  }

  @Test
  void nothingIsReadWhileMoreWaitsThanTheMemoryLimit() throws Exception {
    TestingTable items = table("dbo.items");
    String large = "x".repeat(600_000);
    List<TestingRecord> records =
        List.of(
            items.change(1, 1, Operation.INSERT, Map.of("id", 1, "name", large)),
            items.change(1, 2, Operation.INSERT, Map.of("id", 2, "name", large)));
    KAFKA.topics().send(items.topic(), records);
    WriterSettings settings = new WriterSettings(settings(Map.of("memory.limit", "1048576")));
    SchemaClient schemas = new SchemaClient(settings.registry());
    WriterParts parts =
        WriterParts.of(settings, schemas, CommitterFactory.standard(), TestingTimers.unseen());
    TopicPartition partition = new TopicPartition(items.topic(), 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(KafkaSettings.consumer(settings));
        TopicCatalog catalog = new TopicCatalog(settings)) {
      Feeds feeds = new Feeds(settings, consumer, catalog, parts);
      consumer.assign(List.of(partition));
      feeds.assigned(List.of(partition));
      feeds.openDue(Long.MAX_VALUE);
      assertThat(consumer.paused()).isEmpty();

      feeds.open(partition).orElseThrow().add(records.get(0).at(0));
      feeds.settle();
      assertThat(consumer.paused()).isEmpty();
      feeds.open(partition).orElseThrow().add(records.get(1).at(1));
      feeds.settle();
      assertThat(consumer.paused()).containsExactly(partition);
      assertThat(feeds.nextDue()).isZero();

      parts.cycle().run(feeds.due(), Long.MAX_VALUE);
      feeds.settle();
      assertThat(consumer.paused()).isEmpty();
    }
    assertThat(lake.bronzeRows("dbo.items")).hasSize(2);
  }

  @Test
  void whatCannotBeReachedAtTheStartIsNamed() throws Exception {
    Path file = Files.createFile(folder.resolve("a-file"));

    assertStartFails(
        Map.of(
            "bootstrap.servers", "127.0.0.1:1",
            "kafka.default.api.timeout.ms", "2000",
            "kafka.request.timeout.ms", "1000"),
        "Kafka at 127.0.0.1:1 does not answer",
        "check bootstrap.servers");
    assertStartFails(
        Map.of("schema.registry.url", "http://127.0.0.1:1"),
        "schema registry http://127.0.0.1:1",
        "check schema.registry.url");
    assertStartFails(
        Map.of("lake.root", file + "/lake"),
        "lake.root '" + file + "/lake' cannot be used",
        "check the path and the permission to write there");
    assertStartFails(Map.of("flush.row", "1"), "Unknown setting 'flush.row'");
    assertStartFails(
        Map.of("http.listen", KAFKA.registry().url().replace("http://", "")),
        "cannot listen on 127.0.0.1:",
        "choose another http.listen");
  }

  private void assertStartFails(Map<String, String> overrides, String... messages)
      throws Exception {
    try (ChildJvm writer = start(overrides)) {
      Await.until("the writer gives up", LIMIT, () -> !writer.alive());
      assertThat(writer.output()).contains(messages).doesNotContain("\tat ");
      assertThat(writer.exitCode()).isEqualTo(1);
    }
  }

  private static boolean created(String topic) throws Exception {
    KAFKA.topics().create(topic);
    return true;
  }

  private TestingTable table(String name) throws Exception {
    TestingTable table =
        new TestingTable(prefix + "." + name, KAFKA.registry().url())
            .column("name", "name", "nvarchar(50)", SchemaBuilder.string());
    KAFKA.topics().create(table.topic());
    return table;
  }

  /** One insert per commit, and a progress event after it. */
  private static List<TestingRecord> commits(TestingTable table, long from, long to) {
    List<TestingRecord> records = new ArrayList<>();
    for (long lsn = from; lsn <= to; lsn++) {
      records.add(
          table.change(lsn, 1, Operation.INSERT, Map.of("id", (int) lsn, "name", "row " + lsn)));
      records.add(table.progress(lsn == 1 ? null : lsn - 1, lsn, 1));
    }
    return records;
  }

  private List<Map<String, Object>> facts(String table, String event) {
    return lake.facts().stream()
        .filter(row -> table.equals(row.get("target")))
        .filter(row -> event == null ? row.get("event") == null : event.equals(row.get("event")))
        .toList();
  }

  private void awaitVerdict(ChildJvm writer, String table, long lsn) {
    writer.await(
        "verdict of " + table,
        LIMIT,
        () ->
            lake.control().stream()
                .filter(row -> table.equals(row.get("table_name")))
                .map(row -> row.get("end_lsn"))
                .anyMatch(TestingTable.lsn(lsn).toString()::equals));
  }

  private ChildJvm start(Map<String, String> overrides) throws Exception {
    return start(overrides, "-ea", Map.of());
  }

  private ChildJvm start(
      Map<String, String> overrides, String jvmArg, Map<String, String> environment)
      throws Exception {
    Properties properties = new Properties();
    properties.putAll(settings(overrides));
    writers++;
    Path file = folder.resolve("writer" + writers + ".properties");
    try (var out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    return ChildJvm.start(
        new ChildJvm.Program(
            "delta-writer",
            System.getProperty("java.class.path"),
            "dev.mssqlcdc.writer.Main",
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", jvmArg),
            List.of("--config", file.toString()),
            environment,
            folder.resolve("writer" + writers + ".log")));
  }

  private Map<String, String> settings(Map<String, String> overrides) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", KAFKA.sandbox().bootstrapServers());
    settings.put("schema.registry.url", KAFKA.registry().url());
    settings.put("lake.root", folder.resolve("lake").toString());
    settings.put("topic.prefix", prefix);
    settings.put("writer.id", prefix);
    settings.put("http.listen", "127.0.0.1:0");
    settings.put("flush.interval.ms", "200");
    settings.put("facts.idle.interval.ms", "200");
    settings.put("table.retry.interval.ms", "500");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("kafka.heartbeat.interval.ms", "500");
    settings.putAll(overrides);
    return settings;
  }
}
