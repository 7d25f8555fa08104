package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Runs a task as a worker would: configured by the connector, with offsets from a store. */
public final class TestingTask implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final SqlServerCdcSourceTask task = new SqlServerCdcSourceTask();
  private final List<SourceRecord> records = new ArrayList<>();
  private final TestingOffsets store;

  /** Starts a task over all tables, with nothing stored. */
  public static TestingTask start(Map<String, String> settings) {
    return start(settings, List.of());
  }

  /** Starts a task over all tables after a worker committed these records. */
  public static TestingTask start(Map<String, String> settings, List<SourceRecord> committed) {
    try (var connector = TestingConnector.start(settings)) {
      connector.committed(committed);
      List<Map<String, String>> configs = connector.taskConfigs(1);
      assertThat(configs).hasSize(1);
      return of(configs.get(0), committed);
    }
  }

  /** Starts a task that a connector configured. */
  static TestingTask of(Map<String, String> config, List<SourceRecord> committed) {
    var testing = new TestingTask(TestingOffsets.after(committed));
    testing.task.initialize(new Context(config, testing.store));
    testing.task.start(config);
    return testing;
  }

  private TestingTask(TestingOffsets store) {
    this.store = store;
  }

  /** Polls once; what comes is not kept. */
  List<SourceRecord> poll() throws InterruptedException {
    List<SourceRecord> polled = task.poll();
    return polled == null ? List.of() : polled;
  }

  /** Polls until what came since the start satisfies the condition. */
  public List<SourceRecord> pollUntil(Predicate<List<SourceRecord>> condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.test(records)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "not satisfied within " + DEADLINE + "; got:\n" + TestingRecords.describe(records));
      }
      records.addAll(poll());
    }
    return List.copyOf(records);
  }

  /** Polls until so many tables have said where they begin, and their snapshots are over. */
  public List<SourceRecord> begin(int tables) throws InterruptedException {
    return pollUntil(r -> TestingRecords.haveBegun(r, tables));
  }

  /** Polls until a table's progress has passed an LSN. */
  public List<SourceRecord> pollTo(String topic, Lsn lsn) throws InterruptedException {
    return pollUntil(r -> isProgressAtOrAbove(r, topic, lsn));
  }

  /** Polls until a table stops, and returns why. */
  EventDetail.TableStopped stopped() throws InterruptedException {
    List<SourceRecord> all = pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty());
    return (EventDetail.TableStopped) detail(events(all, EventType.TABLE_STOPPED).get(0));
  }

  /** What came since the start. */
  public List<SourceRecord> records() {
    return List.copyOf(records);
  }

  /** The worker commits all that came since the start. */
  void commit() {
    store.commit(records);
  }

  /** The task stops as its worker dies: nobody waits for it. */
  void die() {
    var dying = new Thread(task::stop, "dying task");
    dying.setDaemon(true);
    dying.start();
  }

  @Override
  public void close() {
    task.stop();
  }

  private record Context(Map<String, String> configs, OffsetStorageReader offsetStorageReader)
      implements SourceTaskContext {}
}
