package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.TestingRows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Holds the tables to what the topics' records are to become. */
final class TestingAudit {

  private final Lake lake;
  private final TestingRows rows =
      new TestingRows(new KernelTables(Map.of(), CommitterFactory.standard()));

  TestingAudit(Lake lake) {
    this.lake = lake;
  }

  /** The table's verdict. */
  Optional<String> verdict(TestingSource source) {
    return rows.of(lake.control()).stream()
        .filter(row -> source.name().equals(row.get("table_name")))
        .map(row -> (String) row.get("end_lsn"))
        .findFirst();
  }

  /**
   * What must hold at any moment: of the topic's records bronze and facts hold each once up to some
   * offset, and the verdict is not ahead of either.
   */
  void checkSoFar(TestingSource source) {
    Optional<String> verdict = verdict(source);
    List<Map<String, Object>> facts = facts(source);
    long factsEnd = facts.isEmpty() ? -1 : batchId(facts.get(facts.size() - 1));
    long bronzeEnd = checkBronze(source);
    checkEvents(source, facts, factsEnd);
    checkBatches(source, facts);
    assertThat(factsEnd)
        .as("%s: verdict and facts", source.name())
        .isGreaterThanOrEqualTo(verdict.map(source.expected()::offsetOf).orElse(-1L));
    assertThat(bronzeEnd)
        .as("%s: facts and bronze", source.name())
        .isGreaterThanOrEqualTo(
            Optional.ofNullable(source.expected().rows().floorKey(factsEnd)).orElse(-1L));
  }

  /** What must hold when all is written. */
  void checkComplete(TestingSource source) {
    checkSoFar(source);
    List<Map<String, Object>> bronze = bronze(source);
    assertThat(bronze).hasSize(source.expected().rows().size());
    assertThat(facts(source).stream().filter(row -> row.get("event") != null))
        .hasSize(source.expected().events().size());
    assertThat(verdict(source)).isEqualTo(source.expected().lastVerdict());
    facts(source).forEach(event -> checkCount(source, bronze, event));
  }

  /** What the source counted is in bronze. */
  private static void checkCount(
      TestingSource source, List<Map<String, Object>> bronze, Map<String, Object> event) {
    Predicate<Map<String, Object>> counted;
    if (EventType.PROGRESS.wireName().equals(event.get("event"))) {
      var progress = (EventDetail.Progress) detail(EventType.PROGRESS, event);
      String from = progress.from() == null ? "" : progress.from();
      counted =
          row ->
              row.get("_snapshot") == null
                  && from.compareTo((String) row.get("_start_lsn")) < 0
                  && ((String) row.get("_start_lsn")).compareTo((String) event.get("end_lsn")) <= 0;
    } else if (EventType.SNAPSHOT_CHUNK.wireName().equals(event.get("event"))) {
      var chunk = (EventDetail.SnapshotChunk) detail(EventType.SNAPSHOT_CHUNK, event);
      counted =
          row ->
              chunk.snapshot().equals(row.get("_snapshot"))
                  && row.get("_chunk").equals(chunk.chunk());
    } else {
      return;
    }
    assertThat(bronze.stream().filter(counted).map(TestingAudit::identity).distinct())
        .as("%s: rows of %s", source.name(), event)
        .hasSize(((Long) event.get("rows")).intValue());
  }

  // A repeated row of a snapshot is a row of bronze again.
  private static List<Object> identity(Map<String, Object> row) {
    return Arrays.asList(row.get("id"), row.get("_operation"));
  }

  private static EventDetail detail(EventType type, Map<String, Object> event) {
    return EventJson.read(type, (String) event.get("detail"));
  }

  /** The last offset in bronze. */
  private long checkBronze(TestingSource source) {
    List<Map<String, Object>> found = bronze(source);
    if (found.isEmpty()) {
      return -1;
    }
    long end = (Long) found.get(found.size() - 1).get("_kafka_offset");
    List<Map<String, Object>> expected =
        List.copyOf(TestingExpectation.upTo(source.expected().rows(), end));
    assertThat(found.stream().map(row -> row.get("_kafka_offset")))
        .as("%s: offsets of bronze rows", source.name())
        .containsExactlyElementsOf(source.expected().rows().headMap(end, true).keySet());
    for (int i = 0; i < found.size(); i++) {
      assertThat(known(found.get(i), expected.get(i).keySet())).isEqualTo(expected.get(i));
    }
    return end;
  }

  private static Map<String, Object> known(Map<String, Object> row, Iterable<String> columns) {
    Map<String, Object> known = new HashMap<>();
    columns.forEach(column -> known.put(column, row.get(column)));
    return known;
  }

  private static void checkEvents(
      TestingSource source, List<Map<String, Object>> facts, long factsEnd) {
    List<String> found =
        facts.stream()
            .filter(row -> row.get("event") != null)
            .map(row -> batchId(row) + " " + row.get("event") + " " + row.get("detail"))
            .toList();
    List<String> expected =
        source.expected().events().headMap(factsEnd, true).entrySet().stream()
            .map(event -> event.getKey() + " " + event.getValue())
            .toList();
    assertThat(found).as("%s: events", source.name()).isEqualTo(expected);
  }

  /** Each batch's row says what bronze holds between the batch before and its own end. */
  private void checkBatches(TestingSource source, List<Map<String, Object>> facts) {
    NavigableMap<Long, Map<String, Object>> bronze = new TreeMap<>();
    bronze(source).forEach(row -> bronze.put((Long) row.get("_kafka_offset"), row));
    long before = -1;
    for (Map<String, Object> batch : facts) {
      if (batch.get("event") != null) {
        continue;
      }
      List<Map<String, Object>> written =
          List.copyOf(bronze.subMap(before, false, batchId(batch), true).values());
      String what = source.name() + ": batch " + batchId(batch);
      assertThat(written.stream().map(row -> row.get("_batch_id")))
          .as(what)
          .allMatch(batch.get("batch_id")::equals);
      assertThat(batch).as(what).containsEntry("rows", (long) written.size());
      assertThat(batch.get("min_lsn"))
          .as(what)
          .isEqualTo(bound(written, Comparator.naturalOrder()));
      assertThat(batch.get("max_lsn"))
          .as(what)
          .isEqualTo(bound(written, Comparator.reverseOrder()));
      assertThat(batch)
          .as(what)
          .containsEntry("deletes", count(written, Operation.DELETE))
          .containsEntry("updates", count(written, Operation.UPDATE_AFTER))
          .containsEntry(
              "inserts", count(written, Operation.INSERT) + count(written, Operation.SNAPSHOT));
      assertThat(batchId(batch)).as("%s: the one before", what).isGreaterThan(before);
      before = batchId(batch);
    }
  }

  private static Object bound(List<Map<String, Object>> rows, Comparator<String> order) {
    return rows.stream().map(row -> (String) row.get("_start_lsn")).min(order).orElse(null);
  }

  private static long count(List<Map<String, Object>> rows, Operation operation) {
    return rows.stream()
        .filter(row -> Objects.equals(row.get("_operation"), operation.code()))
        .count();
  }

  private List<Map<String, Object>> bronze(TestingSource source) {
    return rows.of(lake.table(Layer.BRONZE, source.name())).stream()
        .sorted(Comparator.comparing(row -> (Long) row.get("_kafka_offset")))
        .toList();
  }

  /** In order; of the rows with one offset that of the batch is last. */
  private List<Map<String, Object>> facts(TestingSource source) {
    return rows.of(lake.facts()).stream()
        .filter(row -> source.name().equals(row.get("target")))
        .sorted(
            Comparator.comparing(TestingAudit::batchId)
                .thenComparing(row -> row.get("event") == null))
        .toList();
  }

  private static long batchId(Map<String, Object> row) {
    return (Long) row.get("batch_id");
  }
}
