package dev.mssqlcdc.sqlserver.testing;

import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The stand-in, in this JVM. */
final class Standin implements SqlServer {
  private final StandinServer server;

  Standin(StandinOptions options) {
    server =
        StandinServer.start(
            options
                .withCaptureInterval(Duration.ofMillis(10))
                .withIdleInterval(Duration.ofMillis(100)));
  }

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
