package dev.mssqlcdc.connector.config;

import org.apache.kafka.common.config.ConfigDef;

/** Adds settings to one group, in order. */
final class SettingsGroup {

  private final ConfigDef def;
  private final String name;
  private int order;

  SettingsGroup(ConfigDef def, String name) {
    this.def = def;
    this.name = name;
  }

  void required(String key, ConfigDef.Type type, ConfigDef.Validator validator, String doc) {
    add(key, type, ConfigDef.NO_DEFAULT_VALUE, validator, doc);
  }

  void add(
      String key,
      ConfigDef.Type type,
      Object defaultValue,
      ConfigDef.Validator validator,
      String doc) {
    boolean required = defaultValue == ConfigDef.NO_DEFAULT_VALUE;
    ConfigDef.Importance importance =
        required ? ConfigDef.Importance.HIGH : ConfigDef.Importance.MEDIUM;
    def.define(
        key,
        type,
        defaultValue,
        validator,
        importance,
        doc,
        name,
        ++order,
        ConfigDef.Width.MEDIUM,
        key);
  }
}
