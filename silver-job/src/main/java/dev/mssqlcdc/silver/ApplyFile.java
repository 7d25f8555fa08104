package dev.mssqlcdc.silver;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.mssqlcdc.silver.plan.TableSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The YAML file of {@code apply}.
 *
 * @param tables names of bronze tables besides those of the groups; null for all that there are
 * @param groups names of tables by name of the group; null for none
 * @param defaults what is asked of every table; null for nothing
 * @param settings what is asked of some tables besides, by name; null for nothing
 */
record ApplyFile(
    Set<String> tables,
    Map<String, Set<String>> groups,
    ApplyFile.Settings defaults,
    Map<String, ApplyFile.Settings> settings) {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException when it is not there or says what cannot be
   */
  static ApplyOptions read(Path path) {
    try {
      ApplyFile file = YAML.readValue(Files.readString(path), ApplyFile.class);
      if (file == null) {
        throw new IllegalArgumentException("it says nothing");
      }
      return file.options();
    } catch (UnrecognizedPropertyException e) {
      throw new IllegalArgumentException(
          "%s: unknown setting '%s', known are: %s"
              .formatted(path, e.getPropertyName(), new TreeSet<>(e.getKnownPropertyIds())),
          e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "%s, near line %d: %s"
              .formatted(path, e.getLocation().getLineNr(), e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read %s: %s".formatted(path, e), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
    }
  }

  private ApplyOptions options() {
    Map<String, Set<String>> all = groups == null ? Map.of() : groups;
    return ApplyOptions.of(
            Optional.ofNullable(tables),
            all.entrySet().stream().map(group -> group(group.getKey(), group.getValue())).toList())
        .withDefaults(asked(defaults))
        .withSettings(settings == null ? Map.of() : asked(settings));
  }

  private static Map<String, TableSettings> asked(Map<String, Settings> settings) {
    return settings.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> asked(entry.getValue())));
  }

  private static TableSettings asked(Settings settings) {
    return settings == null ? TableSettings.NONE : settings.asked();
  }

  /** What is asked of a table, or of all; null for what is not given. */
  record Settings(
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> key,
      @JsonProperty("change-data-feed") Boolean changeDataFeed,
      @JsonProperty("deletion-vectors") Boolean deletionVectors,
      @JsonProperty("type-widening") Boolean typeWidening) {

    TableSettings asked() {
      return new TableSettings(
          key == null ? List.of() : key,
          Optional.ofNullable(changeDataFeed),
          Optional.ofNullable(deletionVectors),
          Optional.ofNullable(typeWidening));
    }
  }

  private static TableGroup group(String name, Set<String> tables) {
    return new TableGroup(name, tables == null ? Set.of() : tables);
  }
}
