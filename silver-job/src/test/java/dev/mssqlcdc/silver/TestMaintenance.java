package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.RetentionPolicy;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import dev.mssqlcdc.silver.spark.TestingSpark;
import dev.mssqlcdc.silver.spark.TestingUpkeep;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The n-th LSN was committed in the n-th second of 2026; a month later all of it is old. */
class TestMaintenance {

  private static final String TABLE = "dbo.orders";
  private static final String KEYLESS = "dbo.log";
  private static final List<Column> CAPTURED =
      List.of(column("k", "integer"), column("v", "string"));
  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");
  private static final OptionalInt A_WEEK = OptionalInt.of(7);
  private static final OptionalInt NEVER = OptionalInt.empty();
  private static final RetentionPolicy BRONZE = new RetentionPolicy(A_WEEK, NEVER, NEVER);

  @TempDir private Path root;
  private TestingLake lake;
  private TestingUpkeep stored;
  private SilverJob job;

  @BeforeEach
  void aLake() {
    lake = new TestingLake(root);
    stored = new TestingUpkeep(lake);
    job = TestingJobs.at(NOW, lake);
    lake.bronze(TABLE, CAPTURED, "k");
  }

  @Test
  void bronzeLosesWhatSilverHasAndANewSilverDoesNotNeed() {
    aSnapshotAt8AndChangesUpTo12();
    apply(12);

    assertThat(deleting(BRONZE, TABLE).rowsDeleted()).isEqualTo(3);
    assertThat(deleting(BRONZE, TABLE).rowsDeleted()).isZero();

    assertThat(stored.bronzeLsns(TABLE)).containsExactly(8L, 9L, 10L, 11L, 12L);
    lake.append(TABLE, change(13, Operation.DELETE, 4, "late"));
    assertThat(apply(13).action()).isEqualTo(Action.APPLIED);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,read]", "[3,read]");
    stored.removeSilver(TABLE);
    assertThat(apply(13).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,read]", "[3,read]");
  }

  @Test
  void aPausedSilverLosesNothingThatItHasNotApplied() {
    aSnapshotAt8AndChangesUpTo12();
    applied(4, 12);

    assertThat(deleting(BRONZE, TABLE).rowsDeleted()).isEqualTo(1);

    assertThat(stored.bronzeLsns(TABLE)).containsExactly(4L, 6L, 8L, 9L, 10L, 11L, 12L);
  }

  @Test
  void rowsThatAreYoungOrThatNothingCouldBringBackStay() {
    aSnapshotAt8AndChangesUpTo12();
    applied(12, 12);
    RetentionPolicy longer = new RetentionPolicy(OptionalInt.of(60), NEVER, NEVER);
    assertThat(deleting(longer, TABLE).rowsDeleted()).isZero();

    lake.bronze(KEYLESS, CAPTURED);
    lake.append(KEYLESS, change(3, Operation.INSERT, 1, "kept"));
    lake.verdict(12, KEYLESS);
    MaintainResult keyless = deleting(BRONZE, KEYLESS);
    assertThat(keyless.rowsDeleted()).isZero();
    assertThat(keyless.note()).contains("no silver or history table is fed from it");
    assertThat(stored.bronzeLsns(KEYLESS)).containsExactly(3L);
  }

  @Test
  void factsLoseOldBatchesAndProgressButNotWhatTheWriterGoesOnFrom() {
    EventDetail progress = new EventDetail.Progress(null, null, "server", "shop");
    lake.batch(TABLE, 2);
    lake.event(TABLE, 3, progress);
    lake.event(TABLE, 4, new EventDetail.DataSkipped("0x0", "0x1", "cleaned up"));
    lake.event(TABLE, 9, progress);
    aSnapshotAt8AndChangesUpTo12();
    lake.event(TABLE, 13, progress);
    lake.batch(TABLE, 13);
    applied(12, 12);

    List<MaintainResult> results =
        run(new MaintainOptions(Set.of(), false, NEVER, new RetentionPolicy(NEVER, NEVER, A_WEEK)));

    assertThat(results).filteredOn(result -> result.table().equals("facts")).hasSize(1);
    assertThat(results).extracting(MaintainResult::rowsDeleted).contains(3L);
    assertThat(stored.facts(TABLE))
        .containsExactly(
            "data_skipped 4", "snapshot_open 8", "bootstrap 8", "progress 13", "batch 13");
  }

  @Test
  void historyLosesVersionsThatEndedLongAgo() {
    stored.history(
        TABLE,
        CAPTURED,
        List.of(
            Map.of("k", 1, "_valid_to", LocalDateTime.of(2026, 1, 1, 0, 0), "_is_current", false),
            Map.of("k", 2, "_valid_to", LocalDateTime.of(2026, 1, 31, 0, 0), "_is_current", false),
            Map.of("k", 3, "_is_current", true)));
    RetentionPolicy policy = new RetentionPolicy(NEVER, A_WEEK, NEVER);

    MaintainResult history =
        run(new MaintainOptions(Set.of(), false, NEVER, policy)).stream()
            .filter(result -> result.table().equals("history/" + TABLE))
            .findFirst()
            .orElseThrow();

    assertThat(history.rowsDeleted()).isEqualTo(1);
    assertThat(stored.historyKeys(TABLE)).containsExactly(2, 3);
  }

  @Test
  void smallFilesArePutTogetherAndDeadOnesRemoved() {
    LongStream.rangeClosed(1, 4)
        .forEach(n -> lake.append(TABLE, change(n, Operation.INSERT, (int) n, "v")));
    TestingSpark.session()
        .conf()
        .set("spark.databricks.delta.retentionDurationCheck.enabled", false);
    List<MaintainResult> results =
        run(new MaintainOptions(Set.of(), true, OptionalInt.of(0), RetentionPolicy.KEEP));

    assertThat(results)
        .extracting(MaintainResult::table)
        .containsExactly("bronze/" + TABLE, "facts", "control");
    assertThat(results).noneMatch(MaintainResult::failed).allMatch(MaintainResult::vacuumed);
    assertThat(results.get(0).filesBefore()).isEqualTo(4);
    assertThat(results.get(0).filesAfter()).isEqualTo(1);
    assertThat(stored.dataFiles(TABLE)).isEqualTo(1);
    assertThat(stored.bronzeLsns(TABLE)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aTableThatFailsDoesNotStopTheOthers() {
    lake.bronze("dbo.newer", CAPTURED, "k");
    stored.setProperty("dbo.newer", "mssqlcdc.min_version", "99");

    List<MaintainResult> results =
        run(new MaintainOptions(Set.of(TABLE, "dbo.newer"), true, NEVER, BRONZE));

    assertThat(results).extracting(MaintainResult::failed).containsExactly(true, false);
    assertThat(results.get(0).note()).contains("needs version 99 of kind BRONZE");
  }

  /** The writer commits on, whatever maintenance does in between; none undoes the other. */
  @Test
  void rowsThatAreCommittedMeanwhileAreAllThere() throws Exception {
    aSnapshotAt8AndChangesUpTo12();
    applied(12, 12);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<?> writing =
          writer.submit(
              () ->
                  LongStream.rangeClosed(13, 17)
                      .forEach(n -> lake.append(TABLE, change(n, Operation.INSERT, (int) n, "v"))));
      long deleted = 0;
      do {
        MaintainResult result = run(new MaintainOptions(Set.of(TABLE), true, NEVER, BRONZE)).get(0);
        assertThat(result.failed()).as(result.note()).isFalse();
        deleted += result.rowsDeleted();
      } while (!writing.isDone());
      writing.get();
      assertThat(deleted).isEqualTo(3);
    } finally {
      writer.shutdownNow();
    }
    assertThat(stored.bronzeLsns(TABLE))
        .containsExactly(8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L);
  }

  private void aSnapshotAt8AndChangesUpTo12() {
    lake.append(
        TABLE,
        change(2, Operation.INSERT, 1, "changed before"),
        change(4, Operation.UPDATE_AFTER, 1, "changed before"),
        change(6, Operation.INSERT, 2, "changed before"));
    lake.open(TABLE, "s", 8);
    lake.append(
        TABLE,
        change(8, Operation.INSERT, 3, "at S"),
        snapshot("s", 8, 1, "read"),
        snapshot("s", 9, 2, "read"),
        snapshot("s", 9, 3, "read"),
        change(10, Operation.DELETE, 2, "read"));
    lake.complete(TABLE, "s", 8, 10);
    lake.append(
        TABLE,
        change(11, Operation.INSERT, 4, "late"),
        change(12, Operation.UPDATE_AFTER, 4, "late"));
  }

  private ApplyResult apply(long verdict) {
    lake.flush();
    lake.verdict(verdict, TABLE);
    return job.apply(ApplyOptions.tables(Set.of(TABLE))).get(0);
  }

  /** As if silver had been applied up to an LSN and paused then. */
  private void applied(long lsn, long verdict) {
    lake.flush();
    lake.verdict(verdict, TABLE);
    lake.control(Layer.SILVER, Map.of(Control.APPLIED_LSN, TestingRow.lsn(lsn).toString()), TABLE);
  }

  private MaintainResult deleting(RetentionPolicy policy, String table) {
    lake.flush();
    MaintainResult result = run(new MaintainOptions(Set.of(table), false, NEVER, policy)).get(0);
    assertThat(result.table()).isEqualTo("bronze/" + table);
    assertThat(result.failed()).as(result.note()).isFalse();
    return result;
  }

  private List<MaintainResult> run(MaintainOptions options) {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new Maintenance(TestingSpark.session(), lake.lake(), clock).run(options);
  }
}
