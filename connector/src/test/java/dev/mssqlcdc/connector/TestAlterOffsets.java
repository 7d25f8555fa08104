package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** What a user may do through the worker's {@code /offsets}. */
class TestAlterOffsets {

  private static final Map<String, String> SETTINGS = Map.of("topic.prefix", "p");

  private static Map<String, ?> partition(String... entries) {
    Map<String, String> partition = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      partition.put(entries[i], entries[i + 1]);
    }
    return partition;
  }

  private static boolean alter(Map<String, ?> partition, Map<String, ?> offset) {
    Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
    offsets.put(partition, offset);
    return new SqlServerCdcSourceConnector().alterOffsets(SETTINGS, offsets);
  }

  @Test
  void aTablesOffsetMayBeDropped() {
    assertThat(alter(partition("server", "p", "table", "dbo.t"), null)).isTrue();
  }

  /** Connect reads stored partitions into hash maps before it drops them all. */
  @Test
  void theOrderInWhichConnectGivesStoredPartitionsBackIsOurs() {
    Map<String, ?> read = TestingOffsets.stored(partition("server", "p", "table", "dbo.t"));
    assertThat(alter(new HashMap<>(read), null)).isTrue();
  }

  @Test
  void anOffsetIsNotSetAndTheReasonIsTold() {
    assertThatThrownBy(
            () -> alter(partition("server", "p", "table", "dbo.t"), Map.of("range_from", "0x0")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("dbo.t")
        .hasMessageContaining("drops")
        .hasMessageContaining("snapshot.mode");
  }

  /** Connect compares the text: the tombstone would have no effect. */
  @Test
  void aPartitionInTheOtherOrderIsRefused() {
    assertThatThrownBy(() -> alter(partition("table", "dbo.t", "server", "p"), null))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("in this order");
  }

  @Test
  void whatAnotherConnectorLeftMayBeDropped() {
    assertThat(alter(partition("server", "q", "table", "dbo.t"), null)).isTrue();
    assertThat(alter(partition("server", "p", "database", "shop"), null)).isTrue();
  }

  @Test
  void aTableWhoseOffsetWasDroppedStartsWithASnapshot() throws Exception {
    try (var database = TestingDatabase.create()) {
      for (String table : List.of("a", "b")) {
        database.execute(
            "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table),
            "INSERT INTO dbo.%s VALUES (1)".formatted(table));
        database.track("dbo", table);
      }
      List<SourceRecord> first;
      try (var task = TestingTask.start(database.settings("dbo\\..*"))) {
        first = task.pollUntil(r -> events(r, EventType.BOOTSTRAP).size() == 2);
      }
      database.execute("INSERT INTO dbo.a VALUES (2)", "INSERT INTO dbo.b VALUES (2)");
      Lsn end = database.capture();
      List<SourceRecord> withoutA = ofTopic(first, "p.dbo.b");
      try (var task = TestingTask.start(database.settings("dbo\\..*"), withoutA)) {
        List<SourceRecord> records =
            task.pollUntil(
                r ->
                    isProgressAtOrAbove(r, "p.dbo.a", end)
                        && isProgressAtOrAbove(r, "p.dbo.b", end)
                        && !events(r, EventType.BOOTSTRAP).isEmpty());
        assertThat(ofTopic(records, "p.dbo.a").stream().filter(TestingRecords::isRow))
            .extracting(TestingRecords::operation)
            .containsExactly(0, 0);
        assertThat(ofTopic(records, "p.dbo.b").stream().filter(TestingRecords::isRow))
            .extracting(TestingRecords::operation)
            .containsExactly(2);
      }
    }
  }
}
