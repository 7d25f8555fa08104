package dev.mssqlcdc.benchmarks.poll;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.source.SourceConnectorContext;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Does for one task what a worker would: its connector configures it, then it is polled. */
final class TaskHost implements AutoCloseable {

  private final SourceConnector connector;
  private final SourceTask task;

  private TaskHost(SourceConnector connector, SourceTask task) {
    this.connector = connector;
    this.task = task;
  }

  static TaskHost start(PollJob job, OffsetStorageReader offsets)
      throws ReflectiveOperationException {
    SourceConnector connector =
        Class.forName(job.connectorClass())
            .asSubclass(SourceConnector.class)
            .getDeclaredConstructor()
            .newInstance();
    connector.initialize(new ConnectorContext(offsets));
    connector.start(job.config());
    Map<String, String> config = connector.taskConfigs(1).get(0);
    SourceTask task =
        connector.taskClass().asSubclass(SourceTask.class).getDeclaredConstructor().newInstance();
    task.initialize(new TaskContext(config, offsets));
    task.start(config);
    return new TaskHost(connector, task);
  }

  /** The next records; empty when there are none yet. */
  List<SourceRecord> poll() throws InterruptedException {
    List<SourceRecord> records = task.poll();
    return records == null ? List.of() : records;
  }

  @Override
  public void close() {
    task.stop();
    connector.stop();
  }

  private static PluginMetrics metrics() {
    return new PluginMetricsImpl(new Metrics(), Map.of());
  }

  private record TaskContext(Map<String, String> configs, OffsetStorageReader offsetStorageReader)
      implements SourceTaskContext {

    @Override
    public PluginMetrics pluginMetrics() {
      return metrics();
    }
  }

  private record ConnectorContext(OffsetStorageReader offsetStorageReader)
      implements SourceConnectorContext {

    @Override
    public PluginMetrics pluginMetrics() {
      return metrics();
    }

    @Override
    public void requestTaskReconfiguration() {
      throw new IllegalStateException("the tables changed while they were measured");
    }

    @Override
    public void raiseError(Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
