package dev.mssqlcdc.writer.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.delta.TableColumn;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestBatchWriter {

  private static final Topic TOPIC = new Topic("shop.dbo.t", "id-1", "w", "dbo.t");

  @TempDir Path folder;
  private TestingRegistry registry;
  private TestingTable table;
  private TestingLake lake;

  @BeforeEach
  void start() throws Exception {
    registry = new TestingRegistry();
    table = new TestingTable(TOPIC.name(), registry.url());
    lake = new TestingLake(folder);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void aTableWithoutRowsHasTheKeyThatItsSnapshotNames() {
    var open = new EventDetail.SnapshotOpen("s", "0x0", List.of("id"), false, "initial", null, "");
    bronze().write(table.event("open", 1, open, null));

    assertThat(lake.bronze("dbo.t").properties()).containsEntry(Properties.KEY_COLUMNS, "[\"id\"]");
    assertThat(lake.bronzeRows("dbo.t")).isEmpty();
  }

  @Test
  void theTableCarriesKeySourceAndTopicAsSoonAsTheyAreKnown() {
    TestingBronze bronze = bronze();
    bronze.write(table.progress(null, 1, 0));
    assertThat(lake.bronze("dbo.t").properties())
        .containsEntry(Properties.SOURCE, "srv/shop")
        .containsEntry(Properties.TOPIC, "shop.dbo.t")
        .containsEntry(Properties.TOPIC_ID, "id-1")
        .containsEntry(Properties.WRITER, "w")
        .containsEntry(Properties.SCHEMA_VERSION, "0")
        .doesNotContainKey(Properties.KEY_COLUMNS);

    bronze.write(insert(2, Map.of("id", 1)));
    assertThat(lake.bronze("dbo.t").properties()).containsEntry(Properties.KEY_COLUMNS, "[\"id\"]");

    table.key();
    bronze.write(insert(3, Map.of("id", 1)));
    assertThat(lake.bronze("dbo.t").properties()).doesNotContainKey(Properties.KEY_COLUMNS);
  }

  @Test
  void oddNamesKeepTheirNamesAndComments() {
    table.column("Unit_Price", "Unit Price", "money", Decimal.builder(4)).key("Unit_Price");
    bronze().write(insert(1, Map.of("id", 1, "Unit_Price", new BigDecimal("9.9900"))));

    assertThat(lake.bronzeRows("dbo.t").get(0))
        .containsEntry("Unit Price", new BigDecimal("9.9900"))
        .containsEntry("_batch_id", 0L)
        .containsEntry("_operation", 2)
        .containsEntry("_capture_instance", "dbo_items")
        .containsEntry("_commit_ts", TestingTable.commitTs(1))
        .containsEntry("_seqval", TestingTable.lsn(1001).toString());
    assertThat(lake.bronze("dbo.t").properties())
        .containsEntry(Properties.KEY_COLUMNS, "[\"Unit Price\"]");
    assertThat(lake.bronze("dbo.t").columns())
        .filteredOn(column -> column.name().equals("Unit Price"))
        .extracting(TableColumn::comment)
        .containsExactly("money");
  }

  @Test
  void rowsThatAreMissingHoldTheVerdictAlsoAfterARestart() {
    TestingBronze bronze = bronze();
    Written written = bronze.write(insert(1, Map.of("id", 1)), table.progress(null, 1, 2));

    assertThat(written.stop().orElseThrow()).hasMessageContaining("sent 2 change rows");
    assertThat(written.position().state().verdict()).isEmpty();
    assertThat(lake.bronzeRows("dbo.t")).hasSize(1);
    bronze.open();
    assertThatThrownBy(() -> bronze.write(table.progress(null, 1, 2)))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("sent 2 change rows");
  }

  @Test
  void aCrashBeforeTheFactsIsMended() {
    TestingBronze bronze = bronze();
    bronze.write(insert(1, Map.of("id", 1)));
    bronze.writeBronzeOnly(insert(2, Map.of("id", 2)), table.progress(null, 2, 2));
    assertThat(lake.facts()).hasSize(1);

    TablePosition position = bronze.open().position();

    assertThat(position.offset()).hasValue(2);
    assertThat(position.state().verdict()).isPresent();
    assertThat(lake.facts()).hasSize(3);
    assertThat(lake.facts())
        .extracting(row -> row.get("target_id"))
        .containsOnly(lake.bronze("dbo.t").id());
    bronze.open();
    assertThat(lake.facts()).hasSize(3);
  }

  @Test
  void aStaleInstanceWritesNothing() {
    TestingBronze first = bronze();
    first.write(insert(1, Map.of("id", 1)));
    TestingBronze second = bronze();
    first.write(insert(2, Map.of("id", 2)));

    assertThatThrownBy(() -> second.write(insert(2, Map.of("id", 2))))
        .isInstanceOf(StaleException.class)
        .hasMessageContaining("another instance wrote up to offset");
    assertThat(lake.bronzeRows("dbo.t")).hasSize(2);
    assertThat(second.open().position().offset()).hasValue(1);
  }

  @Test
  void whatIsNotThisWritersIsRefused() {
    TestingBronze bronze = bronze();
    bronze.write(insert(1, Map.of("id", 1)), table.progress(null, 1, 1));

    assertRefused(new Topic("shop.dbo.t", "id-1", "other", "dbo.t"), "writer.id");
    assertRefused(new Topic("shop2.dbo.t", "id-1", "w", "dbo.t"), "one topic");
    assertRefused(new Topic("shop.dbo.t", "id-2", "w", "dbo.t"), "deleted and created anew");
    assertThatThrownBy(() -> bronze.write(table.progress(1L, 2, 0, "srv", "restored")))
        .hasMessageContaining("comes from srv/restored, table dbo.t is fed from srv/shop");
  }

  @Test
  void recordsThatExpiredUnreadAreRefused() {
    TestingBronze bronze = bronze();
    bronze.write(insert(1, Map.of("id", 1)), insert(2, Map.of("id", 2)));

    assertThat(bronze.open(2, 2).position().offset()).hasValue(1);
    assertThatThrownBy(() -> bronze.open(3, 9))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("records of topic shop.dbo.t from offset 2 to 2 were deleted");
    assertThatThrownBy(() -> bronze.open(0, 1))
        .hasMessageContaining("ends at offset 1, but was read up to 1");
  }

  @Test
  void aTableThatWasDroppedBehindOurBackIsRefused() throws Exception {
    TestingBronze bronze = bronze();
    bronze.write(insert(1, Map.of("id", 1)));
    delete(folder.resolve("bronze"));

    assertThatThrownBy(bronze::open)
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("table dbo.t: the bronze table is gone");

    TestingBronze other = new TestingBronze(lake("elsewhere"), registry.url(), TOPIC).open();
    other.write(insert(1, Map.of("id", 1)));
    Files.move(folder.resolve("elsewhere/bronze"), folder.resolve("bronze"));
    assertThatThrownBy(bronze::open).hasMessageContaining("was replaced by another");
  }

  private TestingLake lake(String name) {
    return new TestingLake(folder.resolve(name));
  }

  private void assertRefused(Topic topic, String message) {
    assertThatThrownBy(() -> new TestingBronze(lake, registry.url(), topic).open())
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining(message);
  }

  private TestingBronze bronze() {
    return new TestingBronze(lake, registry.url(), TOPIC).open();
  }

  private TestingRecord insert(long lsn, Map<String, Object> values) {
    return table.change(lsn, 1, Operation.INSERT, values);
  }

  private static void delete(Path directory) throws Exception {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
