package dev.mssqlcdc.writer.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.RegistrySettings;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.TableNames;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.FileFormat;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** The delta-writer's settings. */
public final class WriterSettings {

  /** Settings that begin so go to the Kafka clients. */
  public static final String KAFKA_PREFIX = "kafka.";

  /** Settings that begin so go to Hadoop's file systems. */
  public static final String HADOOP_PREFIX = "hadoop.";

  public static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
  public static final String LAKE_ROOT = "lake.root";
  public static final String TOPIC_PREFIX = "topic.prefix";
  public static final String WRITER_ID = "writer.id";
  public static final String FLUSH_ROWS = "flush.rows";
  public static final String FLUSH_BYTES = "flush.bytes";
  public static final String FLUSH_INTERVAL_MS = "flush.interval.ms";
  public static final String FACTS_IDLE_INTERVAL_MS = "facts.idle.interval.ms";
  public static final String MEMORY_LIMIT = "memory.limit";
  public static final String VERDICT_GRANULARITY = "verdict.granularity";
  public static final String PARQUET_COMPRESSION = "parquet.compression";
  public static final String TABLE_RETRY_INTERVAL_MS = "table.retry.interval.ms";

  private static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(
              BOOTSTRAP_SERVERS,
              ConfigDef.Type.STRING,
              NO_DEFAULT_VALUE,
              new NonEmptyString(),
              HIGH,
              "Kafka brokers to begin with, as host:port, separated by commas.")
          .define(
              LAKE_ROOT,
              ConfigDef.Type.STRING,
              NO_DEFAULT_VALUE,
              new NonEmptyString(),
              HIGH,
              "Folder of the lake: an absolute path, or a URI of a file system that Hadoop knows.")
          .define(
              TOPIC_PREFIX,
              ConfigDef.Type.STRING,
              NO_DEFAULT_VALUE,
              new NonEmptyString(),
              HIGH,
              "The connector's topic.prefix: every topic that begins with it and a dot is written"
                  + " to a bronze table of its own.")
          .define(
              WRITER_ID,
              ConfigDef.Type.STRING,
              "delta-writer",
              new NonEmptyString(),
              HIGH,
              "Name of this writer: the consumer group, and part of the transaction ids in the"
                  + " tables. Instances that share the topics share it. It must not change in the"
                  + " life of a table.")
          .define(
              FLUSH_ROWS,
              ConfigDef.Type.INT,
              500_000,
              Range.atLeast(1),
              MEDIUM,
              "A table's batch ends after so many records.")
          .define(
              FLUSH_BYTES,
              ConfigDef.Type.LONG,
              64L << 20,
              Range.atLeast(1),
              MEDIUM,
              "A table's batch ends after so many bytes of records, as they are in Kafka.")
          .define(
              FLUSH_INTERVAL_MS,
              ConfigDef.Type.LONG,
              10_000L,
              Range.atLeast(0),
              HIGH,
              "A record waits for its batch to end at most so long: how fresh bronze is.")
          .define(
              FACTS_IDLE_INTERVAL_MS,
              ConfigDef.Type.LONG,
              30_000L,
              Range.atLeast(0),
              MEDIUM,
              "A table without changes writes its progress about once in so long, all such tables"
                  + " together.")
          .define(
              MEMORY_LIMIT,
              ConfigDef.Type.LONG,
              256L << 20,
              Range.atLeast(1L << 20),
              MEDIUM,
              "Bytes of records that may wait over all tables; when they are more, all are flushed,"
                  + " and nothing is read meanwhile.")
          .define(
              VERDICT_GRANULARITY,
              ConfigDef.Type.STRING,
              "minute",
              oneOf(Granularity.values()),
              MEDIUM,
              "Period that finalized_until in the control table is truncated to:"
                  + " minute, hour or day, in UTC.")
          .define(
              PARQUET_COMPRESSION,
              ConfigDef.Type.STRING,
              "zstd",
              oneOf(Compression.values()),
              LOW,
              "Compression of the Parquet files: zstd or snappy.")
          .define(
              TABLE_RETRY_INTERVAL_MS,
              ConfigDef.Type.LONG,
              60_000L,
              Range.atLeast(1),
              LOW,
              "A table that cannot go on is tried again after at most so long.");

  private static final ConfigDef REGISTRY = new ConfigDef();

  static {
    BronzeSettings.define(DEFINITION);
    RegistrySettings.defineConnection(REGISTRY);
    HttpSettings.define(DEFINITION);
    RegistrySettings.defineConnection(DEFINITION);
    ErrorSettings.define(DEFINITION);
  }

  private final AbstractConfig config;

  /**
   * Reads settings.
   *
   * @throws ConfigException naming every fault at once
   */
  public WriterSettings(Map<String, String> settings) {
    this(SettingsSource.of(settings));
  }

  WriterSettings(SettingsSource source) {
    check(source);
    this.config = new AbstractConfig(DEFINITION, source.values(), false);
  }

  /** The definition, for the reference page. */
  public static ConfigDef definition() {
    return DEFINITION;
  }

  public String bootstrapServers() {
    return config.getString(BOOTSTRAP_SERVERS);
  }

  public RegistryConfig registry() {
    return RegistrySettings.connection(config.values());
  }

  public Lake lake() {
    return new Lake(config.getString(LAKE_ROOT));
  }

  public String topicPrefix() {
    return config.getString(TOPIC_PREFIX);
  }

  public TableNames tableNames() {
    return BronzeSettings.tableNames(config);
  }

  /** Whether bronze tables are created so that their columns may be widened. */
  public boolean bronzeTypeWidening() {
    return config.getBoolean(BronzeSettings.BRONZE_TYPE_WIDENING);
  }

  public FileFormat bronzeFiles() {
    return new FileFormat(compression(), config.getLong(BronzeSettings.PARQUET_FILE_BYTES));
  }

  public String writerId() {
    return config.getString(WRITER_ID);
  }

  public FlushLimits limits() {
    return new FlushLimits(
        config.getInt(FLUSH_ROWS),
        config.getLong(FLUSH_BYTES),
        config.getLong(FLUSH_INTERVAL_MS),
        config.getLong(FACTS_IDLE_INTERVAL_MS));
  }

  public HttpSettings http() {
    return HttpSettings.of(config);
  }

  /** Bytes of records that may wait over all tables. */
  public long memoryLimit() {
    return config.getLong(MEMORY_LIMIT);
  }

  public Granularity granularity() {
    return Granularity.valueOf(upper(VERDICT_GRANULARITY));
  }

  public Compression compression() {
    return Compression.valueOf(upper(PARQUET_COMPRESSION));
  }

  /** Milliseconds. */
  public long tableRetryInterval() {
    return config.getLong(TABLE_RETRY_INTERVAL_MS);
  }

  /** Where records go that cannot be decoded; empty when they stop their table. */
  public Optional<String> deadLetterTopic() {
    return ErrorSettings.deadLetterTopic(config);
  }

  /** Settings of the Kafka clients, without the prefix. */
  public Map<String, Object> kafka() {
    return config.originalsWithPrefix(KAFKA_PREFIX);
  }

  /** Settings of Hadoop, without the prefix. */
  public Map<String, String> hadoop() {
    Map<String, String> hadoop = new TreeMap<>();
    config
        .originalsWithPrefix(HADOOP_PREFIX)
        .forEach((key, value) -> hadoop.put(key, value.toString()));
    return hadoop;
  }

  private static void check(SettingsSource source) {
    Set<String> faults = new LinkedHashSet<>(source.faults());
    for (ConfigValue value : DEFINITION.validate(source.values())) {
      if (!source.unresolved().contains(value.name())) {
        // What follows the first is about the null that a value becomes which cannot be parsed.
        value.errorMessages().stream()
            .findFirst()
            .ifPresent(fault -> faults.add(source.masked(value.name(), fault)));
      }
    }
    source.values().keySet().stream()
        .filter(key -> !DEFINITION.names().contains(key))
        .filter(key -> !key.startsWith(KAFKA_PREFIX) && !key.startsWith(HADOOP_PREFIX))
        .sorted()
        .forEach(key -> faults.add("Unknown setting '" + key + "'."));
    if (Collections.disjoint(REGISTRY.names(), source.unresolved())) {
      registryFault(source.values()).ifPresent(faults::add);
    }
    ErrorSettings.fault(source.values()).ifPresent(faults::add);
    if (!faults.isEmpty()) {
      throw new ConfigException("the settings cannot be used:\n  " + String.join("\n  ", faults));
    }
  }

  private static Optional<String> registryFault(Map<String, String> settings) {
    try {
      RegistrySettings.connection(REGISTRY.parse(settings));
      return Optional.empty();
    } catch (ConfigException e) {
      return Optional.of(e.getMessage());
    }
  }

  private String upper(String key) {
    return config.getString(key).toUpperCase(Locale.ROOT);
  }

  private static CaseInsensitiveValidString oneOf(Enum<?>[] values) {
    return CaseInsensitiveValidString.in(
        Arrays.stream(values)
            .map(value -> value.name().toLowerCase(Locale.ROOT))
            .toArray(String[]::new));
  }
}
