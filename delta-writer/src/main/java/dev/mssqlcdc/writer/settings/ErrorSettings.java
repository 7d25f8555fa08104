package dev.mssqlcdc.writer.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;

/** What happens to records that cannot be used. */
public final class ErrorSettings {

  public static final String TOLERANCE = "errors.tolerance";
  public static final String TOPIC = "errors.deadletterqueue.topic.name";

  private static final String NONE = "none";
  private static final String DLQ = "dlq";

  private ErrorSettings() {}

  static void define(ConfigDef definition) {
    definition
        .define(
            TOLERANCE,
            ConfigDef.Type.STRING,
            NONE,
            CaseInsensitiveValidString.in(NONE, DLQ),
            MEDIUM,
            "What happens to a record that cannot be decoded. none: its table stops there. dlq: it"
                + " is moved to a dead letter topic, the table goes on, and its verdict stays where"
                + " it is until the gap is accepted.")
        .define(
            TOPIC,
            ConfigDef.Type.STRING,
            "",
            MEDIUM,
            "The dead letter topic, for errors.tolerance=dlq. It is created with one partition and"
                + " unlimited retention if it is not there. It must not begin with topic.prefix and a"
                + " dot, and must not be compacted.");
  }

  /** The dead letter topic; empty when tables stop. */
  static Optional<String> deadLetterTopic(AbstractConfig config) {
    return isDlq(config.getString(TOLERANCE))
        ? Optional.of(config.getString(TOPIC))
        : Optional.empty();
  }

  /** What is wrong with the settings taken together. */
  static Optional<String> fault(Map<String, String> settings) {
    if (!isDlq(settings.get(TOLERANCE))) {
      return Optional.empty();
    }
    String topic = settings.getOrDefault(TOPIC, "");
    if (topic.isBlank()) {
      return Optional.of(TOLERANCE + "=" + DLQ + " needs " + TOPIC + ".");
    }
    return topic.startsWith(settings.get(WriterSettings.TOPIC_PREFIX) + ".")
        ? Optional.of(
            "%s '%s' begins with %s and a dot: it would be read as a table's topic."
                .formatted(TOPIC, topic, WriterSettings.TOPIC_PREFIX))
        : Optional.empty();
  }

  private static boolean isDlq(String tolerance) {
    return DLQ.equalsIgnoreCase(tolerance);
  }
}
