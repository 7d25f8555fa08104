package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.ConnectorSettings;
import dev.mssqlcdc.connector.config.Settings;
import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TaskShares;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  }

  /** Shares the tables evenly: each task gets every n-th of them in the order of their names. */
  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (List<TableId> share : TaskShares.of(capturedTables(), maxTasks)) {
      Map<String, String> config = new HashMap<>(properties);
      config.put(Settings.TASK_TABLES, TableId.formatList(share));
      configs.add(config);
    }
    return configs;
  }

  private List<TableId> capturedTables() {
    var settings = new ConnectorSettings(properties);
    TableFilter filter = settings.filter();
    try (Source source = Source.with(settings.connection())) {
      List<TableId> tables =
          source.catalog().instances().stream()
              .map(CaptureInstance::table)
              .filter(filter::includes)
              .distinct()
              .sorted()
              .toList();
      LOG.info("{} tables of {} are captured and included", tables.size(), settings.database());
      return tables;
    } catch (SourceException e) {
      throw new ConnectException(e.getMessage() + ". What to do: " + e.remedy(), e);
    }
  }

  @Override
  public void stop() {
    properties = Map.of();
  }

  /** Checks every setting, then what the source says to them; all faults at once. */
  @Override
  public Config validate(Map<String, String> toValidate) {
    return new Validation(super.validate(toValidate), toValidate).run();
  }

  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> settings) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public ConnectorTransactionBoundaries canDefineTransactionBoundaries(
      Map<String, String> settings) {
    return ConnectorTransactionBoundaries.UNSUPPORTED;
  }
}
