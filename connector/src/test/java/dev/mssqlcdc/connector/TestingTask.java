package dev.mssqlcdc.connector;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Runs a task as a worker would: configured by the connector, with offsets from a store. */
final class TestingTask implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SqlServerCdcSourceTask task = new SqlServerCdcSourceTask();
  private final List<SourceRecord> records = new ArrayList<>();
  private final Store store;

  /** Starts a task over all tables, with nothing stored. */
  static TestingTask start(Map<String, String> settings) {
    return start(settings, List.of());
  }

  /** Starts a task over all tables after a worker committed these records. */
  static TestingTask start(Map<String, String> settings, List<SourceRecord> committed) {
    var connector = new SqlServerCdcSourceConnector();
    connector.start(settings);
    List<Map<String, String>> configs = connector.taskConfigs(1);
    assertThat(configs).hasSize(1);
    var testing = new TestingTask(new Store(committed));
    testing.task.initialize(new Context(configs.get(0), testing.store));
    testing.task.start(configs.get(0));
    return testing;
  }

  private TestingTask(Store store) {
    this.store = store;
  }

  /** Polls until what came since the start satisfies the condition. */
  List<SourceRecord> pollUntil(Predicate<List<SourceRecord>> condition)
      throws InterruptedException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.test(records)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "not satisfied within " + DEADLINE + "; got:\n" + TestingRecords.describe(records));
      }
      List<SourceRecord> polled = task.poll();
      if (polled != null) {
        records.addAll(polled);
      }
    }
    return List.copyOf(records);
  }

  /** The worker commits all that came since the start. */
  void commit() {
    store.commit(records);
  }

  @Override
  public void close() {
    task.stop();
  }

  private record Context(Map<String, String> configs, OffsetStorageReader offsetStorageReader)
      implements SourceTaskContext {}

  /** Holds for each partition the last offset, in the form that Connect's JSON gives back. */
  private static final class Store implements OffsetStorageReader {

    private final Map<Map<String, ?>, Map<String, Object>> offsets = new ConcurrentHashMap<>();

    Store(List<SourceRecord> committed) {
      commit(committed);
    }

    void commit(List<SourceRecord> committed) {
      Map<Map<String, ?>, Map<String, ?>> last = new HashMap<>();
      committed.forEach(r -> last.put(Map.copyOf(r.sourcePartition()), r.sourceOffset()));
      last.forEach((partition, offset) -> offsets.put(partition, stored(offset)));
    }

    private static Map<String, Object> stored(Map<String, ?> offset) {
      try {
        return JSON.readValue(JSON.writeValueAsString(offset), new TypeReference<>() {});
      } catch (JsonProcessingException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public <T> Map<String, Object> offset(Map<String, T> partition) {
      return offsets.get(partition);
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(
        Collection<Map<String, T>> partitions) {
      Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
      partitions.forEach(p -> found.put(p, offset(p)));
      return found;
    }
  }
}
