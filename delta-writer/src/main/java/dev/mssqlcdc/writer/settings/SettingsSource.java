package dev.mssqlcdc.writer.settings;

import dev.mssqlcdc.lake.References;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;

/**
 * Gathers the settings: a properties file, over it the environment, over that the command line.
 *
 * @param values by setting, references resolved
 * @param faults of the sources themselves, none with a value in it
 * @param referring settings whose values came through references and may be secrets
 * @param unresolved settings whose references lead nowhere
 */
public record SettingsSource(
    Map<String, String> values,
    List<String> faults,
    Set<String> referring,
    Set<String> unresolved) {

  public SettingsSource {
    values = Map.copyOf(values);
    faults = List.copyOf(faults);
    referring = Set.copyOf(referring);
    unresolved = Set.copyOf(unresolved);
  }

  /**
   * Gathers and checks them.
   *
   * @throws ConfigException naming every fault at once
   */
  public static WriterSettings read(
      Optional<Path> file, Map<String, String> environment, Map<String, String> overrides) {
    List<String> faults = new ArrayList<>();
    Map<String, String> raw = new TreeMap<>();
    file.ifPresent(path -> raw.putAll(properties(path)));
    raw.putAll(fromEnvironment(environment, faults));
    raw.putAll(overrides);
    return new WriterSettings(resolved(raw, new References(environment), faults));
  }

  /** Settings that need nothing looked up. */
  static SettingsSource of(Map<String, String> values) {
    return new SettingsSource(values, List.of(), Set.of(), Set.of());
  }

  /** A fault of a setting, without its value where that may be a secret. */
  String masked(String name, String fault) {
    return referring.contains(name)
        ? fault.replace("Invalid value " + values.get(name) + " for", "Invalid value [hidden] for")
        : fault;
  }

  private static SettingsSource resolved(
      Map<String, String> raw, References references, List<String> faults) {
    Map<String, String> values = new HashMap<>();
    Set<String> referring = new TreeSet<>();
    Set<String> unresolved = new TreeSet<>();
    raw.forEach(
        (name, value) -> {
          if (References.isIn(value)) {
            referring.add(name);
          }
          try {
            values.put(name, references.resolve(value));
          } catch (References.MissingException e) {
            unresolved.add(name);
            faults.add("Setting '" + name + "': " + e.getMessage() + ".");
          }
        });
    return new SettingsSource(values, faults, referring, unresolved);
  }

  private static Map<String, String> fromEnvironment(
      Map<String, String> environment, List<String> faults) {
    EnvironmentNames names = new EnvironmentNames(WriterSettings.definition().names());
    Map<String, String> settings = new HashMap<>();
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (variable.startsWith(EnvironmentNames.PREFIX)) {
                names
                    .setting(variable)
                    .ifPresentOrElse(
                        name -> settings.put(name, value),
                        () ->
                            faults.add(
                                "The environment variable " + variable + " names no setting."));
              }
            });
    return settings;
  }

  private static Map<String, String> properties(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException(
          "cannot read the settings file %s (%s)".formatted(file, e.getClass().getSimpleName()));
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
    return settings;
  }
}
