package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.feed.TestingFaults;
import dev.mssqlcdc.writer.feed.TestingFaults.Fault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that cannot be used, through a real broker. */
class TestDeadLetters {

  private static final int FUZZED = 10_000;

  @RegisterExtension static final TestingKafka KAFKA = new TestingKafka();

  @TempDir Path folder;
  private String prefix;
  private String letters;

  @BeforeEach
  void choosePrefix(TestInfo test) {
    prefix = test.getTestMethod().orElseThrow().getName();
    letters = "letters-" + prefix;
  }

  @Test
  void ofTenThousandFuzzedRecordsEachIsInBronzeOrInTheDeadLetterTopicOnce() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("seed of the fuzzed records: " + seed);
    TestingTable items = table("dbo.items");
    List<TestingRecord> records = new FuzzedRecords(items, new Random(seed)).list(FUZZED);
    KAFKA.topics().send(items.topic(), records);

    try (TestingService service = service().with("flush.rows", "1500").start()) {
      service.await(
          "every record is somewhere",
          () -> service.isWrittenUpTo("dbo.items", records.size() - 1));
      assertThat(service.isRunning()).isTrue();

      Map<Long, Integer> places = new HashMap<>();
      service
          .lake()
          .bronzeRows("dbo.items")
          .forEach(row -> places.merge((Long) row.get("_kafka_offset"), 1, Integer::sum));
      List<Long> moved =
          letters().stream().map(letter -> Long.valueOf(header(letter, "offset"))).toList();
      moved.forEach(offset -> places.merge(offset, 1, Integer::sum));
      service.lake().facts().stream()
          .filter(row -> row.get("event") != null && !"dead_letter".equals(row.get("event")))
          .forEach(row -> places.merge((Long) row.get("batch_id"), 1, Integer::sum));
      for (long offset = 0; offset < records.size(); offset++) {
        assertThat(places.get(offset))
            .as("places of the record at offset %d, seed %d", offset, seed)
            .isEqualTo(1);
      }
      assertThat(service.events("dbo.items", "dead_letter"))
          .extracting(row -> row.get("batch_id"))
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(new ArrayList<>(moved));
      assertThat(moved).as("seed %d", seed).hasSizeGreaterThan(FUZZED / 10);
      assertThat(service.lake().bronzeRows("dbo.items")).hasSizeGreaterThan(FUZZED / 10);
    }
  }

  @Test
  void aLetterHoldsTheRecordAndSaysWhereItWas() throws Exception {
    TestingTable items = table("dbo.items");
    TestingRecord bad =
        new TestingRecord(new byte[] {5}, new byte[] {7, 8, 9, 1, 2}, Optional.empty());
    KAFKA.topics().send(items.topic(), List.of(insert(items, 1), items.progress(null, 1, 1), bad));

    try (TestingService service = service().start()) {
      service.await("the fact", () -> service.events("dbo.items", "dead_letter").size() == 1);

      ConsumerRecord<byte[], byte[]> letter = letters().get(0);
      assertThat(letter.key()).isEqualTo(bad.key());
      assertThat(letter.value()).isEqualTo(bad.value());
      assertThat(header(letter, "topic")).isEqualTo(items.topic());
      assertThat(header(letter, "partition")).isEqualTo("0");
      assertThat(header(letter, "offset")).isEqualTo("2");
      assertThat(header(letter, "writer")).isEqualTo(prefix);
      assertThat(header(letter, "table")).isEqualTo("dbo.items");
      assertThat(header(letter, "reason")).contains("not in the Confluent wire format");
      assertThat((String) service.events("dbo.items", "dead_letter").get(0).get("detail"))
          .contains("\"offset\":2", "\"dead_letter_topic\":\"" + letters + "\"")
          .contains("\"dead_letter_offset\":" + letter.offset());
    }
  }

  @Test
  void aDeadLetterHoldsTheVerdictUntilTheGapIsAcceptedWhileTheServiceRuns() throws Exception {
    TestingTable items = table("dbo.items");
    KAFKA
        .topics()
        .send(
            items.topic(), List.of(insert(items, 1), items.progress(null, 1, 1), broken(items, 2)));

    try (TestingService service = service().start();
        TableCommands commands = new TableCommands(service.settings())) {
      service.awaitVerdict("dbo.items", 1);
      KAFKA.topics().send(items.topic(), List.of(items.progress(1L, 2, 1), insert(items, 3)));
      KAFKA.topics().send(items.topic(), List.of(items.progress(2L, 3, 1)));
      service.await("all rows", () -> service.lake().bronzeRows("dbo.items").size() == 2);
      service.await("all facts", () -> service.events("dbo.items", "progress").size() == 3);
      assertThat(service.verdict("dbo.items")).isEqualTo(TestingTable.lsn(1).toString());

      assertThat(commands.acceptGap("dbo.items").orElseThrow())
          .contains("from offset", "dead letter topic");
      KAFKA.topics().send(items.topic(), List.of(items.progress(3L, 4, 0)));
      service.awaitVerdict("dbo.items", 4);
      KAFKA.topics().send(items.topic(), List.of(insert(items, 5), items.progress(4L, 5, 1)));
      service.awaitVerdict("dbo.items", 5);

      assertThat(service.events("dbo.items", "gap_accepted")).hasSize(1);
      assertThat(service.events("dbo.items", "gap_accepted").get(0))
          .containsEntry("lost_from_ts", TestingTable.commitTs(1))
          .containsEntry("lost_to_ts", TestingTable.commitTs(4));
      assertThat(commands.acceptGap("dbo.items")).isEmpty();
      assertThat(letters()).hasSize(1);
    }
  }

  @Test
  void whatAnEarlierAttemptMovedIsFoundAndNotMovedAgain() throws Exception {
    TestingTable items = table("dbo.items");
    KAFKA
        .topics()
        .send(items.topic(), List.of(insert(items, 1), broken(items, 2), broken(items, 3)));
    try (TestingService service = service().start()) {
      service.await("the facts", () -> service.events("dbo.items", "dead_letter").size() == 2);
    }

    // A lake that knows nothing is what a crash before the first commit leaves.
    try (TestingService service = service(folder.resolve("empty")).start()) {
      service.await("the facts", () -> service.events("dbo.items", "dead_letter").size() == 2);
      KAFKA.topics().send(items.topic(), List.of(broken(items, 4)));
      service.await("another", () -> service.events("dbo.items", "dead_letter").size() == 3);
    }

    assertThat(letters())
        .extracting(letter -> header(letter, "offset"))
        .containsExactly("1", "2", "4");
  }

  /** The commits before are of facts, control and a new bronze table. */
  @ParameterizedTest
  @CsvSource({"3,FAIL_BEFORE", "3,UNKNOWN_AFTER", "4,FAIL_BEFORE", "4,UNKNOWN_AFTER"})
  void aCommitThatFailsAfterLettersWereMovedMovesNoneAgain(int commit, Fault fault)
      throws Exception {
    prefix += commit + "_" + fault;
    TestingTable items = table("dbo.items");
    KAFKA
        .topics()
        .send(items.topic(), List.of(insert(items, 1), broken(items, 2), insert(items, 3)));
    TestingFaults faults = new TestingFaults();
    faults.plan(commit, fault);

    try (TestingService service = service().start(faults)) {
      service.await("the batch", () -> service.isWrittenUpTo("dbo.items", 2));

      assertThat(faults.isPending()).isFalse();
      assertThat(service.lake().bronzeRows("dbo.items")).hasSize(2);
      assertThat(service.events("dbo.items", "dead_letter")).hasSize(1);
    }
    assertThat(letters())
        .filteredOn(letter -> header(letter, "topic").equals(items.topic()))
        .hasSize(1);
  }

  @Test
  void withoutToleranceATableStopsAtTheFirstBadRecordAndTheOthersGoOn() throws Exception {
    TestingTable items = table("dbo.items");
    TestingTable orders = table("dbo.orders");
    KAFKA
        .topics()
        .send(items.topic(), List.of(insert(items, 1), broken(items, 2), insert(items, 3)));
    KAFKA.topics().send(orders.topic(), List.of(insert(orders, 1), orders.progress(null, 1, 1)));

    try (TestingService service = service().with("errors.tolerance", "none").start()) {
      service.awaitVerdict("dbo.orders", 1);
      service.await("the row before", () -> service.lake().bronzeRows("dbo.items").size() == 1);
      KAFKA.topics().send(orders.topic(), List.of(insert(orders, 2), orders.progress(1L, 2, 1)));
      service.awaitVerdict("dbo.orders", 2);

      assertThat(service.lake().bronzeRows("dbo.items")).hasSize(1);
    }
  }

  private TestingTable table(String name) throws Exception {
    TestingTable table =
        new TestingTable(prefix + "." + name, KAFKA.registry().url())
            .column("name", "name", "nvarchar(50)", SchemaBuilder.string());
    KAFKA.topics().create(table.topic());
    return table;
  }

  private TestingService service() {
    return service(folder.resolve("lake"));
  }

  private TestingService service(Path root) {
    return new TestingService(
            KAFKA.sandbox().bootstrapServers(), KAFKA.registry().url(), prefix, root)
        .with("errors.tolerance", "dlq")
        .with("errors.deadletterqueue.topic.name", letters);
  }

  private static TestingRecord insert(TestingTable table, int lsn) {
    return table.change(lsn, 1, Operation.INSERT, Map.of("id", lsn, "name", "row " + lsn));
  }

  private static TestingRecord broken(TestingTable table, int lsn) {
    TestingRecord good = insert(table, lsn);
    byte[] half = Arrays.copyOf(good.value(), good.value().length / 2);
    return new TestingRecord(good.key(), half, Optional.empty());
  }

  private List<ConsumerRecord<byte[], byte[]>> letters() {
    return KAFKA.topics().read(letters);
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(
        letter.headers().lastHeader("mssqlcdc.dead_letter." + name).value(),
        StandardCharsets.UTF_8);
  }
}
