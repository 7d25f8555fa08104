package dev.mssqlcdc.connector;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Holds for each partition the last offset, in the form that Connect's JSON gives back. */
final class TestingOffsets implements OffsetStorageReader {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Map<String, ?>, Map<String, Object>> offsets = new ConcurrentHashMap<>();

  /** What is stored after a worker committed these records. */
  static TestingOffsets after(List<SourceRecord> committed) {
    var offsets = new TestingOffsets();
    offsets.commit(committed);
    return offsets;
  }

  void commit(List<SourceRecord> committed) {
    Map<Map<String, ?>, Map<String, ?>> last = new HashMap<>();
    committed.forEach(r -> last.put(Map.copyOf(r.sourcePartition()), r.sourceOffset()));
    last.forEach((partition, offset) -> offsets.put(partition, stored(offset)));
  }

  /** An offset as Connect gives it back. */
  static Map<String, Object> stored(Map<String, ?> offset) {
    try {
      return JSON.readValue(JSON.writeValueAsString(offset), new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public <T> Map<String, Object> offset(Map<String, T> partition) {
    return offsets.get(partition);
  }

  @Override
  public <T> Map<Map<String, T>, Map<String, Object>> offsets(
      Collection<Map<String, T>> partitions) {
    Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
    partitions.forEach(p -> found.put(p, offset(p)));
    return found;
  }
}
