package dev.mssqlcdc.benchmarks.poll;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Stored offsets, in the form in which Connect's JSON gives them back. */
final class FileOffsets implements OffsetStorageReader {

  /** Connect's JSON gives every whole number back as a long. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

  private final Map<Map<String, ?>, Map<String, Object>> offsets = new HashMap<>();

  private record Entry(Map<String, Object> partition, Map<String, Object> offset) {}

  /** What the file holds; nothing when there is none. */
  static FileOffsets read(Path file) throws IOException {
    FileOffsets stored = new FileOffsets();
    if (Files.exists(file)) {
      List<Entry> entries = JSON.readValue(file.toFile(), new TypeReference<>() {});
      entries.forEach(entry -> stored.offsets.put(entry.partition(), entry.offset()));
    }
    return stored;
  }

  /** Stores each partition's last offset. */
  static void write(Path file, List<SourceRecord> records) throws IOException {
    Map<Map<String, ?>, Map<String, ?>> last = new LinkedHashMap<>();
    records.forEach(record -> last.put(record.sourcePartition(), record.sourceOffset()));
    List<Map<String, ?>> entries = new ArrayList<>();
    last.forEach(
        (partition, offset) -> entries.add(Map.of("partition", partition, "offset", offset)));
    JSON.writeValue(file.toFile(), entries);
  }

  @Override
  public <T> Map<String, Object> offset(Map<String, T> partition) {
    return offsets.get(partition);
  }

  @Override
  public <T> Map<Map<String, T>, Map<String, Object>> offsets(
      Collection<Map<String, T>> partitions) {
    Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
    partitions.forEach(partition -> found.put(partition, offset(partition)));
    return found;
  }
}
