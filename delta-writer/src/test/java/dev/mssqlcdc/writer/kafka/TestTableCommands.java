package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.Main;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program's commands on tables, beside a running service and a real broker. */
class TestTableCommands {

  private static final String ITEMS = "dbo.items";

  @RegisterExtension static final TestingKafka KAFKA = new TestingKafka();

  @TempDir Path folder;
  private String prefix;
  private TestingTable items;
  private TestingTable orders;
  private TestingService service;
  private String said;

  @BeforeEach
  void start(TestInfo test) throws Exception {
    prefix = test.getTestMethod().orElseThrow().getName();
    items = table(ITEMS);
    orders = table("dbo.orders");
    service =
        new TestingService(
            KAFKA.sandbox().bootstrapServers(),
            KAFKA.registry().url(),
            prefix,
            folder.resolve("lake"));
    KAFKA.topics().send(items.topic(), List.of(insert(items, 1), items.progress(null, 1, 1)));
    KAFKA.topics().send(orders.topic(), List.of(insert(orders, 1), orders.progress(null, 1, 1)));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aPausedTableWaitsAcrossARestartAndTheOthersGoOn() throws Exception {
    service.start();
    service.awaitVerdict(ITEMS, 1);
    assertThat(run("pause", ITEMS)).isZero();
    assertThat(said).contains("table dbo.items: paused");
    KAFKA.topics().send(items.topic(), List.of(insert(items, 2), items.progress(1L, 2, 1)));
    KAFKA.topics().send(orders.topic(), List.of(insert(orders, 2), orders.progress(1L, 2, 1)));
    service.awaitVerdict("dbo.orders", 2);
    service.stop();
    service.start();
    KAFKA.topics().send(orders.topic(), List.of(insert(orders, 3), orders.progress(2L, 3, 1)));
    service.awaitVerdict("dbo.orders", 3);
    assertThat(service.lake().bronzeRows(ITEMS)).hasSize(1);

    assertThat(run("resume", ITEMS)).isZero();
    service.awaitVerdict(ITEMS, 2);
    assertThat(service.lake().bronzeRows(ITEMS)).hasSize(2);
    assertThat(run("resume", ITEMS)).isZero();
    assertThat(said).contains("is not paused");
  }

  @Test
  void aTopicThatWasCreatedAnewIsGoneOnWithOnceItsGapIsAccepted() throws Exception {
    service.start();
    service.awaitVerdict(ITEMS, 1);
    KAFKA.topics().delete(items.topic());
    Await.until("the topic is created anew", Duration.ofSeconds(60), () -> created(items.topic()));
    KAFKA.topics().send(items.topic(), List.of(insert(items, 5), items.progress(4L, 5, 1)));
    service.stop();
    service.start();

    assertThat(run("accept-gap", ITEMS)).isZero();
    assertThat(said)
        .contains("table dbo.items: accepted: topic " + items.topic() + " was deleted")
        .contains("ask for a new snapshot");
    service.awaitVerdict(ITEMS, 5);
    assertThat(service.lake().bronzeRows(ITEMS)).hasSize(2);
    assertThat(service.events(ITEMS, "gap_accepted")).hasSize(1);
    assertThat(run("accept-gap", ITEMS)).isEqualTo(1);
    assertThat(said).contains("table dbo.items: there is nothing to accept");
  }

  @Test
  void recordsThatExpiredUnreadAreAcceptedAndSoAreRowsThatAreMissing() throws Exception {
    service.start();
    service.awaitVerdict(ITEMS, 1);
    service.stop();
    KAFKA.topics().send(items.topic(), List.of(insert(items, 2), items.progress(1L, 2, 1)));
    KAFKA.topics().send(items.topic(), List.of(insert(items, 3), items.progress(2L, 3, 1)));
    TopicPartition partition = new TopicPartition(items.topic(), 0);
    KAFKA
        .topics()
        .admin()
        .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(7)))
        .all()
        .get();
    assertThat(run("accept-gap", ITEMS)).isZero();
    assertThat(said).contains("from offset").contains("were deleted before they were read");
    service.start();
    service.awaitVerdict(ITEMS, 3);

    KAFKA.topics().send(items.topic(), List.of(items.progress(3L, 4, 2)));
    service.await("the refusal can be accepted", () -> run("accept-gap", ITEMS) == 0);
    assertThat(said).contains("the source sent 2 change rows after");
    service.awaitVerdict(ITEMS, 4);
    assertThat(service.events(ITEMS, "gap_accepted")).hasSize(2);
  }

  @Test
  void aCompactedTopicIsRefusedUntilItIsNot() throws Exception {
    compact(items.topic(), "compact,delete");
    service.start();
    service.awaitVerdict("dbo.orders", 1);
    assertThat(service.lake().bronzeRows(ITEMS)).isEmpty();

    compact(items.topic(), "delete");
    service.awaitVerdict(ITEMS, 1);
  }

  @Test
  void aDeadLetterTopicThatIsCompactedIsRefusedAtTheStart() throws Exception {
    KAFKA.topics().create("letters");
    compact("letters", "compact");
    service.with("errors.tolerance", "dlq").with("errors.deadletterqueue.topic.name", "letters");

    assertThatThrownBy(service::start)
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("errors.deadletterqueue.topic.name 'letters'")
        .hasMessageContaining("set it to delete");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThat(run("pause", "dbo.nothing")).isEqualTo(1);
    assertThat(said).contains("table dbo.nothing: no topic of '" + prefix + ".'");
    assertThat(run("pause", ITEMS)).isEqualTo(1);
    assertThat(said).contains("table dbo.items is not there yet");
    assertThat(new CommandLine(new Main()).execute("accept-gap")).isEqualTo(2);
  }

  private int run(String command, String table) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream caught = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(caught);
    System.setErr(caught);
    try {
      String file = service.file(folder).toString();
      return new CommandLine(new Main()).execute(command, "--config", file, "--table", table);
    } finally {
      System.setOut(out);
      System.setErr(err);
      said = bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private static void compact(String topic, String policy) throws Exception {
    AlterConfigOp set =
        new AlterConfigOp(new ConfigEntry("cleanup.policy", policy), AlterConfigOp.OpType.SET);
    KAFKA
        .topics()
        .admin()
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), Set.of(set)))
        .all()
        .get();
  }

  private static boolean created(String topic) throws Exception {
    KAFKA.topics().create(topic);
    return true;
  }

  private TestingTable table(String name) throws Exception {
    TestingTable table = new TestingTable(prefix + "." + name, KAFKA.registry().url());
    KAFKA.topics().create(table.topic());
    return table;
  }

  private static TestingRecord insert(TestingTable table, int lsn) {
    return table.change(lsn, 1, Operation.INSERT, Map.of("id", lsn));
  }
}
