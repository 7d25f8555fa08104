package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingHttp;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a running writer tells over HTTP. */
class TestOperations {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PASSWORD = "never-told";

  @RegisterExtension static final TestingKafka KAFKA = new TestingKafka();

  @TempDir Path folder;
  private String prefix;
  private TestingLake lake;

  @BeforeEach
  void choosePrefix(TestInfo test) {
    prefix = test.getTestMethod().orElseThrow().getName();
    lake = new TestingLake(folder.resolve("lake"));
  }

  @Test
  void aTableThatIsWrittenTellsWhereItStands() throws Exception {
    TestingTable items = table("dbo.items");
    try (TestingEndpoints writer = start(Map.of())) {
      writer.awaitReady();
      KAFKA.topics().send(items.topic(), commits(items, 1, 20));
      KAFKA.topics().sendAborted(items.topic(), commits(items, 21, 22));

      JsonNode table =
          await(
              writer,
              items.topic(),
              told -> told.get("lag_records").asLong(-1) == 0 && told.get("rows").asLong() == 20);

      assertThat(table.get("table").asText()).isEqualTo("dbo.items");
      assertThat(table.get("state").asText()).isEqualTo("open");
      assertThat(table.get("next_offset").asLong()).isGreaterThanOrEqualTo(40);
      assertThat(table.get("waiting_bytes").asLong()).isZero();
      assertThat(table.get("end_lsn").asText()).isEqualTo(TestingTable.lsn(20).toString());
      assertThat(Instant.parse(table.get("end_commit_ts").asText()))
          .isEqualTo(Instant.ofEpochSecond(TestingTable.commitTs(20) / 1_000_000));
      assertThat(Instant.parse(table.get("finalized_until").asText()))
          .isEqualTo(Instant.ofEpochSecond(TestingTable.commitTs(0) / 1_000_000));
      assertThat(table.get("retention_headroom_hours").asDouble()).isEqualTo(71.5);
      assertThat(table.get("capture_lag_seconds").asDouble()).isEqualTo(2.0);
      assertThat(table.get("ingestion_lag_seconds").asDouble()).isEqualTo(3.5);
      assertThat(table.get("last_error").isNull()).isTrue();
      assertThat(writer.http().get("/health")).isEqualTo("200 ok");
      assertThat(writer.http().get("/metrics"))
          .contains(
              "mssqlcdc_writer_rows_total{topic=\"%s\"} 20.0".formatted(items.topic()),
              "mssqlcdc_writer_lag_records{topic=\"%s\"} 0.0".formatted(items.topic()),
              "mssqlcdc_writer_stopped{topic=\"%s\"} 0.0".formatted(items.topic()))
          .containsPattern("mssqlcdc_writer_write_seconds_count\\{layer=\"control\"} [1-9]");
    }
  }

  @Test
  void whatIsReadAndNotWrittenIsLag() throws Exception {
    TestingTable items = table("dbo.items");
    try (TestingEndpoints writer = start(Map.of("flush.interval.ms", "600000"))) {
      writer.awaitReady();
      KAFKA.topics().send(items.topic(), commits(items, 1, 5));

      JsonNode table = await(writer, items.topic(), told -> told.get("waiting_bytes").asLong() > 0);

      assertThat(table.get("next_offset").asLong()).isZero();
      // Ten records, and the transaction's marker.
      assertThat(table.get("lag_records").asLong()).isEqualTo(11);
    }
    assertThat(lake.bronzeRows("dbo.items")).hasSize(5);
  }

  @Test
  void aStoppedTableTellsWhyAndNoSecret() throws Exception {
    TestingTable items = table("dbo.items");
    KAFKA.topics().create(prefix + ".dbo.wide", 2);
    KAFKA.topics().send(items.topic(), commits(items, 1, 2));
    try {
      try (TestingEndpoints writer =
          start(
              Map.of(
                  "basic.auth.credentials.source",
                  "USER_INFO",
                  "basic.auth.user.info",
                  "alice:" + PASSWORD,
                  "kafka.sasl.jaas.config",
                  "Login required password=\"" + PASSWORD + "\";",
                  "hadoop.fs.s3a.secret.key",
                  PASSWORD))) {
        writer.awaitReady();
        JsonNode wide = writer.http().table(prefix + ".dbo.wide");
        assertThat(wide.get("state").asText()).isEqualTo("stopped");
        assertThat(wide.get("table").isNull()).isTrue();
        assertThat(wide.get("lag_records").isNull()).isTrue();
        assertThat(wide.at("/last_error/message").asText()).contains("has 2 partitions");
        assertThat(Instant.parse(wide.at("/last_error/next_attempt").asText()))
            .isAfter(Instant.parse(wide.at("/last_error/at").asText()));
        assertThat(writer.http().get("/metrics"))
            .contains("mssqlcdc_writer_stopped{topic=\"%s.dbo.wide\"} 1.0".formatted(prefix));
        await(writer, items.topic(), told -> told.get("rows").asLong() == 2);

        items.column("late", "late", "int", SchemaBuilder.int32());
        List<TestingRecord> needy =
            List.of(items.change(3, 1, Operation.INSERT, Map.of("id", 3, "late", 1)));
        KAFKA.registry().down(true);
        KAFKA.topics().send(items.topic(), needy);
        assertStoppedFromOneFailureToTheNext(writer, items.topic());
        for (String path : List.of("/health", "/ready", "/metrics", "/tables")) {
          assertThat(writer.http().get(path)).as(path).doesNotContain(PASSWORD);
        }

        KAFKA.registry().down(false);
        JsonNode healed = await(writer, items.topic(), told -> told.get("rows").asLong() == 3);
        assertThat(healed.get("state").asText()).isEqualTo("open");
        assertThat(healed.at("/last_error/message").asText()).contains("schema registry");
        assertThat(healed.at("/last_error/next_attempt").isNull()).isTrue();
      }
    } finally {
      KAFKA.registry().down(false);
    }
  }

  /** That it is read again, in between, must not look as if all were well. */
  private static void assertStoppedFromOneFailureToTheNext(TestingEndpoints writer, String topic)
      throws Exception {
    JsonNode first = await(writer, topic, told -> told.hasNonNull("last_error"));
    Set<String> states = new TreeSet<>();
    await(
        writer,
        topic,
        told -> {
          states.add(told.get("state").asText());
          assertThat(writer.http().get("/metrics"))
              .contains("mssqlcdc_writer_stopped{topic=\"%s\"} 1.0".formatted(topic));
          return !told.at("/last_error/at").equals(first.at("/last_error/at"));
        });
    assertThat(states).isSubsetOf("stopped", "retrying");
  }

  @Test
  void itAnswersWhileAWriteHangsAndTellsTheHang() throws Exception {
    TestingTable items = table("dbo.items");
    TestingHold hold = new TestingHold("dbo.items");
    KAFKA.topics().send(items.topic(), commits(items, 1, 3));
    try (TestingEndpoints writer = start(Map.of("http.health.limit.ms", "2000"), hold)) {
      hold.awaitCommit();
      assertThat(writer.http().table(items.topic()).get("state").asText()).isEqualTo("open");
      assertThat(writer.http().get("/ready")).isEqualTo("200 ok");
      Await.until(
          "the hang is told",
          LIMIT,
          () ->
              writer
                  .http()
                  .get("/health")
                  .matches(
                      "503 the main loop has been at one step for \\d+ s: writing the bronze table"
                          + " of topic "
                          + items.topic()));

      Thread stop = writer.beginStop();
      Await.until("not ready", LIMIT, () -> writer.http().get("/ready").equals("503 stopping"));
      assertThat(writer.isRunning()).isTrue();
      hold.release();
      stop.join();

      assertThat(writer.http().get("/health")).isEqualTo("200 ok");
      assertThat(writer.http().get("/ready")).isEqualTo("503 stopping");
      assertThat(lake.bronzeRows("dbo.items")).hasSize(3);
      assertThat(lake.control().get(0)).containsEntry("end_lsn", TestingTable.lsn(3).toString());
    } finally {
      hold.release();
    }
  }

  @Test
  void instancesShareTheTablesAndTellOnlyTheirOwn() throws Exception {
    Set<String> all = new TreeSet<>();
    try (TestingEndpoints first = start(Map.of())) {
      // An instance without topics does its part.
      first.awaitReady();
      assertThat(topicsInMetrics(first.http())).isEmpty();
      for (String name : List.of("dbo.a", "dbo.b", "dbo.c", "dbo.d")) {
        all.add(table(name).topic());
      }
      Await.until("all tables", LIMIT, () -> topicsInMetrics(first.http()).equals(all));

      try (TestingEndpoints second = start(Map.of())) {
        second.awaitReady();
        Await.until(
            "each has its half",
            LIMIT,
            () -> {
              Set<String> both = topicsInMetrics(first.http());
              int firsts = both.size();
              both.addAll(topicsInMetrics(second.http()));
              return firsts == 2 && both.equals(all);
            });
      }
      Await.until("all again", LIMIT, () -> topicsInMetrics(first.http()).equals(all));
    }
  }

  private static Set<String> topicsInMetrics(TestingHttp http) throws Exception {
    Set<String> found = new TreeSet<>();
    Matcher labels = Pattern.compile("topic=\"([^\"]+)\"").matcher(http.get("/metrics"));
    while (labels.find()) {
      found.add(labels.group(1));
    }
    return found;
  }

  private interface Condition {
    boolean holds(JsonNode table) throws Exception;
  }

  private static JsonNode await(TestingEndpoints writer, String topic, Condition condition)
      throws Exception {
    Await.until(
        "the status of " + topic,
        LIMIT,
        () -> {
          JsonNode told = writer.http().table(topic);
          return !told.isMissingNode() && condition.holds(told);
        });
    return writer.http().table(topic);
  }

  private TestingTable table(String name) throws Exception {
    TestingTable table = new TestingTable(prefix + "." + name, KAFKA.registry().url());
    KAFKA.topics().create(table.topic());
    return table;
  }

  private static List<TestingRecord> commits(TestingTable table, long from, long to) {
    List<TestingRecord> records = new ArrayList<>();
    for (long lsn = from; lsn <= to; lsn++) {
      records.add(table.change(lsn, 1, Operation.INSERT, Map.of("id", (int) lsn)));
      records.add(table.progress(lsn == 1 ? null : lsn - 1, lsn, 1));
    }
    return records;
  }

  private TestingEndpoints start(Map<String, String> overrides) throws Exception {
    return start(overrides, CommitterFactory.standard());
  }

  private TestingEndpoints start(Map<String, String> overrides, CommitterFactory committers)
      throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", KAFKA.sandbox().bootstrapServers());
    settings.put("schema.registry.url", KAFKA.registry().url());
    settings.put("lake.root", folder.resolve("lake").toString());
    settings.put("topic.prefix", prefix);
    settings.put("writer.id", prefix);
    settings.put("http.listen", "127.0.0.1:0");
    settings.put("flush.interval.ms", "100");
    settings.put("facts.idle.interval.ms", "100");
    settings.put("table.retry.interval.ms", "500");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("kafka.heartbeat.interval.ms", "300");
    settings.put("kafka.metadata.max.age.ms", "500");
    settings.putAll(overrides);
    return new TestingEndpoints(settings, committers);
  }
}
