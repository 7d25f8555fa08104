package dev.mssqlcdc.writer.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.TablePausedException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.KernelTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every gap that can be accepted, and what becomes of the table. */
class TestAcceptedGaps {

  private static final Topic TOPIC = topic("id-1");
  private static final long NOW = 1_900_000_000_000_000L;

  @TempDir Path folder;
  private TestingRegistry registry;
  private TestingTable table;
  private TestingLake lake;
  private TestingBronze bronze;
  private TableOrders orders;

  @BeforeEach
  void start() throws Exception {
    registry = new TestingRegistry();
    table = new TestingTable(TOPIC.name(), registry.url());
    lake = new TestingLake(folder);
    bronze = bronze(TOPIC).open();
    bronze.write(insert(1), table.progress(null, 1, 1));
    KernelTables tables = new KernelTables(Map.of(), CommitterFactory.standard());
    orders = new TableOrders(tables, new BronzeTables(lake.lake(), tables, false));
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void aTopicCreatedAnewIsReadFromItsBeginning() {
    TestingBronze anew = bronze(topic("id-2"));
    orders.accept(topic("id-2"), gap(anew::open), NOW);

    expectGoesOn(anew.open(0, 2), 0);
    assertThat(lake.bronze("dbo.t").properties()).containsEntry(Properties.TOPIC_ID, "id-2");
    assertThatThrownBy(() -> bronze(TOPIC).open())
        .hasMessageContaining("was deleted and created anew");
  }

  @Test
  void aTopicCreatedAnewAgainBeforeItWasReadIsAcceptedAgain() {
    orders.accept(topic("id-2"), gap(bronze(topic("id-2"))::open), NOW);
    TestingBronze third = bronze(topic("id-3"));
    orders.accept(topic("id-3"), gap(third::open), NOW);

    expectGoesOn(third.open(0, 2), 0);
  }

  @Test
  void recordsThatExpiredAreLeftOut() {
    orders.accept(TOPIC, gap(() -> bronze.open(7, 9)), NOW);

    expectGoesOn(bronze.open(8, 9), 8);
  }

  @Test
  void aTopicWhoseEndTheBrokerLostGivesItsOffsetsAgain() {
    orders.accept(TOPIC, gap(() -> bronze.open(0, 1)), NOW);

    expectGoesOn(bronze.open(0, 1), 1);
    assertThat(lake.bronze("dbo.t").properties()).containsEntry(Properties.TOPIC_ID, "id-1.1");
    assertThat(bronze.open(0, 4).position().state().next()).isEqualTo(3);
  }

  @Test
  void rowsThatAreMissingDoNotStopTheNextProgress() {
    orders.accept(TOPIC, gap(() -> bronze.write(table.progress(5L, 6, 9))), NOW);

    expectGoesOn(bronze.open(), 2);
  }

  @Test
  void aStreamThatTheConnectorBeganAboveItsEndIsAGap() {
    TestingRecord late = table.restarted(4, 5);
    assertThat(gap(() -> bronze.write(late)))
        .hasMessageContaining("the connector no longer had its offset")
        .hasMessageContaining("changes after " + TestingTable.lsn(1) + " are missing");
  }

  @Test
  void aDroppedTableIsCreatedAnew() throws Exception {
    delete(folder.resolve("bronze"));
    orders.accept(TOPIC, gap(bronze::open), NOW);

    expectGoesOn(bronze.open(), 2);
  }

  @Test
  void aTableThatReplacedItIsTakenOver() throws Exception {
    delete(folder.resolve("bronze"));
    TestingLake other = new TestingLake(folder.resolve("other"));
    new TestingBronze(other, registry.url(), TOPIC).open().write(insert(9));
    Files.move(folder.resolve("other/bronze"), folder.resolve("bronze"));
    orders.accept(TOPIC, gap(bronze::open), NOW);

    expectGoesOn(bronze.open(), 2);
  }

  @Test
  void factsThatAreLostWithTheNoteOfThemLeaveTheRowsAndTheNextVerdict() throws Exception {
    delete(folder.resolve("meta"));
    TestingBronze again = bronze(TOPIC);
    cleanUpTheLog();
    orders.accept(TOPIC, gap(again::open), NOW);

    expectGoesOn(again.open(), 2);
  }

  @Test
  void aCrashBetweenTheBatchAndItsFactsTellsOfTheGapOnce() {
    TestingBronze anew = bronze(topic("id-2"));
    orders.accept(topic("id-2"), gap(anew::open), NOW);
    anew.open(0, 2);
    anew.writeBronzeOnly(insert(7), table.progress(6L, 7, 5));
    assertThat(gapRows()).isEmpty();

    assertThat(anew.open(0, 2).position().state().verdict()).isPresent();
    assertThat(gapRows()).hasSize(1);
    assertThat(anew.open(0, 2).position().accepted()).isEmpty();
    assertThat(gapRows()).hasSize(1);
  }

  @Test
  void anInstanceThatDidNotSeeTheAcceptanceWritesNothing() {
    TestingBronze rival = bronze(TOPIC).open();
    orders.accept(TOPIC, gap(() -> bronze.write(table.progress(5L, 6, 9))), NOW);

    assertThatThrownBy(() -> rival.write(table.progress(1L, 2, 0)))
        .isInstanceOf(StaleException.class)
        .hasMessageContaining("was changed by its owner");
    expectGoesOn(bronze.open(), 2);
  }

  @Test
  void aPausedTableIsRefusedAndWrittenByNobodyUntilItIsResumed() {
    assertThat(orders.resume(TOPIC)).isFalse();
    assertThat(orders.pause(TOPIC, "noon")).isTrue();
    assertThat(orders.pause(TOPIC, "one")).isFalse();

    assertThatThrownBy(() -> bronze.write(table.progress(1L, 2, 0)))
        .isInstanceOf(StaleException.class);
    assertThatThrownBy(() -> bronze.open().position().refuseIfPaused())
        .isInstanceOf(TablePausedException.class)
        .hasMessageContaining("paused since noon")
        .hasMessageContaining("delta-writer resume --config FILE --table dbo.t");

    assertThat(orders.resume(TOPIC)).isTrue();
    bronze.open().position().refuseIfPaused();
    bronze.write(insert(2), table.progress(1L, 2, 1));
    assertThat(lake.bronzeRows("dbo.t")).hasSize(2);
  }

  @Test
  void whatBelongsToAnotherWriterIsNotForThisOneToOrder() {
    Topic others = new Topic(TOPIC.name(), "id-1", "other", TOPIC.table());

    assertThatThrownBy(() -> orders.pause(others, "noon"))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("it belongs to another writer");
    assertThatThrownBy(() -> orders.pause(new Topic("shop.dbo.u", "id-1", "w", "dbo.u"), "noon"))
        .hasMessageContaining("table dbo.u is not there yet");
  }

  /** The next progress is believed whatever it says, the one after it is not. */
  private void expectGoesOn(TestingBronze opened, long next) {
    assertThat(opened.position().state().next()).isEqualTo(next);
    int before = lake.bronzeRows("dbo.t").size();
    Written written = opened.write(insert(10), table.progress(9L, 10, 5));

    assertThat(written.stop()).isEmpty();
    assertThat(lake.bronzeRows("dbo.t")).hasSize(before + 1);
    assertThat(written.position().state().verdict().orElseThrow().endLsn())
        .isEqualTo(TestingTable.lsn(10));
    assertThat(gapRows()).hasSize(1);
    assertThat(gapRows().get(0)).containsEntry(Facts.LOST_TO_TS, TestingTable.commitTs(10));
    assertThat(lake.bronze("dbo.t").properties()).doesNotContainKey(Properties.ACCEPTED_GAP);
    assertThatThrownBy(() -> opened.write(table.progress(20L, 21, 0)))
        .isInstanceOf(GapException.class);
  }

  private List<Map<String, Object>> gapRows() {
    return lake.facts().stream().filter(row -> "gap_accepted".equals(row.get("event"))).toList();
  }

  private static GapException gap(ThrowingCallable refused) {
    GapException[] caught = new GapException[1];
    assertThatThrownBy(refused)
        .isInstanceOfSatisfying(GapException.class, gap -> caught[0] = gap)
        .hasMessageContaining("delta-writer accept-gap --config FILE --table dbo.t");
    return caught[0];
  }

  /** Commits until there is a checkpoint, and removes what it stands for. */
  private void cleanUpTheLog() throws Exception {
    while (lake.bronze("dbo.t").version() < 10) {
      orders.pause(TOPIC, "noon");
      orders.resume(TOPIC);
    }
    for (int version = 0; version < 10; version++) {
      Files.delete(folder.resolve("bronze/dbo.t/_delta_log/%020d.json".formatted(version)));
    }
  }

  private TestingBronze bronze(Topic of) {
    return new TestingBronze(lake, registry.url(), of);
  }

  private static Topic topic(String id) {
    return new Topic("shop.dbo.t", id, "w", "dbo.t");
  }

  private TestingRecord insert(int lsn) {
    return table.change(lsn, 1, Operation.INSERT, Map.of("id", lsn));
  }

  private static void delete(Path directory) throws Exception {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
