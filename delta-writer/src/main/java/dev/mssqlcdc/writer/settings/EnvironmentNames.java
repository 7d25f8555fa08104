package dev.mssqlcdc.writer.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** Which setting an environment variable names: {@code MSSQLCDC_LAKE_ROOT} is {@code lake.root}. */
final class EnvironmentNames {

  static final String PREFIX = "MSSQLCDC_";

  private static final String HADOOP = variable(WriterSettings.HADOOP_PREFIX);

  private final Map<String, String> settings = new HashMap<>();

  EnvironmentNames(Collection<String> names) {
    names.forEach(name -> settings.put(variable(name), name));
    ConsumerConfig.configNames().forEach(this::addKafka);
    AdminClientConfig.configNames().forEach(this::addKafka);
  }

  /** Empty for a variable that names none. */
  Optional<String> setting(String variable) {
    // Hadoop has no list of its settings; nearly all have dots and lower case.
    return variable.startsWith(HADOOP)
        ? Optional.of(
            WriterSettings.HADOOP_PREFIX
                + variable.substring(HADOOP.length()).toLowerCase(Locale.ROOT).replace('_', '.'))
        : Optional.ofNullable(settings.get(variable));
  }

  private void addKafka(String name) {
    settings.put(variable(WriterSettings.KAFKA_PREFIX + name), WriterSettings.KAFKA_PREFIX + name);
  }

  static String variable(String setting) {
    return PREFIX + setting.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
