package dev.mssqlcdc.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.ConnectWorker;
import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** The Connect worker with the connector: killed about once a minute, and started again. */
final class Worker implements Runnable {

  private static final Duration MINUTE = Duration.ofSeconds(55);
  private static final Duration JITTER = Duration.ofSeconds(10);
  private static final Duration LONGEST_ABSENCE = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(500);

  private final ConnectWorker worker;
  private final String registryUrl;
  private final SoakDatabase database;
  private final Run run;
  private final RandomGenerator random;

  Worker(Sandbox sandbox, SoakDatabase database, Run run, RandomGenerator random) {
    this.worker = sandbox.connect();
    this.registryUrl = sandbox.registryUrl();
    this.database = database;
    this.run = run;
    this.random = random;
  }

  /** Posts the connector. */
  void post() throws IOException {
    Map<String, Object> connector = Map.of("name", Soak.NAME, "config", settings());
    worker.client().post(new ObjectMapper().writeValueAsString(connector));
  }

  private Map<String, String> settings() {
    SqlServer server = database.server();
    Map<String, String> settings = new HashMap<>();
    settings.put("connector.class", "dev.mssqlcdc.connector.SqlServerCdcSourceConnector");
    settings.put("tasks.max", "2");
    settings.put("database.hostname", server.host());
    settings.put("database.port", Integer.toString(server.port()));
    settings.put("database.user", server.user());
    settings.put("database.password", server.password());
    server.options().forEach((name, value) -> settings.put("database." + name, value));
    settings.put("database.names", database.name());
    settings.put("topic.prefix", Soak.NAME);
    settings.put("on.data.loss", "skip");
    settings.put("poll.interval.ms", "50");
    settings.put("progress.interval.ms", "500");
    settings.put("table.discovery.interval.ms", "1000");
    settings.put("max.commits.per.range", chosen("5", "50", "2000"));
    settings.put("max.batch.size", chosen("50", "500", "2048"));
    settings.put("exactly.once.support", "required");
    settings.put("transaction.boundary", chosen("poll", "poll", "interval"));
    settings.put("topic.creation.default.partitions", "1");
    settings.put("topic.creation.default.replication.factor", "-1");
    settings.put("topic.creation.default.cleanup.policy", "delete");
    for (String side : List.of("key", "value")) {
      settings.put(side + ".converter", "dev.mssqlcdc.avro.AvroConverter");
      settings.put(side + ".converter.schema.registry.url", registryUrl);
    }
    return settings;
  }

  private String chosen(String... options) {
    return options[random.nextInt(options.length)];
  }

  @Override
  public void run() {
    try {
      long next = System.nanoTime() + random.nextLong(MINUTE.toNanos());
      while (run.isLoading()) {
        LockSupport.parkNanos(LOOK.toNanos());
        checkRunning();
        if (System.nanoTime() > next) {
          next += MINUTE.toNanos() + random.nextLong(JITTER.toNanos());
          kill();
        }
      }
    } catch (RuntimeException e) {
      run.fail("the worker", e);
    }
  }

  /** A task that has failed does not come back: nothing that this load does may end one. */
  private void checkRunning() {
    try {
      worker.client().running(Soak.NAME);
    } catch (IOException e) {
      if (!worker.process().alive()) {
        throw new IllegalStateException("the worker ended: " + worker.process().tail(), e);
      }
    }
  }

  private void kill() {
    worker.process().kill();
    run.figures().killed();
    LockSupport.parkNanos(random.nextLong(LONGEST_ABSENCE.toNanos()));
    worker.process().restart();
    worker.awaitReady();
  }

  /** What the worker printed, its earlier lives included. */
  String output() {
    return worker.process().output();
  }

  /** Waits until the connector's tasks run. */
  void awaitRunning() {
    Await.until(
        "the connector runs", Duration.ofMinutes(2), () -> worker.client().running(Soak.NAME));
  }
}
