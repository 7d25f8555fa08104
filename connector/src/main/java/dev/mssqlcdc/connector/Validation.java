package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.ConnectorSettings;
import dev.mssqlcdc.connector.config.Settings;
import dev.mssqlcdc.connector.config.SignalSettings;
import dev.mssqlcdc.connector.config.UnknownSettings;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.jdbc.DriverProperties;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.connector.signal.SignalCheck;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds everything that is wrong with a configuration, and puts it on the setting to change. */
final class Validation {

  private static final Logger LOG = LoggerFactory.getLogger(Validation.class);
  private static final String PARTITIONS = "topic.creation.default.partitions";
  private static final String REQUEST_SIZE = "producer.override.max.request.size";
  private static final String CLEANUP = "topic.creation.default.cleanup.policy";

  private final List<ConfigValue> values;
  private final Map<String, String> properties;

  /**
   * @param checked the result of the definition's own checks
   * @param properties as the user gave them
   */
  Validation(Config checked, Map<String, String> properties) {
    this.values = new ArrayList<>(checked.configValues());
    this.properties = properties;
  }

  Config run() {
    Map<String, String> usable = withoutFaulty();
    checkTolerance();
    checkNotBoth(Settings.TABLE_INCLUDE, Settings.TABLE_EXCLUDE, "tables");
    checkNotBoth(Settings.COLUMN_INCLUDE, Settings.COLUMN_EXCLUDE, "columns");
    checkLossPolicy();
    checkSelects();
    checkRowLimit(usable);
    checkSignals(usable);
    warnAboutTopics();
    UnknownSettings.warnings(properties.keySet(), DriverProperties.names()).forEach(LOG::warn);
    if (usable.keySet().containsAll(Settings.required())) {
      checkSource(new ConnectorSettings(usable));
    }
    return new Config(values);
  }

  /** The source can be asked in spite of a malformed setting, if that has a default. */
  private Map<String, String> withoutFaulty() {
    Map<String, String> usable = new HashMap<>(properties);
    values.stream()
        .filter(value -> !value.errorMessages().isEmpty())
        .forEach(value -> usable.remove(value.name()));
    return usable;
  }

  private void checkTolerance() {
    if ("all".equalsIgnoreCase(properties.get(Settings.ERRORS_TOLERANCE))) {
      fault(
          Settings.ERRORS_TOLERANCE,
          "must be 'none': with 'all' the worker drops records that it cannot convert, and progress events would then vouch for rows that are missing");
    }
  }

  private void checkLossPolicy() {
    String action = properties.getOrDefault(Settings.ON_DATA_LOSS, Settings.LOSS_RESNAPSHOT);
    boolean whenNeeded =
        Settings.SNAPSHOT_WHEN_NEEDED.equals(properties.get(Settings.SNAPSHOT_MODE));
    if (whenNeeded && !action.equals(Settings.LOSS_RESNAPSHOT)) {
      fault(
          Settings.ON_DATA_LOSS,
          "contradicts %s=%s, which reads a table anew that lost changes; leave one of them out"
              .formatted(Settings.SNAPSHOT_MODE, Settings.SNAPSHOT_WHEN_NEEDED));
    }
  }

  private void checkSelects() {
    Set<String> listed = ConnectorSettings.selectedTables(properties);
    for (String table : listed) {
      if (properties.getOrDefault(Settings.SELECTS + "." + table, "").isBlank()) {
        fault(
            Settings.SELECTS,
            "names table %s, but there is no statement: set %s.%s"
                .formatted(table, Settings.SELECTS, table));
      }
    }
    properties.keySet().stream()
        .filter(name -> name.startsWith(Settings.SELECTS + "."))
        .filter(name -> !listed.contains(name.substring(Settings.SELECTS.length() + 1)))
        .forEach(
            name ->
                fault(name, "has no effect unless %s names the table".formatted(Settings.SELECTS)));
  }

  /** What the worker's own configuration gives to its producers cannot be seen from here. */
  private void checkRowLimit(Map<String, String> usable) {
    String producers = properties.getOrDefault(REQUEST_SIZE, "").strip();
    Object byDefault = Settings.definition().defaultValues().get(Settings.ROW_BYTES);
    String rows = usable.getOrDefault(Settings.ROW_BYTES, byDefault.toString()).strip();
    if (producers.matches("[0-9]+")
        && new BigInteger(rows).compareTo(new BigInteger(producers)) > 0) {
      fault(
          Settings.ROW_BYTES,
          "must not exceed %s=%s: the producer would refuse a row between the two, and end the task"
              .formatted(REQUEST_SIZE, producers));
    }
  }

  private void checkNotBoth(String include, String exclude, String what) {
    if (isSet(include) && isSet(exclude)) {
      fault(
          exclude,
          "cannot be set together with %s; name the %s to read, or the others"
              .formatted(include, what));
    }
  }

  private void checkSignals(Map<String, String> usable) {
    checkTogether(SignalSettings.TOPIC, SignalSettings.SERVERS);
    checkTogether(SignalSettings.SERVERS, SignalSettings.TOPIC);
    if (isSet(SignalSettings.TOPIC) && isSet(SignalSettings.SERVERS)) {
      var signals = new SignalSettings(usable);
      signals.topic().ifPresent(topic -> SignalCheck.run(signals, topic, this::fault));
    }
  }

  private void checkTogether(String set, String other) {
    if (isSet(set) && !isSet(other)) {
      fault(other, "must be set together with " + set);
    }
  }

  private boolean isSet(String setting) {
    return !properties.getOrDefault(setting, "").isBlank();
  }

  private void warnAboutTopics() {
    if (!"1".equals(properties.get(PARTITIONS)) || !"delete".equals(properties.get(CLEANUP))) {
      LOG.warn(
          "{}=1 and {}=delete are not set: create the topics accordingly before the connector starts",
          PARTITIONS,
          CLEANUP);
    }
  }

  private void checkSource(ConnectorSettings settings) {
    try (Source source = Source.with(settings.connection())) {
      source.connection().connect();
      new SourceValidation(source, settings, this::fault).run();
    } catch (SourceException e) {
      faultOf(e, settings);
    }
  }

  private void faultOf(SourceException e, ConnectorSettings settings) {
    switch (e.kind()) {
      case CONNECTION -> fault(Settings.HOSTNAME, said(e));
      case CERTIFICATE -> fault(Settings.ENCRYPT, said(e));
      case LOGIN -> {
        fault(Settings.USER, "login '%s' was refused. %s".formatted(settings.user(), said(e)));
        fault(Settings.PASSWORD, "the login was refused; check the password");
      }
      case DATABASE -> fault(Settings.DATABASE, said(e));
      case PERMISSION -> fault(Settings.USER, said(e));
      default -> fault(Settings.DATABASE, said(e));
    }
  }

  private static String said(SourceException e) {
    return e.getMessage() + ". What to do: " + e.remedy();
  }

  private void fault(String setting, String message) {
    values.stream()
        .filter(value -> value.name().equals(setting))
        .findFirst()
        .orElseGet(
            () -> {
              var value = new ConfigValue(setting);
              value.value(properties.get(setting));
              values.add(value);
              return value;
            })
        .addErrorMessage(message);
  }
}
