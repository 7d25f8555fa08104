package dev.mssqlcdc.sqlserver.testing;

import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The stand-in, in this JVM until it ends. */
final class Standin implements SqlServer {
  private static final int IN_USE = 3702;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final StandinServer server =
      StandinServer.start(
          StandinOptions.defaults()
              .withCaptureInterval(Duration.ofMillis(10))
              .withIdleInterval(Duration.ofMillis(100)));

  @Override
  public String host() {
    return "localhost";
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public String user() {
    return server.user();
  }

  @Override
  public String password() {
    return server.password();
  }

  @Override
  public Map<String, String> options() {
    return Map.of("encrypt", "false");
  }

  @Override
  public Optional<StandinServer> standin() {
    return Optional.of(server);
  }

  @Override
  public Capture capture(String database) {
    server.pauseCapture(database, true);
    return new StandinCapture(server, database);
  }

  @Override
  public void dropDatabase(String name) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Connection connection = connect("master")) {
      boolean dropped = false;
      while (!dropped) {
        dropped = drop(connection, name, deadline);
      }
    }
  }

  /** A session ends a moment after its client closed the connection. */
  private static boolean drop(Connection connection, String name, long deadline)
      throws SQLException {
    try {
      Sql.execute(connection, "DROP DATABASE [" + name + "]");
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() != IN_USE || System.nanoTime() > deadline) {
        throw e;
      }
      Thread.onSpinWait();
      return false;
    }
  }

  private record StandinCapture(StandinServer server, String database) implements Capture {
    @Override
    public void start() {
      server.pauseCapture(database, false);
    }

    @Override
    public void stop() {
      server.pauseCapture(database, true);
    }

    @Override
    public void once() {
      server.capture(database);
    }

    @Override
    public void close() {
      stop();
    }
  }
}
