package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What only a real worker can tell: tasks configured anew, and its {@code /offsets}. */
@TestInstance(Lifecycle.PER_CLASS)
class TestConnectorOnWorker {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CLASS = "dev.mssqlcdc.connector.SqlServerCdcSourceConnector";
  private static final String A = "live.dbo.a";
  private static final String B = "live.dbo.b";
  private static final String X = "live.dbo.x";
  private static final String OFFSET = "offset in Kafka";

  private final Map<String, List<JsonNode>> records = new HashMap<>();
  private Sandbox sandbox;
  private Connection connection;
  private KafkaConsumer<String, String> consumer;

  @BeforeAll
  void start() throws SQLException {
    sandbox =
        Sandbox.start(
            Sandbox.Part.KAFKA,
            Sandbox.Part.REGISTRY,
            Sandbox.Part.SQL_SERVER,
            Sandbox.Part.CONNECT);
    SqlServer server = sandbox.sqlServer();
    try (Connection master =
            DriverManager.getConnection(
                server.jdbcUrl("master"), server.user(), server.password());
        Statement statement = master.createStatement()) {
      statement.execute("CREATE DATABASE live");
    }
    connection =
        DriverManager.getConnection(server.jdbcUrl("live"), server.user(), server.password());
    execute("EXEC sys.sp_cdc_enable_db");
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", sandbox.bootstrapServers(),
                "group.id", "test",
                "auto.offset.reset", "earliest",
                "metadata.max.age.ms", "500",
                "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.subscribe(Pattern.compile("live\\..*"));
  }

  @AfterAll
  void stop() throws SQLException {
    consumer.close();
    connection.close();
    sandbox.close();
  }

  private void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void createTable(String table) throws SQLException {
    execute(
        "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table),
        "INSERT INTO dbo.%s VALUES (1)".formatted(table),
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'%s',"
                .formatted(table)
            + " @role_name = NULL");
  }

  private Map<String, String> settings() {
    SqlServer server = sandbox.sqlServer();
    String converter = "org.apache.kafka.connect.json.JsonConverter";
    Map<String, String> settings = new HashMap<>();
    settings.put("connector.class", CLASS);
    settings.put("tasks.max", "2");
    settings.put("database.hostname", server.host());
    settings.put("database.port", Integer.toString(server.port()));
    settings.put("database.user", server.user());
    settings.put("database.password", server.password());
    settings.put("database.encrypt", "false");
    settings.put("database.names", "live");
    settings.put("topic.prefix", "live");
    settings.put("poll.interval.ms", "50");
    settings.put("table.discovery.interval.ms", "200");
    settings.put("topic.creation.default.partitions", "1");
    settings.put("topic.creation.default.replication.factor", "-1");
    settings.put("topic.creation.default.cleanup.policy", "delete");
    settings.put("key.converter", converter);
    settings.put("key.converter.schemas.enable", "false");
    settings.put("value.converter", converter);
    settings.put("value.converter.schemas.enable", "false");
    return settings;
  }

  /** Reads on until the topic holds what is asked for, counted from its begin. */
  private void awaitEvents(String topic, String type, int count) {
    Await.until(
        count + " " + type + " in " + topic, SOON, () -> poll().events(topic, type) >= count);
  }

  private TestConnectorOnWorker poll() throws IOException {
    for (var record : consumer.poll(Duration.ofMillis(100))) {
      records
          .computeIfAbsent(record.topic(), t -> new ArrayList<>())
          .add(((ObjectNode) JSON.readTree(record.value())).put(OFFSET, record.offset()));
    }
    return this;
  }

  private long events(String topic, String type) {
    return records.getOrDefault(topic, List.of()).stream()
        .filter(value -> value.path("_event").path("type").asText().equals(type))
        .count();
  }

  private List<Integer> operations(String topic) {
    return records.getOrDefault(topic, List.of()).stream()
        .filter(value -> value.path("_event").isNull())
        .map(value -> value.path("_operation").asInt())
        .toList();
  }

  private void stopConnector() throws IOException {
    ConnectClient client = sandbox.connect().client();
    client.stop("live");
    Await.until("the connector stops", SOON, () -> client.stopped("live"));
  }

  @Test
  void tablesComeAndGoWithoutARestartAndOffsetsAreDropped() throws Exception {
    ConnectClient client = sandbox.connect().client();
    createTable("a");
    client.post(JSON.writeValueAsString(Map.of("name", "live", "config", settings())));
    awaitEvents(A, "bootstrap", 1);

    createTable("b");
    awaitEvents(B, "bootstrap", 1);
    execute("INSERT INTO dbo.a VALUES (2)", "INSERT INTO dbo.b VALUES (2)");
    Await.until(
        "the changes come",
        SOON,
        () -> {
          poll();
          return operations(A).size() == 2 && operations(B).size() == 2;
        });

    execute(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'b',"
            + " @capture_instance = N'all'");
    awaitEvents(B, "table_stopped", 1);
    execute("INSERT INTO dbo.a VALUES (3)");
    Await.until("the other table goes on", SOON, () -> poll().operations(A).size() == 3);
    assertThat(operations(A)).as("each row once").containsExactly(0, 2, 2);
    assertThat(operations(B)).containsExactly(0, 2);

    stopConnector();
    String offset =
        "{\"offsets\": [{\"partition\": {\"server\": \"live\", \"table\": \"dbo.a\"}, \"offset\": %s}]}";
    assertThatThrownBy(
            () -> client.alterOffsets("live", offset.formatted("{\"range_from\": \"0x0\"}")))
        .hasMessageContaining("dbo.a")
        .hasMessageContaining("snapshot.mode");
    assertThat(client.offsets("live")).hasSize(2);
    client.alterOffsets("live", offset.formatted("null"));
    assertThat(client.offsets("live")).hasSize(1);
    client.resume("live");
    awaitEvents(A, "bootstrap", 2);
    assertThat(operations(A)).as("a second snapshot").containsExactly(0, 2, 2, 0, 0, 0);

    stopConnector();
    client.resetOffsets("live");
    assertThat(client.offsets("live")).isEmpty();
    client.resume("live");
    awaitEvents(A, "bootstrap", 3);
    client.delete("live");
  }

  /** Changes settings of the worker, which then starts again. */
  private void restartWorker(Map<String, String> settings) {
    Path file = sandbox.folder("").resolve("worker.properties");
    Map<String, String> properties = new HashMap<>(PropertyFiles.read(file));
    properties.putAll(settings);
    PropertyFiles.write(file, properties);
    sandbox.connect().process().kill();
    sandbox.connect().process().restart();
    sandbox.connect().awaitReady();
  }

  @Test
  void anOldInstanceIsReleasedByWhatTheWorkerHasStored() throws Exception {
    assertThatAnOldInstanceIsReleased("s1");
  }

  @Test
  void anOldInstanceIsReleasedAlsoWithoutExactlyOnce() throws Exception {
    restartWorker(
        Map.of("exactly.once.source.support", "disabled", "offset.flush.interval.ms", "1000"));
    assertThatAnOldInstanceIsReleased("s2");
    restartWorker(Map.of("exactly.once.source.support", "enabled"));
  }

  private void assertThatAnOldInstanceIsReleased(String table) throws Exception {
    ConnectClient client = sandbox.connect().client();
    createTable(table);
    String topic = "live.dbo." + table;
    Map<String, String> settings = settings();
    settings.put("table.include.list", "dbo\\." + table);
    settings.put("progress.interval.ms", "200");
    client.post(JSON.writeValueAsString(Map.of("name", table, "config", settings)));
    awaitEvents(topic, "bootstrap", 1);
    execute(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'%s',"
                .formatted(table)
            + " @role_name = NULL, @capture_instance = N'%s_v2'".formatted(table),
        "INSERT INTO dbo.%s VALUES (2)".formatted(table));
    awaitEvents(topic, "capture_instance_switched", 1);
    awaitEvents(topic, "capture_instance_released", 1);
    execute(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'%s',"
                .formatted(table)
            + " @capture_instance = N'dbo_%s'".formatted(table),
        "INSERT INTO dbo.%s VALUES (3)".formatted(table));
    Await.until("the change comes", SOON, () -> poll().operations(topic).size() == 3);
    assertThat(operations(topic)).containsExactly(0, 2, 2);
    assertThat(events(topic, "table_stopped")).isZero();
    client.delete(table);
    execute("DROP TABLE dbo." + table);
  }

  /**
   * Between two Kafka transactions lies the marker of the first one's end, an offset without
   * record.
   */
  @Test
  void aSourceTransactionIsNotSplitAcrossKafkaTransactions() throws Exception {
    ConnectClient client = sandbox.connect().client();
    createTable("x");
    Map<String, String> settings = settings();
    settings.put("table.include.list", "dbo\\.x");
    settings.put("transaction.boundary", "connector");
    settings.put("max.batch.size", "200");
    client.post(JSON.writeValueAsString(Map.of("name", "whole", "config", settings)));
    awaitEvents(X, "bootstrap", 1);
    int rows = 1;
    for (int size : new int[] {1, 1_000, 3, 150, 2_500}) {
      execute(
          "INSERT INTO dbo.x SELECT value FROM GENERATE_SERIES(%d, %d)"
              .formatted(rows + 1, rows + size));
      rows += size;
    }
    int all = rows;
    Await.until("all rows come", SOON, () -> poll().operations(X).size() == all);
    Map<String, Long> last = new HashMap<>();
    for (JsonNode value : records.get(X)) {
      if (value.path("_operation").asInt() > 0) {
        String lsn = value.path("_start_lsn").asText();
        long offset = value.path(OFFSET).asLong();
        Long before = last.put(lsn, offset);
        assertThat(before == null || before == offset - 1).as(lsn + " at " + offset).isTrue();
      }
    }
    assertThat(last).hasSize(5);
    client.delete("whole");
    execute("DROP TABLE dbo.x");
  }

  @Test
  void aToleranceThatWouldLoseRecordsIsRefused() throws IOException {
    Map<String, String> settings = settings();
    settings.put("name", "tolerant");
    settings.put("errors.tolerance", "all");
    settings.put("table.exclude.list", "dbo\\.x");
    settings.put("table.include.list", "dbo\\.nothing");
    List<String> faulty = new ArrayList<>();
    for (JsonNode each : sandbox.connect().client().validate(CLASS, settings).path("configs")) {
      JsonNode value = each.path("value");
      if (!value.path("errors").isEmpty()) {
        faulty.add(value.path("name").asText());
      }
    }
    assertThat(faulty)
        .containsExactlyInAnyOrder("errors.tolerance", "table.exclude.list", "table.include.list");
  }
}
