package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A partial snapshot adds its rows once it is settled, one key per rule: opened at LSN 20, read
 * until 27. Runs end at 10, before it; at 25, when it is complete but not settled; and at 30.
 */
class TestPartialSnapshots {

  private static final String TABLE = "dbo.orders";
  private static final String TOUCHED = "the snapshot has it";

  @TempDir private static Path root;
  private static TestingLake lake;
  private static SilverJob job;
  private static ApplyResult unsettled;
  private static List<String> whileUnsettled;
  private static ApplyResult settled;
  private static List<String> silver;

  @BeforeAll
  static void applyThreeTimes() {
    lake = new TestingLake(root);
    job = new SilverJob(TestingSpark.session(), lake.lake());
    lake.bronze(TABLE, List.of(column("k", "integer"), column("v", "string")), "k");
    for (int key = 1; key <= 9; key++) {
      lake.append(TABLE, change(key, Operation.INSERT, key, "old"));
    }
    lake.verdict(10, TABLE);
    job.apply(ApplyOptions.all());
    lake.openPartial(TABLE, "p", 20, "request");
    lake.append(
        TABLE,
        change(15, Operation.UPDATE_AFTER, 1, "before S"),
        snapshot("p", 20, 1, TOUCHED),
        snapshot("p", 20, 2, TOUCHED),
        snapshot("p", 20, 3, TOUCHED),
        change(22, Operation.UPDATE_AFTER, 2, "changed after the stamp"),
        change(23, Operation.DELETE, 3, TOUCHED),
        change(24, Operation.UPDATE_AFTER, 4, "changed at the stamp"),
        snapshot("p", 24, 4, TOUCHED),
        snapshot("p", 24, 5, TOUCHED),
        snapshot("p", 24, 6, "sent before a crash"),
        snapshot("p", 24, 6, "sent after it"),
        snapshot("p", 24, 7, TOUCHED),
        snapshot("p", 24, 10, "never seen before"));
    lake.completePartial(TABLE, "p", 20, 27);
    lake.flush();
    lake.verdict(25, TABLE);
    unsettled = job.apply(ApplyOptions.all()).get(0);
    whileUnsettled = lake.silverTexts(TABLE);
    lake.append(
        TABLE,
        change(26, 1, 1, Operation.UPDATE_BEFORE, 7, TOUCHED),
        change(26, 1, 1, Operation.UPDATE_AFTER, 70, "moved"),
        change(28, Operation.UPDATE_AFTER, 8, "another key's change"));
    lake.verdict(30, TABLE);
    settled = job.apply(ApplyOptions.all()).get(0);
    silver = lake.silverTexts(TABLE);
  }

  @Test
  void beforeItIsSettledItsRowsAreLeftOutAndNothingIsHeld() {
    assertThat(unsettled.action()).isEqualTo(Action.APPLIED);
    assertThat(unsettled.appliedLsn()).contains(lsn(25));
    assertThat(unsettled.verdict())
        .hasValueSatisfying(v -> assertThat(v.endLsn()).isEqualTo(lsn(25)));
    assertThat(whileUnsettled)
        .contains("[1,before S]", "[4,changed at the stamp]", "[5,old]", "[6,old]")
        .noneMatch(row -> row.contains(TOUCHED));
  }

  @Test
  void itsRowReplacesAnOlderOne() {
    assertThat(silver).contains("[1,the snapshot has it]", "[5,the snapshot has it]");
  }

  @Test
  void aChangeAboveTheStampWins() {
    assertThat(silver).contains("[2,changed after the stamp]");
  }

  @Test
  void aRowDeletedAfterTheStampStaysDeletedAlsoWhenThatWasAppliedLongBefore() {
    assertThat(whileUnsettled).noneMatch(row -> row.startsWith("[3,"));
    assertThat(silver).noneMatch(row -> row.startsWith("[3,"));
  }

  @Test
  void aChangeAtTheStampWins() {
    assertThat(silver).contains("[4,changed at the stamp]");
  }

  @Test
  void ofRowsThatWereSentTwiceTheLaterCounts() {
    assertThat(silver).contains("[6,sent after it]");
  }

  @Test
  void aKeyThatMovedAwayAfterTheReadIsGone() {
    assertThat(silver).contains("[70,moved]").noneMatch(row -> row.startsWith("[7,"));
  }

  @Test
  void whatItLacksStays() {
    assertThat(silver).contains("[8,another key's change]", "[9,old]");
  }

  @Test
  void aRowThatSilverNeverSawIsAdded() {
    assertThat(silver).contains("[10,never seen before]");
  }

  @Test
  void itReadsTheSnapshotAndTheChangesAfterItOnly() {
    assertThat(settled.action()).isEqualTo(Action.APPLIED);
    assertThat(settled.rowsRead()).isEqualTo(9 + 6);
  }

  @Test
  void whatSilverHasIsNotWrittenAgain() {
    assertThat(settled.upserted()).isEqualTo(6);
    assertThat(settled.deleted()).isEqualTo(1);
  }

  @Test
  void controlTellsTheLastOneThatWasAppliedAndTheNextRunHasNothingToDo() {
    assertThat(lake.controlRow(TABLE).<String>getAs(Control.SNAPSHOT_OFFSET)).startsWith("id:");
    assertThat(lake.controlRow(TABLE).<String>getAs(Control.SNAPSHOT_ID)).isNull();
    long version = lake.silverVersion(TABLE);
    assertThat(job.apply(ApplyOptions.all()).get(0).action()).isEqualTo(Action.UP_TO_DATE);
    assertThat(lake.silverVersion(TABLE)).isEqualTo(version);
  }
}
