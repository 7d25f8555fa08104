package dev.mssqlcdc.connector;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceConnectorContext;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Runs a connector as a worker would. */
final class TestingConnector implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 30;

  private final SqlServerCdcSourceConnector connector = new SqlServerCdcSourceConnector();
  private final Semaphore requests = new Semaphore(0);
  private volatile OffsetStorageReader offsets = TestingOffsets.after(List.of());

  static TestingConnector start(Map<String, String> settings) {
    var testing = new TestingConnector();
    testing.connector.initialize(testing.new Context());
    testing.connector.start(settings);
    return testing;
  }

  private TestingConnector() {}

  List<Map<String, String>> taskConfigs(int maxTasks) {
    return connector.taskConfigs(maxTasks);
  }

  /** The worker commits records, all that it ever did. */
  void committed(List<SourceRecord> records) {
    offsets = TestingOffsets.after(records);
  }

  /** Waits until the connector asks for its tasks to be configured anew, and forgets that. */
  void awaitRequest() throws InterruptedException {
    if (!requests.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("no request within " + PATIENCE_SECONDS + " s");
    }
    requests.drainPermits();
  }

  boolean hasRequest() {
    return requests.availablePermits() > 0;
  }

  @Override
  public void close() {
    connector.stop();
  }

  private final class Context implements SourceConnectorContext {

    @Override
    public OffsetStorageReader offsetStorageReader() {
      return offsets;
    }

    @Override
    public void requestTaskReconfiguration() {
      requests.release();
    }

    @Override
    public void raiseError(Exception e) {
      throw new AssertionError(e);
    }
  }
}
