package dev.mssqlcdc.connector.config;

import dev.mssqlcdc.connector.core.ServerZone;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** What a setting must be. */
final class Validators {

  private Validators() {}

  static ConfigDef.Validator nonEmpty() {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          if (value == null || value.toString().isBlank()) {
            throw new ConfigException(name, value, "must not be empty");
          }
        },
        () -> "non-empty");
  }

  static ConfigDef.Validator oneName() {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          nonEmpty().ensureValid(name, value);
          if (value.toString().contains(",")) {
            throw new ConfigException(
                name, value, "names several databases; create one connector for each");
          }
        },
        () -> "one name");
  }

  static ConfigDef.Validator legalTopic() {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          if (value == null || !value.toString().matches("[a-zA-Z0-9._-]+")) {
            throw new ConfigException(
                name, value, "must consist of letters, digits, dots, underscores and hyphens");
          }
        },
        () -> "characters of a topic name");
  }

  static ConfigDef.Validator emptyOr(ConfigDef.Validator validator) {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          if (!String.valueOf(value).isEmpty()) {
            validator.ensureValid(name, value);
          }
        },
        () -> "empty, or " + validator);
  }

  static ConfigDef.Validator zone() {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          String zone = String.valueOf(value);
          if (!zone.equals(Settings.ZONE_OF_SERVER) && ServerZone.named(zone).isEmpty()) {
            throw new ConfigException(
                name, value, "is neither auto nor a Windows or IANA time zone");
          }
        },
        () -> "auto, or a time zone");
  }

  static ConfigDef.Validator patterns() {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          for (Object pattern : value == null ? List.of() : (List<?>) value) {
            try {
              Pattern.compile(pattern.toString());
            } catch (PatternSyntaxException e) {
              throw new ConfigException(name, value, e.getMessage());
            }
          }
        },
        () -> "regular expressions");
  }
}
