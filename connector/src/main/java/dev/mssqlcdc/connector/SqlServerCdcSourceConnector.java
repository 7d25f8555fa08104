package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.ConnectorSettings;
import dev.mssqlcdc.connector.config.Settings;
import dev.mssqlcdc.connector.config.SignalSettings;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TableOffset;
import dev.mssqlcdc.connector.core.TaskShares;
import dev.mssqlcdc.connector.core.TopicNames;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streams the changes that SQL Server's change data capture records, one topic per table. */
public final class SqlServerCdcSourceConnector extends SourceConnector {

  private static final Logger LOG = LoggerFactory.getLogger(SqlServerCdcSourceConnector.class);

  private Map<String, String> properties = Map.of();
  private TableIdentities identities;
  private TableWatch watch;

  /** The tables that the tasks were given last, without those that are gone. */
  private List<TableId> given = List.of();

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return Settings.definition();
  }

  @Override
  public Class<? extends Task> taskClass() {
    return SqlServerCdcSourceTask.class;
  }

  @Override
  public void start(Map<String, String> newProperties) {
    properties = Map.copyOf(newProperties);
    var settings = new ConnectorSettings(properties);
    identities = new TableIdentities(settings.filter(), this::wasRead);
    watch =
        new TableWatch(
            "mssql-cdc-tables-" + settings.topicPrefix(),
            Source.with(settings.connection()),
            source -> identities.look(source.catalog().instances()),
            () -> context().requestTaskReconfiguration());
    watch.start(settings.discoveryMillis());
  }

  /**
   * Shares the tables evenly: each task gets every n-th of them in the order of their names. A
   * table that is gone is given to a task once more, which tells of its end.
   */
  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    var settings = new ConnectorSettings(properties);
    List<TableId> tables = capturedTables(settings);
    List<TableId> gone = gone(settings, tables);
    List<Map<String, String>> configs = new ArrayList<>();
    for (List<TableId> share : TaskShares.of(tables, maxTasks)) {
      configs.add(config(share, tables));
    }
    if (configs.isEmpty() && !gone.isEmpty()) {
      configs.add(config(List.of(), tables));
    }
    if (!gone.isEmpty()) {
      configs.get(0).put(Settings.TASK_TABLES_GONE, TableId.formatList(gone));
    }
    given = tables;
    watch.given(tables);
    return configs;
  }

  private Map<String, String> config(List<TableId> share, List<TableId> all) {
    Map<String, String> config = new HashMap<>(properties);
    config.put(Settings.TASK_TABLES, TableId.formatList(share));
    if (new SignalSettings(properties).topic().isPresent()) {
      List<TableId> others = all.stream().filter(table -> !share.contains(table)).toList();
      config.put(SignalSettings.TASK_TABLES_OTHERS, TableId.formatList(others));
    }
    return config;
  }

  private List<TableId> capturedTables(ConnectorSettings settings) {
    try (Source source = Source.with(settings.connection())) {
      List<TableId> tables = identities.settle(source.catalog().instances());
      LOG.info("{} tables of {} are captured and included", tables.size(), settings.database());
      checkTopics(settings.topicPrefix(), tables);
      return tables;
    } catch (SourceException e) {
      throw new ConnectException(e.getMessage() + ". What to do: " + e.remedy(), e);
    }
  }

  private boolean wasRead(TableId table, Set<String> instances) {
    String prefix = properties.get(Settings.TOPIC_PREFIX);
    Map<String, Object> offset =
        context().offsetStorageReader().offset(SourcePartition.of(prefix, table));
    return offset != null && instances.contains(TableOffset.instance(offset));
  }

  /** A table that was not there at validation may collide with one that was. */
  private static void checkTopics(String prefix, List<TableId> tables) {
    List<List<TableId>> collisions = TopicNames.collisions(prefix, tables);
    if (!collisions.isEmpty()) {
      throw new ConnectException(
          "Tables would share a topic: "
              + collisions
              + ". What to do: leave one of each out by "
              + Settings.TABLE_EXCLUDE
              + " and give it to a connector with another "
              + Settings.TOPIC_PREFIX);
    }
  }

  /**
   * Tables that were read, as a stored offset proves, and are not there any more: they were given
   * to the tasks, or the settings name them.
   */
  private List<TableId> gone(ConnectorSettings settings, List<TableId> tables) {
    TableFilter filter = settings.filter();
    List<TableId> missing =
        Stream.concat(
                given.stream(),
                filter.include().stream().flatMap(p -> TableFilter.named(p).stream()))
            .filter(table -> !tables.contains(table))
            .distinct()
            .sorted()
            .toList();
    if (missing.isEmpty()) {
      return List.of();
    }
    Map<TableId, Map<String, String>> partitions = new LinkedHashMap<>();
    missing.forEach(t -> partitions.put(t, SourcePartition.of(settings.topicPrefix(), t)));
    var offsets = context().offsetStorageReader().offsets(partitions.values());
    return missing.stream().filter(t -> offsets.get(partitions.get(t)) != null).toList();
  }

  @Override
  public void stop() {
    if (watch != null) {
      watch.close();
    }
    properties = Map.of();
  }

  /** Checks every setting, then what the source says to them; all faults at once. */
  @Override
  public Config validate(Map<String, String> toValidate) {
    return new Validation(super.validate(toValidate), toValidate).run();
  }

  /** Accepts that tables' offsets are dropped, and refuses every other change with the reason. */
  @Override
  public boolean alterOffsets(
      Map<String, String> settings, Map<Map<String, ?>, Map<String, ?>> offsets) {
    OffsetAlteration.check(settings.get(Settings.TOPIC_PREFIX), offsets);
    return true;
  }

  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> settings) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public ConnectorTransactionBoundaries canDefineTransactionBoundaries(
      Map<String, String> settings) {
    return ConnectorTransactionBoundaries.SUPPORTED;
  }
}
