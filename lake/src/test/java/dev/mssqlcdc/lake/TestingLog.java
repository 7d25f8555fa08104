package dev.mssqlcdc.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A Delta table's log on a local disk, as the protocol defines it, whoever wrote it. */
final class TestingLog {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  TestingLog(String table) {
    this.folder = Path.of(table, "_delta_log");
  }

  int commits() {
    return entries().size();
  }

  /** The table's metadata after each commit that changed it. */
  List<JsonNode> metadata() {
    List<JsonNode> metadata = new ArrayList<>();
    for (Path entry : entries()) {
      for (String line : lines(entry)) {
        JsonNode action = json(line);
        if (action.has("metaData")) {
          metadata.add(action.get("metaData"));
        }
      }
    }
    return metadata;
  }

  /** A property after each commit that changed the metadata; "-" where it is not set. */
  List<String> property(String name) {
    return metadata().stream()
        .map(metadata -> metadata.get("configuration").path(name).asText("-"))
        .toList();
  }

  /** The columns as the table's schema has them now. */
  List<JsonNode> fields() {
    List<JsonNode> all = metadata();
    List<JsonNode> fields = new ArrayList<>();
    json(all.get(all.size() - 1).get("schemaString").asText()).get("fields").forEach(fields::add);
    return fields;
  }

  private List<Path> entries() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().matches(".*/\\d{20}\\.json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path entry) {
    try {
      return Files.readAllLines(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
