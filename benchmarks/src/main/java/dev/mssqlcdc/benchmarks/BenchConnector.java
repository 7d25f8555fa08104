package dev.mssqlcdc.benchmarks;

import java.util.HashMap;
import java.util.Map;

/**
 * A connector that reads the table dbo.bench of a database, as an operator would tune it.
 *
 * @param name of the connector and prefix of its topics
 * @param topic that gets the table's changes
 */
record BenchConnector(String name, String topic, Map<String, String> config) {

  /** The same producer for whoever is measured. */
  private static final Map<String, String> PRODUCER =
      Map.of(
          "producer.override.linger.ms", "50",
          "producer.override.batch.size", "524288",
          "producer.override.compression.type", "lz4",
          "producer.override.buffer.memory", "67108864");

  /** This product, with its own converter. */
  static BenchConnector ours(String database) {
    Map<String, String> config = common("ours_" + database, database);
    config.put("connector.class", "dev.mssqlcdc.connector.SqlServerCdcSourceConnector");
    config.put("database.encrypt", "false");
    for (String part : new String[] {"key", "value"}) {
      config.put(part + ".converter", "dev.mssqlcdc.avro.AvroConverter");
      config.put(part + ".converter.schema.registry.url", "${env:SCHEMA_REGISTRY_URL}");
    }
    String name = config.get("topic.prefix");
    return new BenchConnector(name, name + ".dbo.bench", config);
  }

  /** Debezium, with the fastest converter it has: JSON without schemas. */
  static BenchConnector debezium(String database, String bootstrapServers) {
    Map<String, String> config = common("debezium_" + database, database);
    String name = config.get("topic.prefix");
    config.put("connector.class", "io.debezium.connector.sqlserver.SqlServerConnector");
    config.put("driver.encrypt", "false");
    config.put("schema.history.internal.kafka.bootstrap.servers", bootstrapServers);
    config.put("schema.history.internal.kafka.topic", name + "-history");
    config.put("data.query.mode", "direct");
    config.put("max.batch.size", "16384");
    config.put("max.queue.size", "65536");
    config.put("query.fetch.size", "10000");
    config.put("poll.interval.ms", "50");
    for (String part : new String[] {"key", "value"}) {
      config.put(part + ".converter", "org.apache.kafka.connect.json.JsonConverter");
      config.put(part + ".converter.schemas.enable", "false");
    }
    return new BenchConnector(name, name + "." + database + ".dbo.bench", config);
  }

  private static Map<String, String> common(String name, String database) {
    Map<String, String> config = new HashMap<>(PRODUCER);
    config.put("tasks.max", "1");
    config.put("database.hostname", "${env:MSSQL_HOST}");
    config.put("database.port", "${env:MSSQL_PORT}");
    config.put("database.user", "${env:MSSQL_USER}");
    config.put("database.password", "${env:MSSQL_PASSWORD}");
    config.put("database.names", database);
    config.put("topic.prefix", name);
    config.put("table.include.list", "dbo\\.bench");
    config.put("snapshot.mode", "no_data");
    config.put("exactly.once.support", "required");
    config.put("topic.creation.default.partitions", "1");
    config.put("topic.creation.default.replication.factor", "-1");
    return config;
  }
}
