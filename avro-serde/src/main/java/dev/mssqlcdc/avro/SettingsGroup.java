package dev.mssqlcdc.avro;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Adds settings to a definition, in the order in which they are shown. */
final class SettingsGroup {

  private final ConfigDef definition;
  private final String name;
  private int size;

  SettingsGroup(ConfigDef definition, String name) {
    this.definition = definition;
    this.name = name;
  }

  /** Text that must be given. */
  SettingsGroup required(String setting, String meaning) {
    var validator = new NonEmptyString();
    Object none = ConfigDef.NO_DEFAULT_VALUE;
    return add(setting, ConfigDef.Type.STRING, none, validator, Importance.HIGH, meaning);
  }

  SettingsGroup text(String setting, String meaning) {
    return add(setting, ConfigDef.Type.STRING, "", null, Importance.MEDIUM, meaning);
  }

  SettingsGroup secret(String setting, String meaning) {
    return add(setting, ConfigDef.Type.PASSWORD, "", null, Importance.MEDIUM, meaning);
  }

  /** One of several texts, the first unless another is given. */
  SettingsGroup choice(String setting, String meaning, String... choices) {
    ValidString validator = ValidString.in(choices);
    return add(setting, ConfigDef.Type.STRING, choices[0], validator, Importance.MEDIUM, meaning);
  }

  SettingsGroup number(String setting, int defaultValue, int atLeast, String meaning) {
    Range validator = Range.atLeast(atLeast);
    return add(setting, ConfigDef.Type.INT, defaultValue, validator, Importance.LOW, meaning);
  }

  SettingsGroup flag(String setting, boolean defaultValue, String meaning) {
    return add(setting, ConfigDef.Type.BOOLEAN, defaultValue, null, Importance.LOW, meaning);
  }

  private SettingsGroup add(
      String setting,
      ConfigDef.Type type,
      Object defaultValue,
      ConfigDef.Validator validator,
      Importance importance,
      String meaning) {
    size++;
    definition.define(
        setting,
        type,
        defaultValue,
        validator,
        importance,
        meaning,
        name,
        size,
        Width.MEDIUM,
        setting);
    return this;
  }
}
