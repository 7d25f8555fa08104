package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.SqlServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A connector that reads the tables of a database, as an operator would tune it.
 *
 * @param name of the connector and prefix of its topics
 * @param topics that get the tables' changes, in the order of the tables
 */
record BenchConnector(String name, List<String> topics, Map<String, String> config) {

  /** Where the server is, as a worker's connector configuration says it. */
  static final Map<String, String> SERVER_OF_WORKER =
      Map.of(
          "database.hostname", "${env:MSSQL_HOST}",
          "database.port", "${env:MSSQL_PORT}",
          "database.user", "${env:MSSQL_USER}",
          "database.password", "${env:MSSQL_PASSWORD}");

  /** The same producer for whoever is measured. */
  private static final Map<String, String> PRODUCER =
      Map.of(
          // hundreds of topics are made within one transaction
          "producer.override.transaction.timeout.ms", "300000",
          "producer.override.linger.ms", "50",
          "producer.override.batch.size", "524288",
          "producer.override.compression.type", "lz4",
          "producer.override.buffer.memory", "67108864");

  /** Where the server is, for a task that runs without a worker. */
  static Map<String, String> address(SqlServer server) {
    return Map.of(
        "database.hostname", server.host(),
        "database.port", String.valueOf(server.port()),
        "database.user", server.user(),
        "database.password", server.password());
  }

  /** This product, with its own converter. */
  static BenchConnector ours(SourceDatabase database) {
    Map<String, String> config = common("ours_" + database.name(), database);
    config.put("connector.class", "dev.mssqlcdc.connector.SqlServerCdcSourceConnector");
    config.put("database.encrypt", "false");
    return of(config, "", database).inAvro();
  }

  /**
   * Debezium, with the fastest converter it has: JSON without schemas.
   *
   * @param history settings that say where it keeps its schema history
   */
  static BenchConnector debezium(SourceDatabase database, Map<String, String> history) {
    Map<String, String> config = common("debezium_" + database.name(), database);
    config.putAll(history);
    config.put("connector.class", "io.debezium.connector.sqlserver.SqlServerConnector");
    config.put("driver.encrypt", "false");
    config.put("data.query.mode", "direct");
    config.put("query.fetch.size", "10000");
    config.put("poll.interval.ms", "50");
    for (String part : new String[] {"key", "value"}) {
      config.put(part + ".converter", "org.apache.kafka.connect.json.JsonConverter");
      config.put(part + ".converter.schemas.enable", "false");
    }
    return of(config, database.name() + ".", database);
  }

  private static BenchConnector of(
      Map<String, String> config, String catalog, SourceDatabase database) {
    String name = config.get("topic.prefix");
    List<String> topics =
        database.tables().stream().map(t -> name + "." + catalog + "dbo." + t).toList();
    return new BenchConnector(name, topics, Map.copyOf(config));
  }

  private static Map<String, String> common(String name, SourceDatabase database) {
    Map<String, String> config = new HashMap<>(PRODUCER);
    config.putAll(SERVER_OF_WORKER);
    config.put("tasks.max", "1");
    config.put("database.names", database.name());
    config.put("topic.prefix", name);
    config.put("table.include.list", "dbo\\.t[0-9]+");
    config.put("snapshot.mode", "no_data");
    config.put("max.batch.size", "16384");
    config.put("max.queue.size", "65536");
    config.put("exactly.once.support", "required");
    config.put("topic.creation.default.partitions", "1");
    config.put("topic.creation.default.replication.factor", "-1");
    return config;
  }

  /**
   * The same, but reading the tables' rows first; what only one of the two knows, hurts neither.
   */
  BenchConnector reading() {
    return with(
        Map.of(
            "snapshot.mode", "initial",
            "snapshot.fetch.size", "10000",
            "snapshot.isolation.mode", "read_committed",
            "snapshot.locking.mode", "none"));
  }

  /** The same with this product's Avro converter. */
  BenchConnector inAvro() {
    Map<String, String> avro = new HashMap<>();
    for (String part : new String[] {"key", "value"}) {
      avro.put(part + ".converter", "dev.mssqlcdc.avro.AvroConverter");
      avro.put(part + ".converter.schema.registry.url", "${env:SCHEMA_REGISTRY_URL}");
    }
    return with(avro);
  }

  /** The same with other settings laid over. */
  BenchConnector with(Map<String, String> settings) {
    Map<String, String> changed = new HashMap<>(config);
    changed.putAll(settings);
    return new BenchConnector(name, topics, Map.copyOf(changed));
  }
}
