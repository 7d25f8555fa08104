package dev.mssqlcdc.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.benchmarks.JvmProbe.ThreadCpu;
import dev.mssqlcdc.sandbox.ConnectClient;
import dev.mssqlcdc.sandbox.Sandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** A connector that is measured. */
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

  /** Something done to the source or to a connector. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /**
   * Starts the connector and lets it send a change: from now on it sends every change.
   *
   * @param topics one of which gets the change
   */
  static ConnectorRun begin(
      Sandbox sandbox, BenchConnector connector, List<String> topics, Action firstChange)
      throws Exception {
    ConnectorRun run = of(sandbox, connector);
    run.start();
    run.awaitChange(topics, firstChange);
    return run;
  }

  /** Starts nothing yet. */
  static ConnectorRun of(Sandbox sandbox, BenchConnector connector) {
    return new ConnectorRun(sandbox, connector);
  }

  /** Creates the connector, which begins with a snapshot if its settings say so. */
  void start() throws Exception {
    String json =
        new ObjectMapper()
            .writeValueAsString(Map.of("name", connector.name(), "config", connector.config()));
    client().post(json);
    await("runs", () -> client().running(connector.name()));
  }

  /** As {@link #begin}, and stops it: its offset is stored. */
  static ConnectorRun prepare(Sandbox sandbox, BenchConnector connector, Action firstChange)
      throws Exception {
    ConnectorRun run = begin(sandbox, connector, connector.topics(), firstChange);
    run.stop();
    return run;
  }

  /** Its stream begins at the end of the log: until it has begun, more changes must come. */
  private void awaitChange(List<String> topics, Action change) {
    await(
        "sends a first change",
        () -> {
          change.run();
          return sent(topics) > 0;
        });
  }

  /** The first table's topic, from its beginning. */
  ChangeTopic firstTopic() {
    return new ChangeTopic(sandbox.bootstrapServers(), connector.topics().get(0));
  }

  void stop() throws IOException {
    client().stop(connector.name());
    await("stops", () -> client().stopped(connector.name()));
  }

  /** Lets a stopped connector go on until it has sent so many records more. */
  Drain drain(int records) throws Exception {
    return drain(connector.topics(), records, () -> client().resume(connector.name()));
  }

  /**
   * Lets a backlog flow until so many records more are in some topics.
   *
   * @param flow begins it
   */
  Drain drain(List<String> topics, int records, Action flow) throws Exception {
    try (JvmProbe worker = JvmProbe.attach(sandbox.connect().process().pid())) {
      worker.watchHeap();
      Map<Long, ThreadCpu> threads = worker.threadCpu();
      CpuTimes before = CpuTimes.now(sandbox);
      long sentBefore = sent(topics);
      flow.run();
      await("sends the backlog's first record", () -> sent(topics) > sentBefore);
      long start = System.nanoTime();
      long first = sent(topics);
      await("sends %d records".formatted(records), () -> sent(topics) >= sentBefore + records);
      double seconds = (System.nanoTime() - start) / NANOS;
      CpuTimes spent = CpuTimes.now(sandbox).minus(before);
      return new Drain(
          sent(topics) - first,
          seconds,
          spent.worker().toNanos() / NANOS,
          spent.standinShare(),
          worker.peakHeapMegabytes(),
          CpuShares.between(threads, worker.threadCpu(), spent.worker().toNanos()));
    }
  }

  /** Counts what is committed, and with it the transactions' markers, one a commit. */
  private long sent(List<String> topics) throws InterruptedException, ExecutionException {
    // to ask for the end of a topic that is not there yet takes a minute
    Set<String> known = admin.listTopics().names().get();
    Map<TopicPartition, OffsetSpec> ends =
        topics.stream()
            .filter(known::contains)
            .collect(Collectors.toMap(t -> new TopicPartition(t, 0), t -> OffsetSpec.latest()));
    return admin
        .listOffsets(ends, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .all()
        .get()
        .values()
        .stream()
        .mapToLong(ListOffsetsResultInfo::offset)
        .sum();
  }

  private ConnectClient client() {
    return sandbox.connect().client();
  }

  /** Waits for something that comes as long as the connector runs. */
  void await(String what, Callable<Boolean> condition) {
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

  /** Fails with the connector's own words when it or a task of it has failed. */
  void failIfFailed() throws IOException {
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
