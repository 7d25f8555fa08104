package dev.mssqlcdc.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** One Kafka broker, KRaft, with everything replicated once. */
public final class Broker implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(60);

  private final ChildJvm process;
  private final int port;

  private Broker(ChildJvm process, int port) {
    this.process = process;
    this.port = port;
  }

  static Broker launch(ProductHome home, Path directory) {
    int port = Ports.free();
    int controller = Ports.free();
    Path properties = directory.resolve("kafka.properties");
    PropertyFiles.write(properties, settings(port, controller, directory.resolve("kafka")));
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Program(
                "kafka",
                home.resolve("sandbox/target/kafka") + "/*",
                BrokerMain.class.getName(),
                List.of(
                    "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=4", ConnectWorker.QUIET),
                List.of(properties.toString()),
                Map.of(),
                Sandbox.log(directory, "kafka")));
    return new Broker(process, port);
  }

  static Map<String, String> settings(int port, int controller, Path data) {
    return Map.ofEntries(
        Map.entry("process.roles", "broker,controller"),
        Map.entry("node.id", "1"),
        Map.entry("controller.quorum.bootstrap.servers", "127.0.0.1:" + controller),
        Map.entry("controller.listener.names", "CONTROLLER"),
        Map.entry(
            "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller),
        Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
        Map.entry("log.dirs", data.toString()),
        Map.entry("auto.create.topics.enable", "false"),
        Map.entry("num.partitions", "1"),
        Map.entry("default.replication.factor", "1"),
        Map.entry("offsets.topic.replication.factor", "1"),
        Map.entry("offsets.topic.num.partitions", "4"),
        Map.entry("transaction.state.log.replication.factor", "1"),
        Map.entry("transaction.state.log.min.isr", "1"),
        Map.entry("transaction.state.log.num.partitions", "4"),
        Map.entry("share.coordinator.state.topic.replication.factor", "1"),
        Map.entry("share.coordinator.state.topic.min.isr", "1"),
        Map.entry("group.initial.rebalance.delay.ms", "0"),
        // A test need not wait six seconds for a dead member to be found out.
        Map.entry("group.min.session.timeout.ms", "1000"));
  }

  void awaitReady() {
    process.await("answers clients", READY, this::describes);
  }

  private boolean describes() throws Exception {
    if (!Ports.answers(port)) {
      return false;
    }
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
      return !admin.describeCluster().nodes().get().isEmpty();
    }
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** The broker's process. */
  public ChildJvm process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
