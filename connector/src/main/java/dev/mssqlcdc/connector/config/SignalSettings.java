package dev.mssqlcdc.connector.config;

import dev.mssqlcdc.connector.core.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The settings of the topic by which snapshots are asked for. */
public final class SignalSettings {

  public static final String TOPIC = "signal.kafka.topic";
  public static final String SERVERS = "signal.kafka.bootstrap.servers";

  /** What follows it is a setting of the consumer. */
  public static final String CONSUMER = "signal.consumer.";

  /** Given to a task by the connector: tables that its other tasks read. */
  public static final String TASK_TABLES_OTHERS = "task.tables.others";

  private final AbstractConfig config;

  /**
   * @param properties of a connector or task
   * @throws org.apache.kafka.common.config.ConfigException naming the setting that is wrong
   */
  public SignalSettings(Map<String, String> properties) {
    ConfigDef def = new ConfigDef();
    define(def);
    this.config = new AbstractConfig(def, properties, false);
  }

  static void define(ConfigDef def) {
    var group = new SettingsGroup(def, "Signals");
    group.add(
        TOPIC,
        ConfigDef.Type.STRING,
        "",
        Validators.emptyOr(Validators.legalTopic()),
        "Topic with one partition by which snapshots of tables are asked for, paused, resumed and stopped while the "
            + "connector runs; see the guide on snapshots. Empty: there are no signals.");
    group.add(
        SERVERS,
        ConfigDef.Type.STRING,
        "",
        null,
        "Addresses of the Kafka cluster that holds the signal topic, `host:port` separated by commas; required with "
            + "`signal.kafka.topic`. Every setting that begins with `signal.consumer.` is passed to the consumer of the "
            + "topic under the name that follows, such as `signal.consumer.security.protocol`. There is no consumer "
            + "group: what was served is kept in the connector's offsets.");
  }

  /** Empty when there are no signals. */
  public Optional<String> topic() {
    return Optional.of(config.getString(TOPIC)).filter(Predicate.not(String::isEmpty));
  }

  /** Settings of the topic's consumer. Secrets may be among them: never log them. */
  public Map<String, Object> consumer() {
    Map<String, Object> consumer = new HashMap<>(config.originalsWithPrefix(CONSUMER));
    consumer.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.getString(SERVERS));
    return consumer;
  }

  /** The tables that the connector's other tasks read. */
  public List<TableId> otherTables() {
    return TableId.parseList(config.originalsStrings().getOrDefault(TASK_TABLES_OTHERS, ""));
  }
}
