package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rules of snapshots, one table each. Every table first gets the same rows from changes up to
 * LSN 10, then a snapshot; the last verdict is 30.
 */
class TestSnapshotRules {

  private static final String WHOLE = "dbo.whole";
  private static final String EMPTIED = "dbo.emptied";
  private static final String AT_APPLIED = "dbo.at_applied";
  private static final String SHARED_S = "dbo.shared_s";
  private static final String UNSETTLED = "dbo.unsettled";
  private static final String OPEN = "dbo.open";
  private static final String STOPPED = "dbo.stopped";
  private static final String STOPPED_LATER = "dbo.stopped_later";
  private static final String SUPERSEDED = "dbo.superseded";
  private static final String REPEATED = "dbo.repeated";
  private static final List<String> TABLES =
      List.of(
          WHOLE,
          EMPTIED,
          AT_APPLIED,
          SHARED_S,
          UNSETTLED,
          OPEN,
          STOPPED,
          STOPPED_LATER,
          SUPERSEDED,
          REPEATED);
  private static final List<String> BEFORE = List.of("[1,one]", "[2,two]", "[3,three]");

  @TempDir private static Path root;
  private static TestingLake lake;
  private static SilverJob job;
  private static Map<String, ApplyResult> results;

  @BeforeAll
  static void applyTwice() {
    lake = new TestingLake(root);
    job = new SilverJob(TestingSpark.session(), lake.lake());
    lake.bronze(WHOLE, List.of(column("k", "long"), column("v", "string")), "k");
    lake.append(
        WHOLE,
        change(8, Operation.INSERT, 1L, "one"),
        change(9, Operation.INSERT, 2L, "two"),
        change(10, Operation.INSERT, 3L, "three"));
    lake.verdict(10, WHOLE);
    job.apply(ApplyOptions.all());
    TABLES.stream().filter(table -> !table.equals(WHOLE)).forEach(table -> lake.copy(WHOLE, table));
    lake.control(
        Layer.SILVER,
        Map.of(Control.APPLIED_LSN, lsn(10).toString(), Control.END_LSN, lsn(10).toString()),
        TABLES.toArray(String[]::new));
    snapshots();
    lake.verdict(30, TABLES.toArray(String[]::new));
    results =
        job.apply(ApplyOptions.all()).stream()
            .collect(Collectors.toMap(ApplyResult::table, Function.identity()));
  }

  private static void snapshots() {
    lake.append(
        WHOLE,
        change(15, Operation.INSERT, 9L, "before S, so the snapshot knows"),
        snapshot("a", 20, 1L, "one, found by the snapshot"),
        snapshot("a", 20, 4L, "four"),
        snapshot("a", 20, 5L, "five"),
        change(21, Operation.UPDATE_AFTER, 1L, "one, changed after S"),
        change(22, Operation.DELETE, 5L, "five"),
        change(23, Operation.INSERT, 6L, "six"),
        change(31, Operation.INSERT, 7L, "above the verdict"));
    lake.open(WHOLE, "a", 20);
    lake.complete(WHOLE, "a", 20, 25);

    lake.open(EMPTIED, "a", 20);
    lake.complete(EMPTIED, "a", 20, 25);

    lake.append(
        AT_APPLIED,
        snapshot("a", 10, 2L, "two, found by the snapshot"),
        snapshot("a", 10, 3L, "three, at the same commit"),
        snapshot("a", 10, 4L, "four"));
    lake.open(AT_APPLIED, "a", 10);
    lake.complete(AT_APPLIED, "a", 10, 11);

    // A tenth snapshot: by its name it would come before the ninth.
    lake.append(SHARED_S, snapshot("20-9", 20, 1L, "older"), snapshot("20-10", 20, 2L, "newer"));
    lake.open(SHARED_S, "20-9", 20);
    lake.complete(SHARED_S, "20-9", 20, 25);
    lake.open(SHARED_S, "20-10", 20);
    lake.complete(SHARED_S, "20-10", 20, 25);

    lake.append(UNSETTLED, snapshot("a", 20, 4L, "four"));
    lake.open(UNSETTLED, "a", 20);
    lake.complete(UNSETTLED, "a", 20, 30);

    lake.append(OPEN, snapshot("a", 20, 4L, "four"));
    lake.open(OPEN, "a", 20);

    lake.append(STOPPED, change(21, Operation.INSERT, 4L, "four"));
    lake.open(STOPPED, "a", 20);
    lake.stop(STOPPED, "a", 21);

    lake.append(STOPPED_LATER, snapshot("a", 15, 1L, "found by the first"));
    lake.open(STOPPED_LATER, "a", 15);
    lake.complete(STOPPED_LATER, "a", 15, 16);
    lake.append(STOPPED_LATER, snapshot("b", 20, 2L, "found by the one that was stopped"));
    lake.open(STOPPED_LATER, "b", 20);
    lake.stop(STOPPED_LATER, "b", 21);

    lake.append(SUPERSEDED, snapshot("a", 15, 1L, "older"), snapshot("a", 19, 2L, "interrupted"));
    lake.open(SUPERSEDED, "a", 15);
    lake.append(SUPERSEDED, snapshot("b", 18, 1L, "newer"), snapshot("b", 18, 3L, "newer"));
    lake.open(SUPERSEDED, "b", 18);
    lake.complete(SUPERSEDED, "b", 18, 25);

    lake.append(
        REPEATED,
        snapshot("a", 20, 1L, "before the crash"),
        snapshot("a", 20, 2L, "gone after it"),
        change(22, Operation.UPDATE_AFTER, 1L, "after the crash"),
        change(23, Operation.DELETE, 2L, "gone after it"),
        snapshot("a", 20, 1L, "after the crash"),
        snapshot("a", 20, 3L, "sent twice"),
        snapshot("a", 20, 3L, "sent twice, newer"));
    lake.open(REPEATED, "a", 20);
    lake.complete(REPEATED, "a", 20, 25);
    lake.flush();
  }

  @Test
  void aFullSnapshotRebuildsAndDeletesEveryOtherKey() {
    assertThat(results.get(WHOLE).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(WHOLE))
        .containsExactly("[1,one, changed after S]", "[4,four]", "[6,six]");
    assertThat(results.get(WHOLE).deleted()).isEqualTo(2);
    assertThat(lake.controlRow(WHOLE).<String>getAs(Control.SNAPSHOT_ID)).isEqualTo("a");
  }

  @Test
  void aRebuildReadsTheSnapshotAndTheChangesAfterItOnly() {
    assertThat(results.get(WHOLE).rowsRead()).isEqualTo(6);
  }

  @Test
  void anEmptiedTablesSnapshotHasOnlyItsEvent() {
    assertThat(results.get(EMPTIED).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(EMPTIED)).isEmpty();
  }

  @Test
  void aSnapshotStampedExactlyAtAppliedLsnIsApplied() {
    assertThat(lake.silverTexts(AT_APPLIED))
        .containsExactly(
            "[2,two, found by the snapshot]", "[3,three, at the same commit]", "[4,four]");
  }

  @Test
  void ofTwoSnapshotsThatShareSTheLaterIsApplied() {
    assertThat(lake.silverTexts(SHARED_S)).containsExactly("[2,newer]");
    assertThat(lake.controlRow(SHARED_S).<String>getAs(Control.SNAPSHOT_ID)).isEqualTo("20-10");
  }

  @Test
  void anUnsettledSnapshotHoldsTheVerdict() {
    assertVerdictWaits(UNSETTLED, "snapshot a is complete, but not settled");
  }

  @Test
  void anOpenSnapshotHoldsTheVerdict() {
    assertVerdictWaits(OPEN, "snapshot a is still being read");
  }

  @Test
  void aStoppedSnapshotWithoutAnEarlierOneHolds() {
    assertHeld(STOPPED, "snapshot a was stopped (no time) and no earlier one is complete");
  }

  @Test
  void aStoppedSnapshotLeavesTheEarlierOneInForce() {
    assertThat(results.get(STOPPED_LATER).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(STOPPED_LATER)).containsExactly("[1,found by the first]");
    assertThat(lake.controlRow(STOPPED_LATER).<String>getAs(Control.SNAPSHOT_ID)).isEqualTo("a");
  }

  @Test
  void whatAnInterruptedSnapshotReadIsNothingOnceANewerFullOneIsComplete() {
    assertThat(results.get(SUPERSEDED).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(SUPERSEDED)).containsExactly("[1,newer]", "[3,newer]");
  }

  @Test
  void ofSnapshotRowsThatWereSentTwiceTheLaterCounts() {
    assertThat(lake.silverTexts(REPEATED))
        .containsExactly("[1,after the crash]", "[3,sent twice, newer]");
  }

  /** No chunk of it was told of yet, so silver has no row of it. */
  private static void assertVerdictWaits(String table, String why) {
    assertThat(results.get(table).action()).isEqualTo(Action.AHEAD);
    assertThat(results.get(table).note()).startsWith("the verdict waits: ").contains(why);
    assertThat(results.get(table).verdict().orElseThrow().endLsn()).isEqualTo(lsn(10));
    assertThat(lake.silverTexts(table)).isEqualTo(BEFORE);
    assertThat(lake.applied(table)).isEqualTo(lsn(30));
  }

  private static void assertHeld(String table, String why) {
    assertThat(results.get(table).action()).isEqualTo(Action.HELD);
    assertThat(results.get(table).note()).contains(why);
    assertThat(lake.silverTexts(table)).isEqualTo(BEFORE);
    assertThat(lake.applied(table)).isEqualTo(lsn(10));
  }
}
