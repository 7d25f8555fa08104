package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.avro.AvroDecoder;
import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.SchemaClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The archive as users install it, and the configuration as shipped, on every worker version. */
class TestWorkerVersions {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CONNECTOR = "dev.mssqlcdc.connector.SqlServerCdcSourceConnector";
  private static final String CONVERTER = "dev.mssqlcdc.avro.AvroConverter";
  private static final TopicPartition TOPIC = new TopicPartition("shop.dbo.t", 0);

  private static final String OWN_BEAN = "dev.mssqlcdc:type=table,server=shop,table=\"dbo.t\"";
  private static final String WORKERS_BEAN =
      "kafka.connect:type=plugins,connector=shop,task=0,server=shop,table=dbo.t";

  private final List<Integer> ids = new ArrayList<>();
  private final ProductHome home = ProductHome.find();
  private final String shop = read(home.resolve("connect-config/shop.json"));
  private Sandbox sandbox;
  private Connection connection;
  private KafkaConsumer<byte[], byte[]> consumer;
  private AvroDecoder decoder;

  @BeforeEach
  void start() throws SQLException {
    sandbox = Sandbox.start(Sandbox.Part.KAFKA, Sandbox.Part.REGISTRY, Sandbox.Part.SQL_SERVER);
    SqlServer server = sandbox.sqlServer();
    connection =
        DriverManager.getConnection(server.jdbcUrl("master"), server.user(), server.password());
    execute(
        "CREATE DATABASE shop",
        "USE shop",
        "EXEC sys.sp_cdc_enable_db",
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't',"
            + " @role_name = NULL");
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", sandbox.bootstrapServers(),
                "auto.offset.reset", "earliest",
                "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    decoder = new AvroDecoder(new SchemaClient(RegistryConfig.of(sandbox.registryUrl())));
  }

  @AfterEach
  void stop() throws SQLException {
    consumer.close();
    connection.close();
    sandbox.close();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private ConnectWorker worker(String version, String kafka) {
    Path directory = sandbox.folder("connect-" + version);
    sandbox.folder("connect-" + version + "/logs");
    ConnectWorker worker =
        ConnectWorker.launch(
            home,
            home.resolve(kafka),
            directory,
            List.of(),
            sandbox.broker(),
            sandbox.registry(),
            Optional.of(sandbox.sqlServer()));
    worker.awaitReady();
    return worker;
  }

  /** Each of them takes over what the one before has stored, as when a cluster is upgraded. */
  @Test
  void theConnectorGoesOnFromEachWorkerVersionToTheNext() throws Exception {
    Map<String, String> versions =
        Map.of(
            "3.9", "worker-versions/connect-3.9/target/kafka",
            "4.3", "sandbox/target/kafka",
            "4.4", "worker-versions/connect-4.4/target/kafka");
    List<Integer> expected = new ArrayList<>();
    for (String version : List.of("3.9", "4.3", "4.4")) {
      try (ConnectWorker worker = worker(version, versions.get(version))) {
        offersTheConnectorAndTheConverter(version, worker.client());
        validates(version, worker.client());
        asksKafkaForTheSignalTopic(version, worker.client());
        if (expected.isEmpty()) {
          worker.client().post(shop);
        }
        int id = expected.size() + 1;
        execute("INSERT INTO dbo.t VALUES (" + id + ")");
        expected.add(id);
        Await.until("the row comes through " + version, SOON, () -> poll(worker).equals(expected));
        showsMetrics(version, worker);
      }
    }
  }

  private static void offersTheConnectorAndTheConverter(String version, ConnectClient client)
      throws IOException {
    assertThat(client.allPlugins()).as(version).contains(CONNECTOR, CONVERTER);
  }

  private Map<String, String> config() throws IOException {
    Map<String, String> config = new HashMap<>();
    for (var each : JSON.readTree(shop).path("config").properties()) {
      config.put(each.getKey(), each.getValue().asText());
    }
    config.put("name", "another");
    return config;
  }

  private void validates(String version, ConnectClient client) throws IOException {
    Map<String, String> config = config();
    assertThat(faulty(client, config)).as(version).isEmpty();
    config.put("snapshot.mode", "sometimes");
    config.remove("topic.prefix");
    assertThat(faulty(client, config))
        .as(version)
        .containsExactlyInAnyOrder("snapshot.mode", "topic.prefix");
  }

  private void asksKafkaForTheSignalTopic(String version, ConnectClient client) throws Exception {
    Map<String, String> config = config();
    config.put("signal.kafka.bootstrap.servers", sandbox.bootstrapServers());
    for (int partitions = 1; partitions <= 2; partitions++) {
      String name = "signals-%s-%d".formatted(version, partitions);
      try (var topic = new TestingSignals(sandbox.broker(), name).create(partitions)) {
        config.put("signal.kafka.topic", topic.topic());
        assertThat(faulty(client, config))
            .as(version)
            .isEqualTo(partitions == 1 ? List.of() : List.of("signal.kafka.topic"));
      }
    }
  }

  /** As beans of its own everywhere, and as the worker's from Connect 4.1 on. */
  private static void showsMetrics(String version, ConnectWorker worker) throws Exception {
    try (var jmx = new TestingJmx(worker.process())) {
      assertThat(jmx.get(OWN_BEAN, "RowsRead")).as(version).isEqualTo(1L);
      assertThat(jmx.has(WORKERS_BEAN)).as(version).isEqualTo(!version.equals("3.9"));
      if (jmx.has(WORKERS_BEAN)) {
        assertThat(jmx.get(WORKERS_BEAN, "rows-read")).as(version).isEqualTo(1L);
        assertThat(jmx.get(WORKERS_BEAN, "state")).as(version).isEqualTo("streaming");
        assertThat(jmx.attributes(WORKERS_BEAN))
            .as(version)
            .hasSameSizeAs(jmx.attributes(OWN_BEAN));
      }
    }
  }

  private static List<String> faulty(ConnectClient client, Map<String, String> config)
      throws IOException {
    List<String> faulty = new ArrayList<>();
    for (JsonNode each : client.validate(CONNECTOR, config).path("configs")) {
      if (!each.path("value").path("errors").isEmpty()) {
        faulty.add(each.path("value").path("name").asText());
      }
    }
    return faulty;
  }

  /** Ids of all rows so far, once the connector runs. */
  private List<Integer> poll(ConnectWorker worker) throws IOException {
    if (!worker.client().running("shop")) {
      return List.of();
    }
    if (consumer.assignment().isEmpty()) {
      consumer.assign(List.of(TOPIC));
      consumer.seekToBeginning(List.of(TOPIC));
    }
    for (var each : consumer.poll(Duration.ofMillis(100))) {
      GenericRecord value = decoder.decode(each.value());
      if (value.get("_event") == null) {
        ids.add((Integer) value.get("id"));
      }
    }
    return ids;
  }
}
