package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.sandbox.ConnectClient;
import dev.mssqlcdc.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A connector whose stream has begun and which then is held while changes pile up. */
final class ConnectorRun implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Sandbox sandbox;
  private final String name;
  private final Admin admin;

  private ConnectorRun(Sandbox sandbox, String name) {
    this.sandbox = sandbox;
    this.name = name;
    this.admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, sandbox.bootstrapServers()));
  }

  static ConnectorRun prepare(Sandbox sandbox, String database) throws IOException {
    ConnectorRun run = new ConnectorRun(sandbox, database);
    run.client().post(new ObjectMapper().writeValueAsString(run.connector()));
    run.await("has begun its stream", () -> run.client().hasOffsets(database));
    run.client().pause(database);
    run.await("is held", () -> run.client().paused(database));
    return run;
  }

  private Map<String, Object> connector() {
    Map<String, String> config = new HashMap<>();
    config.put("connector.class", "dev.mssqlcdc.connector.SqlServerCdcSourceConnector");
    config.put("tasks.max", "1");
    config.put("database.hostname", "${env:MSSQL_HOST}");
    config.put("database.port", "${env:MSSQL_PORT}");
    config.put("database.user", "${env:MSSQL_USER}");
    config.put("database.password", "${env:MSSQL_PASSWORD}");
    config.put("database.encrypt", "false");
    config.put("database.names", name);
    config.put("topic.prefix", name);
    config.put("table.include.list", "dbo\\.bench");
    config.put("snapshot.mode", "no_data");
    config.put("exactly.once.support", "required");
    config.put("topic.creation.default.partitions", "1");
    config.put("topic.creation.default.replication.factor", "-1");
    for (String part : new String[] {"key", "value"}) {
      config.put(part + ".converter", "dev.mssqlcdc.avro.AvroConverter");
      config.put(part + ".converter.schema.registry.url", "${env:SCHEMA_REGISTRY_URL}");
    }
    return Map.of("name", name, "config", config);
  }

  /**
   * Lets the connector go on; returns the stand-in's part of the CPU time of all programs until so
   * many records are in the topic.
   */
  double standinShare(int records) throws IOException {
    CpuTimes before = CpuTimes.now(sandbox);
    client().resume(name);
    await("has sent %d records".formatted(records), () -> sent() >= records);
    return CpuTimes.now(sandbox).standinShareSince(before);
  }

  /** Counts the transactions' markers too, one a commit of the connector. */
  private long sent() throws InterruptedException, ExecutionException {
    TopicPartition partition = new TopicPartition(name + ".dbo.bench", 0);
    try {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get()
          .offset();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw e;
    }
  }

  private ConnectClient client() {
    return sandbox.connect().client();
  }

  private void await(String what, Callable<Boolean> condition) {
    sandbox.connect().process().await(what, PATIENCE, condition);
  }

  @Override
  public void close() throws IOException {
    admin.close();
    client().delete(name);
  }
}
