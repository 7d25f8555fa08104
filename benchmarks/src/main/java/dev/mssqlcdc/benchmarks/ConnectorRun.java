package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.sandbox.ConnectClient;
import dev.mssqlcdc.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A connector whose stream has begun and which then is stopped while changes pile up. */
final class ConnectorRun implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final double NANOS = 1e9;

  private final Sandbox sandbox;
  private final BenchConnector connector;
  private final Admin admin;

  private ConnectorRun(Sandbox sandbox, BenchConnector connector) {
    this.sandbox = sandbox;
    this.connector = connector;
    this.admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, sandbox.bootstrapServers()));
  }

  /** Makes one change for a connector to begin with. */
  @FunctionalInterface
  interface FirstChange {
    void make() throws Exception;
  }

  /** Starts the connector, lets it send one change, and stops it: its offset is stored. */
  static ConnectorRun prepare(Sandbox sandbox, BenchConnector connector, FirstChange first)
      throws Exception {
    ConnectorRun run = new ConnectorRun(sandbox, connector);
    String json =
        new ObjectMapper()
            .writeValueAsString(Map.of("name", connector.name(), "config", connector.config()));
    run.client().post(json);
    run.await("runs", () -> run.client().running(connector.name()));
    // its stream begins at the end of the log: until it has begun, more changes must come
    run.await(
        "sends a first change",
        () -> {
          first.make();
          return run.sent() > 0;
        });
    run.client().stop(connector.name());
    run.await("stops", () -> run.client().stopped(connector.name()));
    return run;
  }

  /** Lets the connector go on until it has sent so many records more. */
  Drain drain(int records) throws Exception {
    CpuTimes before = CpuTimes.now(sandbox);
    long sentBefore = sent();
    client().resume(connector.name());
    await("sends the backlog's first record", () -> sent() > sentBefore);
    long start = System.nanoTime();
    long first = sent();
    await("sends %d records".formatted(records), () -> sent() >= sentBefore + records);
    double seconds = (System.nanoTime() - start) / NANOS;
    CpuTimes spent = CpuTimes.now(sandbox).minus(before);
    return new Drain(
        sent() - first, seconds, spent.worker().toNanos() / NANOS, spent.standinShare());
  }

  /** Counts what is committed, and with it the transactions' markers, one a commit. */
  private long sent() throws InterruptedException, ExecutionException {
    long sent = 0;
    for (String topic : connector.topics()) {
      sent += sent(new TopicPartition(topic, 0));
    }
    return sent;
  }

  private long sent(TopicPartition partition) throws InterruptedException, ExecutionException {
    try {
      return admin
          .listOffsets(
              Map.of(partition, OffsetSpec.latest()),
              new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
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
    sandbox
        .connect()
        .process()
        .await(
            what,
            PATIENCE,
            () -> {
              boolean holds = condition.call();
              if (!holds) {
                failIfFailed();
              }
              return holds;
            });
  }

  private void failIfFailed() throws IOException {
    try {
      client().running(connector.name());
    } catch (ConnectClient.RefusedException e) {
      // between two states: the next look tells
    }
  }

  @Override
  public void close() throws IOException {
    admin.close();
    client().delete(connector.name());
  }
}
