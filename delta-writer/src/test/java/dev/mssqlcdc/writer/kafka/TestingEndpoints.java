package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.writer.TestingHttp;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.http.HttpEndpoints;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A writer with its endpoints, in this process. */
final class TestingEndpoints implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final WriterMetrics metrics;
  private final HttpEndpoints endpoints;
  private final TestingHttp http;
  private final WriterService service;
  private final Thread thread;

  TestingEndpoints(Map<String, String> settings, CommitterFactory committers) throws IOException {
    WriterSettings parsed = new WriterSettings(settings);
    StatusBoard board = new StatusBoard();
    metrics = new WriterMetrics(board);
    endpoints =
        HttpEndpoints.start(
            parsed.http().listen().orElseThrow(), parsed.http().healthLimit(), board, metrics);
    http = new TestingHttp(endpoints.url());
    service =
        new WriterService(
            parsed,
            WriterParts.of(
                parsed,
                new SchemaClient(parsed.registry().withoutRetries()),
                committers,
                metrics.steps()),
            board,
            metrics);
    thread = new Thread(this::run, "writer");
    thread.start();
  }

  private void run() {
    try (service) {
      service.run();
    }
  }

  TestingHttp http() {
    return http;
  }

  void awaitReady() {
    Await.until("ready", LIMIT, () -> http.get("/ready").equals("200 ok"));
  }

  /** Begins to stop, as a signal does. */
  Thread beginStop() {
    Thread stop =
        new Thread(
            () -> {
              try {
                service.stop(LIMIT);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "stop");
    stop.start();
    return stop;
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  @Override
  public void close() {
    beginStop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endpoints.close();
    metrics.close();
  }
}
