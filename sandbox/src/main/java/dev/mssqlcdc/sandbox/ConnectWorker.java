package dev.mssqlcdc.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A distributed Connect worker that runs the product's own worker.properties and the connector's
 * archive as users install it.
 */
public final class ConnectWorker implements AutoCloseable {

  static final String QUIET = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn";

  private static final Duration READY = Duration.ofSeconds(90);
  private static final String CONNECTOR = "dev.mssqlcdc.connector.SqlServerCdcSourceConnector";

  private final ChildJvm process;
  private final URI url;
  private final Path plugins;

  private ConnectWorker(ChildJvm process, URI url, Path plugins) {
    this.process = process;
    this.url = url;
    this.plugins = plugins;
  }

  static ConnectWorker launch(
      ProductHome home,
      Path directory,
      List<Path> morePlugins,
      Broker broker,
      Registry registry,
      Optional<SqlServer> sqlServer) {
    Path kafka = home.resolve("sandbox/target/kafka");
    return launch(home, kafka, directory, morePlugins, broker, registry, sqlServer);
  }

  /**
   * Starts a worker of any version.
   *
   * @param kafka folder with what the worker runs on
   */
  static ConnectWorker launch(
      ProductHome home,
      Path kafka,
      Path directory,
      List<Path> morePlugins,
      Broker broker,
      Registry registry,
      Optional<SqlServer> sqlServer) {
    int port = Ports.free();
    Path plugins = directory.resolve("plugins");
    Folders.unzip(home.single("connector/target/components/packages", ".zip"), plugins);
    Path properties = directory.resolve("worker.properties");
    Map<String, String> settings =
        new HashMap<>(PropertyFiles.read(home.resolve("connect-config/worker.properties")));
    settings.putAll(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "listeners",
            "http://127.0.0.1:" + port,
            "plugin.path",
            Stream.concat(Stream.of(plugins), morePlugins.stream())
                .map(Path::toString)
                .collect(Collectors.joining(",")),
            "offset.storage.partitions",
            "1",
            "status.storage.partitions",
            "1"));
    PropertyFiles.write(properties, settings);
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Program(
                "connect",
                kafka + "/*",
                "org.apache.kafka.connect.cli.ConnectDistributed",
                List.of("-Xmx768m", QUIET, "-Dorg.slf4j.simpleLogger.log.dev.mssqlcdc=info"),
                List.of(properties.toString()),
                environment(registry, sqlServer),
                Sandbox.log(directory, "connect")));
    return new ConnectWorker(process, URI.create("http://127.0.0.1:" + port), plugins);
  }

  /** What the connector's configuration refers to as {@code ${env:NAME}}. */
  private static Map<String, String> environment(Registry registry, Optional<SqlServer> sqlServer) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SCHEMA_REGISTRY_URL", registry.url());
    sqlServer.ifPresent(
        server -> {
          environment.put("MSSQL_HOST", server.host());
          environment.put("MSSQL_PORT", Integer.toString(server.port()));
          environment.put("MSSQL_USER", server.user());
          environment.put("MSSQL_PASSWORD", server.password());
          environment.put("MSSQL_ENCRYPT", "false");
        });
    return environment;
  }

  /** Returns when the worker offers the connector. */
  public void awaitReady() {
    process.await("offers the connector", READY, () -> client().plugins().contains(CONNECTOR));
  }

  public URI url() {
    return url;
  }

  public ConnectClient client() {
    return new ConnectClient(url);
  }

  /** Where the connector's archive is unpacked, as an entry of plugin.path. */
  public Path plugins() {
    return plugins;
  }

  /** The worker's process. */
  public ChildJvm process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
