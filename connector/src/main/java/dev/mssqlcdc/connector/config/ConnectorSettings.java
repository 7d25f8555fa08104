package dev.mssqlcdc.connector.config;

import dev.mssqlcdc.connector.core.ColumnFilter;
import dev.mssqlcdc.connector.core.Compatibility;
import dev.mssqlcdc.connector.core.LossPolicy;
import dev.mssqlcdc.connector.core.RowLimit;
import dev.mssqlcdc.connector.core.ScanSession;
import dev.mssqlcdc.connector.core.ServerZone;
import dev.mssqlcdc.connector.core.SnapshotSettings;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.core.TableId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;

/** The settings of one connector or task, checked and in the types that the code uses. */
public final class ConnectorSettings {

  private static final String PASS_THROUGH = "database.";
  private static final Set<String> OURS =
      Set.of(
          Settings.HOSTNAME,
          Settings.PORT,
          Settings.USER,
          Settings.PASSWORD,
          Settings.DATABASE,
          Settings.ENCRYPT);

  private final AbstractConfig config;

  /**
   * @throws org.apache.kafka.common.config.ConfigException naming the first setting that is wrong
   */
  public ConnectorSettings(Map<String, String> properties) {
    this.config = new AbstractConfig(Settings.definition(), properties, false);
  }

  /** Properties for the JDBC driver. The password is among them: never log them. */
  public Properties connection() {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("applicationName", "mssql-cdc-delta");
    all.put("applicationIntent", "ReadOnly");
    all.putAll(passedThrough());
    all.putAll(ours());
    var properties = new Properties();
    properties.putAll(all);
    return properties;
  }

  private Map<String, String> passedThrough() {
    Map<String, String> given = new HashMap<>();
    config
        .originalsStrings()
        .forEach(
            (name, value) -> {
              if (name.startsWith(PASS_THROUGH) && !OURS.contains(name)) {
                given.put(name.substring(PASS_THROUGH.length()), value);
              }
            });
    return given;
  }

  private Map<String, String> ours() {
    Map<String, String> ours = new HashMap<>();
    // a driver that connects again by itself hides that the server may be another one
    ours.put("connectRetryCount", "0");
    ours.put("serverName", hostname());
    ours.put("portNumber", String.valueOf(port()));
    ours.put("databaseName", database());
    ours.put("encrypt", config.getString(Settings.ENCRYPT));
    String user = config.getString(Settings.USER);
    if (!user.isEmpty()) {
      ours.put("user", user);
      ours.put("password", config.getPassword(Settings.PASSWORD).value());
    }
    return ours;
  }

  private String hostname() {
    return config.getString(Settings.HOSTNAME);
  }

  private int port() {
    return config.getInt(Settings.PORT);
  }

  /**
   * How the source is called in events: not what the server calls itself, which a failover changes.
   */
  public String server() {
    return hostname().toLowerCase(Locale.ROOT) + ":" + port();
  }

  public String database() {
    return config.getString(Settings.DATABASE);
  }

  public String user() {
    return config.getString(Settings.USER);
  }

  public String topicPrefix() {
    return config.getString(Settings.TOPIC_PREFIX);
  }

  public TableFilter filter() {
    return TableFilter.of(
        config.getList(Settings.TABLE_INCLUDE),
        config.getList(Settings.TABLE_EXCLUDE),
        ColumnFilter.of(
            config.getList(Settings.COLUMN_INCLUDE), config.getList(Settings.COLUMN_EXCLUDE)));
  }

  /** When and how tables are read. */
  public SnapshotSettings snapshot() {
    return new SnapshotSettings(
        SnapshotSettings.Mode.valueOf(upper(Settings.SNAPSHOT_MODE)),
        config.getLong(Settings.CHUNK_ROWS),
        new ScanSession(
            ScanSession.Isolation.valueOf(upper(Settings.SNAPSHOT_ISOLATION)),
            config.getInt(Settings.LOCK_TIMEOUT)),
        TimeUnit.HOURS.toMicros(config.getLong(Settings.MIN_HEADROOM)),
        config.getBoolean(Settings.ON_SWITCH),
        selects());
  }

  /** The tables of which snapshots read only some rows, as a configuration names them. */
  public static Set<String> selectedTables(Map<String, String> properties) {
    return Arrays.stream(properties.getOrDefault(Settings.SELECTS, "").split(","))
        .map(String::trim)
        .filter(table -> !table.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<String, String> selects() {
    Map<String, String> selects = new HashMap<>();
    Map<String, String> properties = config.originalsStrings();
    for (String table : selectedTables(properties)) {
      String statement = properties.get(Settings.SELECTS + "." + table);
      if (statement != null) {
        selects.put(SnapshotSettings.key(table), statement);
      }
    }
    return selects;
  }

  private String upper(String setting) {
    return config.getString(setting).toUpperCase(Locale.ROOT);
  }

  /** What happens to a table that lost changes. */
  public LossPolicy loss() {
    boolean whenNeeded = snapshot().mode() == SnapshotSettings.Mode.WHEN_NEEDED;
    return new LossPolicy(
        whenNeeded
            ? LossPolicy.Action.RESNAPSHOT
            : LossPolicy.Action.valueOf(upper(Settings.ON_DATA_LOSS)),
        config.getLong(Settings.RESNAPSHOT_INTERVAL));
  }

  /** Whether a table stops at every change of its definition. */
  public boolean failsOnDdl() {
    return config.getString(Settings.SCHEMA_CHANGE_POLICY).equals(Settings.SCHEMA_CHANGE_FAIL);
  }

  /** How the fields of records may change. */
  public Compatibility compatibility() {
    return new Compatibility(
        config.getString(Settings.SCHEMA_INCOMPATIBLE).equals(Settings.INCOMPATIBLE_PROCEED));
  }

  /** The zone the user named; empty when the server is to be asked. */
  public Optional<ServerZone> zone() {
    String name = config.getString(Settings.TIME_ZONE);
    return name.equals(Settings.ZONE_OF_SERVER) ? Optional.empty() : ServerZone.named(name);
  }

  public long pollMillis() {
    return config.getLong(Settings.POLL_INTERVAL);
  }

  public long progressMillis() {
    return config.getLong(Settings.PROGRESS_INTERVAL);
  }

  public int commitsPerRange() {
    return config.getInt(Settings.COMMITS_PER_RANGE);
  }

  public int batchSize() {
    return config.getInt(Settings.BATCH_SIZE);
  }

  /** Tables whose changes are read at once. */
  public int readConnections() {
    return config.getInt(Settings.READ_CONNECTIONS);
  }

  public int queueSize() {
    return config.getInt(Settings.QUEUE_SIZE);
  }

  public long queueBytes() {
    return config.getLong(Settings.QUEUE_BYTES);
  }

  /** Records of a Kafka transaction whose end the connector defines, roughly at most. */
  public long transactionRecords() {
    return config.getLong(Settings.TRANSACTION_RECORDS);
  }

  public int maxRetries() {
    return config.getInt(Settings.MAX_RETRIES);
  }

  public RowLimit rowLimit() {
    return new RowLimit(config.getLong(Settings.ROW_BYTES));
  }

  public long discoveryMillis() {
    return config.getLong(Settings.DISCOVERY_INTERVAL);
  }

  /** The tables that the connector gave to this task, those that are gone among them. */
  public List<TableId> taskTables() {
    List<TableId> tables = new ArrayList<>(tables(Settings.TASK_TABLES));
    tables.addAll(tables(Settings.TASK_TABLES_GONE));
    return tables;
  }

  private List<TableId> tables(String setting) {
    return TableId.parseList(config.originalsStrings().getOrDefault(setting, ""));
  }
}
