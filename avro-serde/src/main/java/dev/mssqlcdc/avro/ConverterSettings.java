package dev.mssqlcdc.avro;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The converter's settings, of one converter of a connector: its keys' or its values'.
 *
 * @param subjects how subjects are named
 * @param defaultsForNulls whether a null in a field with a default is written as the default
 */
record ConverterSettings(
    RegistryConfig registry,
    Registration registration,
    SubjectNames subjects,
    Mapping mapping,
    boolean defaultsForNulls) {

  private static final Logger LOG = LoggerFactory.getLogger(ConverterSettings.class);

  private static final String AUTO_REGISTER = "auto.register.schemas";
  private static final String USE_LATEST = "use.latest.version";
  private static final String STRICT = "latest.compatibility.strict";
  private static final String KEY_SUBJECTS = "key.subject.name.strategy";
  private static final String VALUE_SUBJECTS = "value.subject.name.strategy";
  private static final String METADATA = "connect.meta.data";
  private static final String ENUMS = "enhanced.avro.schema.support";
  private static final String IGNORE_DEFAULTS = "ignore.default.for.nullables";

  /**
   * What Confluent's converter has besides, by the value that changes nothing: with another one it
   * would write what this converter does not.
   */
  private static final Map<String, String> MISSING =
      Map.of(
          "scrub.invalid.names", "false",
          "generalized.sum.type.support", "false",
          "allow.optional.map.keys", "false",
          "discard.type.doc.default", "false",
          "use.schema.id", "-1",
          "use.latest.with.metadata", "",
          "bearer.auth.credentials.source", "STATIC_TOKEN",
          "schema.registry.ssl.endpoint.identification.algorithm", "https");

  private static final ConfigDef DEFINITION = definition();

  /** Where a record's schema id comes from. */
  enum Registration {
    /** The schema is registered. */
    REGISTER,
    /** The schema is there already. */
    LOOK_UP,
    /** The subject's latest version is written, if it can hold every field. */
    LATEST,
    /** The subject's latest version is written, whatever it lacks. */
    LATEST_LENIENT
  }

  private static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    RegistrySettings.define(definition);
    SettingsGroup schemas = new SettingsGroup(definition, "Schemas");
    whichSchema(schemas);
    whatIsInIt(schemas);
    return definition;
  }

  private static void whichSchema(SettingsGroup group) {
    group
        .flag(
            AUTO_REGISTER,
            true,
            "Whether schemas are registered. If not, they must have been: records whose schema is"
                + " not known under the subject are refused.")
        .flag(
            USE_LATEST,
            false,
            "With `auto.register.schemas=false`, whether records are written with the latest"
                + " version of the subject instead of their own schema. It is asked for once per"
                + " schema of the connector, until the task restarts.")
        .flag(
            STRICT,
            true,
            "Whether that version must have every field of the records. If not, fields that it"
                + " lacks are left out, which the log tells.")
        .choice(KEY_SUBJECTS, subjectsOf("keys"), SubjectNames.classNames())
        .choice(VALUE_SUBJECTS, subjectsOf("values"), SubjectNames.classNames());
  }

  private static String subjectsOf(String what) {
    return "How the subject of " + what + " is named: by the topic, by the record, or by both.";
  }

  private static void whatIsInIt(SettingsGroup group) {
    group
        .flag(
            METADATA,
            true,
            "Whether names, types, versions, documentation and parameters of Connect go into the"
                + " Avro schema (`connect.name`, `connect.parameters`, ...). The delta-writer needs"
                + " them.")
        .flag(
            ENUMS,
            false,
            "Whether a string whose parameters say that it was an Avro enum becomes one again.")
        .flag(
            IGNORE_DEFAULTS,
            false,
            "Whether a null in an optional field with a default stays null. If not, the default is"
                + " written.");
  }

  static ConfigDef configDef() {
    return DEFINITION;
  }

  /**
   * Reads the settings of a converter.
   *
   * @throws ConfigException when one is missing or wrong
   */
  static ConverterSettings of(Map<String, ?> configs, boolean isKey) {
    Map<String, Object> parsed = DEFINITION.parse(configs);
    MISSING.forEach((name, harmless) -> refuse(name, configs.get(name), harmless));
    warnOfUnknown(configs.keySet());
    return new ConverterSettings(
        RegistrySettings.connection(parsed).retrying(RegistrySettings.retries(parsed)),
        registration(parsed),
        SubjectNames.of((String) parsed.get(isKey ? KEY_SUBJECTS : VALUE_SUBJECTS)),
        new Mapping(is(parsed, METADATA), is(parsed, ENUMS)),
        !is(parsed, IGNORE_DEFAULTS));
  }

  private static Registration registration(Map<String, Object> parsed) {
    if (is(parsed, AUTO_REGISTER)) {
      if (is(parsed, USE_LATEST)) {
        throw new ConfigException(
            USE_LATEST
                + "=true has no effect while schemas are registered: set "
                + AUTO_REGISTER
                + "=false with it");
      }
      return Registration.REGISTER;
    }
    if (!is(parsed, USE_LATEST)) {
      return Registration.LOOK_UP;
    }
    return is(parsed, STRICT) ? Registration.LATEST : Registration.LATEST_LENIENT;
  }

  private static boolean is(Map<String, Object> parsed, String name) {
    return (Boolean) parsed.get(name);
  }

  private static void refuse(String name, Object value, String harmless) {
    if (value != null && !value.toString().strip().equalsIgnoreCase(harmless)) {
      throw new ConfigException(
          "%s=%s: this converter has nothing but '%s'; leave it out"
              .formatted(name, value, harmless));
    }
  }

  private static void warnOfUnknown(Set<String> names) {
    Set<String> unknown = new TreeSet<>(names);
    unknown.removeAll(DEFINITION.names());
    unknown.removeAll(MISSING.keySet());
    if (!unknown.isEmpty()) {
      LOG.warn("Nobody reads these settings of the Avro converter: {}", unknown);
    }
  }
}
