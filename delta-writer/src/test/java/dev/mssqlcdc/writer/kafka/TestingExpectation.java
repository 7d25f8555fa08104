package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.TestingTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the records of a topic are to become, by their offsets. */
final class TestingExpectation {

  private final NavigableMap<Long, Map<String, Object>> rows = new TreeMap<>();
  private final NavigableMap<Long, String> events = new TreeMap<>();
  private final NavigableMap<String, Long> verdicts = new TreeMap<>();
  private final Set<Object> known = new HashSet<>();

  /** A repeated change or event becomes nothing; a repeated snapshot row is a row again. */
  void add(long offset, TestingSource.Draft draft) {
    if (draft.row().isPresent()) {
      Map<String, Object> row = draft.row().get();
      boolean snapshot = row.containsKey("_snapshot");
      if (snapshot || known.add(draft)) {
        Map<String, Object> placed = new HashMap<>(row);
        placed.put("_kafka_offset", offset);
        rows.put(offset, placed);
      }
    } else if (known.add(draft.event())) {
      events.put(offset, draft.event());
      if (draft.event().startsWith("progress ")) {
        verdicts.put(TestingTable.lsn(draft.lsn()).toString(), offset);
      }
    }
  }

  /** Rows of bronze, by offset. */
  NavigableMap<Long, Map<String, Object>> rows() {
    return rows;
  }

  /** Type and detail of events, by offset. */
  NavigableMap<Long, String> events() {
    return events;
  }

  /** The offset of the progress event that reaches an LSN. */
  long offsetOf(String verdict) {
    return verdicts.get(verdict);
  }

  /** The LSN of the last progress event. */
  Optional<String> lastVerdict() {
    return Optional.ofNullable(verdicts.isEmpty() ? null : verdicts.lastKey());
  }

  static Collection<Map<String, Object>> upTo(
      NavigableMap<Long, Map<String, Object>> rows, long offset) {
    return rows.headMap(offset, true).values();
  }
}
