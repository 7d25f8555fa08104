package dev.mssqlcdc.foreign;

import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;

/** Debezium's SQL Server connector in this JVM, without Connect; keeps what it sends. */
final class TestingDebezium implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<SourceRecord> records = new ArrayList<>();
  private String end = "";

  /**
   * Starts the connector.
   *
   * @param mode {@code data.query.mode}
   */
  TestingDebezium(TestDatabase database, String mode, boolean encrypt) {
    engine =
        DebeziumEngine.create(Connect.class)
            .using(settings(database, mode, encrypt))
            .using((success, message, error) -> ended(message + " " + error))
            .notifying(event -> keep(event.value()))
            .build();
    thread.execute(engine);
  }

  private static Properties settings(TestDatabase database, String mode, boolean encrypt) {
    Properties settings = new Properties();
    settings.put("name", "foreign");
    settings.put("connector.class", "io.debezium.connector.sqlserver.SqlServerConnector");
    settings.put("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    settings.put("schema.history.internal", "io.debezium.relational.history.MemorySchemaHistory");
    settings.put("include.schema.changes", "false");
    settings.put("topic.prefix", "foreign");
    settings.put("database.hostname", database.server().host());
    settings.put("database.port", String.valueOf(database.server().port()));
    settings.put("database.user", database.server().user());
    settings.put("database.password", database.server().password());
    settings.put("database.names", database.name());
    settings.put("database.encrypt", String.valueOf(encrypt));
    settings.put("driver.trustServerCertificate", "true");
    settings.put("data.query.mode", mode);
    settings.put("poll.interval.ms", "20");
    settings.put("errors.max.retries", "3");
    settings.put("retriable.restart.connector.wait.ms", "100");
    return settings;
  }

  private synchronized void keep(SourceRecord event) {
    records.add(event);
    notifyAll();
  }

  private synchronized void ended(String why) {
    end = why;
    notifyAll();
  }

  /** The first records, once there are so many. */
  synchronized List<SourceRecord> await(int count) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (records.size() < count) {
      long left = deadline - System.nanoTime();
      if (!end.isEmpty() || left <= 0) {
        throw new AssertionError(records.size() + " of " + count + " records; " + end);
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return List.copyOf(records);
  }

  @Override
  public void close() throws IOException {
    engine.close();
    thread.shutdown();
  }
}
