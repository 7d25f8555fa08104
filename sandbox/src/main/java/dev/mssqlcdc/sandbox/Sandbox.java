package dev.mssqlcdc.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parts that a test or the quickstart asks for, started and ready. Closing it, or the end of
 * this process, stops them all and removes their folder.
 */
public final class Sandbox implements AutoCloseable {

  /** What can be started. */
  public enum Part {
    /** One Kafka broker, KRaft. */
    KAFKA,
    /** A schema registry with the Confluent REST API, set to BACKWARD compatibility. */
    REGISTRY,
    /** The SQL Server stand-in. */
    SQL_SERVER,
    /** An object store with S3's protocol. */
    OBJECT_STORE,
    /** A distributed Connect worker with the packed connector; needs Kafka and the registry. */
    CONNECT
  }

  private static final String LOGS = "logs";

  private final Path directory;
  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final Thread hook = new Thread(this::stopAll, "sandbox-stop");
  private Broker broker;
  private Registry registry;
  private SqlServer sqlServer;
  private ObjectStore objectStore;
  private ConnectWorker connect;

  private Sandbox(Path directory) {
    this.directory = directory;
  }

  /** No part: a folder, and what is run in it. */
  public static Sandbox start() {
    return start(List.of(), EnumSet.noneOf(Part.class));
  }

  /**
   * Starts the parts and returns when each is ready.
   *
   * @throws IllegalStateException when one does not get ready, with the last lines that it printed
   */
  public static Sandbox start(Part first, Part... others) {
    return start(List.of(), first, others);
  }

  /**
   * As above.
   *
   * @param plugins more entries of the Connect worker's plugin.path
   */
  public static Sandbox start(List<Path> plugins, Part first, Part... others) {
    return start(plugins, EnumSet.of(first, others));
  }

  private static Sandbox start(List<Path> plugins, Set<Part> parts) {
    Sandbox sandbox = new Sandbox(temporary());
    Runtime.getRuntime().addShutdownHook(sandbox.hook);
    try {
      sandbox.startParts(parts, plugins);
      return sandbox;
    } catch (RuntimeException e) {
      sandbox.close();
      throw e;
    }
  }

  private static Path temporary() {
    try {
      Path directory = Files.createTempDirectory("mssqlcdc-sandbox-");
      Files.createDirectory(directory.resolve(LOGS));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All are launched before the first is waited for: they start side by side. */
  private void startParts(Set<Part> parts, List<Path> plugins) {
    ProductHome home = ProductHome.find();
    if (parts.contains(Part.KAFKA)) {
      broker = stopLater(Broker.launch(home, directory));
    }
    if (parts.contains(Part.REGISTRY)) {
      registry = stopLater(Registry.launch(home, directory));
    }
    if (parts.contains(Part.SQL_SERVER)) {
      sqlServer = stopLater(SqlServer.launch(home, directory));
    }
    if (parts.contains(Part.OBJECT_STORE)) {
      objectStore = stopLater(ObjectStore.launch(home, directory));
    }
    if (parts.contains(Part.KAFKA)) {
      broker.awaitReady();
    }
    if (parts.contains(Part.CONNECT)) {
      connect =
          stopLater(
              ConnectWorker.launch(
                  home, directory, plugins, broker(), registry(), Optional.ofNullable(sqlServer)));
    }
    if (parts.contains(Part.REGISTRY)) {
      registry.awaitReady();
    }
    if (parts.contains(Part.SQL_SERVER)) {
      sqlServer.awaitReady();
    }
    if (parts.contains(Part.OBJECT_STORE)) {
      objectStore.awaitReady();
    }
    if (parts.contains(Part.CONNECT)) {
      connect.awaitReady();
    }
  }

  private <T extends AutoCloseable> T stopLater(T part) {
    running.push(part);
    return part;
  }

  static Path log(Path directory, String program) {
    return directory.resolve(LOGS).resolve(program + ".log");
  }

  /** Where a program's output goes; all programs of the sandbox share the folder. */
  public Path log(String program) {
    return log(directory, program);
  }

  /** A folder of this sandbox for files of the caller's; removed with it. */
  public Path folder(String name) {
    try {
      return Files.createDirectories(directory.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Address of the broker for clients. */
  public String bootstrapServers() {
    return broker().bootstrapServers();
  }

  /** Address of the registry's Confluent REST API. */
  public String registryUrl() {
    return registry().url();
  }

  public URI connectUrl() {
    return connect().url();
  }

  public Broker broker() {
    return required(broker, Part.KAFKA);
  }

  public Registry registry() {
    return required(registry, Part.REGISTRY);
  }

  public SqlServer sqlServer() {
    return required(sqlServer, Part.SQL_SERVER);
  }

  public ObjectStore objectStore() {
    return required(objectStore, Part.OBJECT_STORE);
  }

  public ConnectWorker connect() {
    return required(connect, Part.CONNECT);
  }

  private static <T> T required(T part, Part name) {
    if (part == null) {
      throw new IllegalStateException("this sandbox has no " + name);
    }
    return part;
  }

  /** Starts a program on the same leash; it stops first when the sandbox stops. */
  public ChildJvm run(ChildJvm.Program program) {
    return stopLater(ChildJvm.start(program));
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook is at it.
      return;
    }
    stopAll();
  }

  private void stopAll() {
    RuntimeException failure = null;
    while (!running.isEmpty()) {
      try {
        running.pop().close();
      } catch (Exception e) {
        failure = new IllegalStateException("a part of the sandbox did not stop", e);
      }
    }
    Folders.delete(directory);
    if (failure != null) {
      throw failure;
    }
  }
}
