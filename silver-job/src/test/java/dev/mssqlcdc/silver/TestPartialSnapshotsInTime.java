package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Partial snapshots as they come one after the other; beside full ones and through crashes they are
 * part of the lives in {@link TestModelOnSpark}.
 */
class TestPartialSnapshotsInTime {

  private static final String TABLE = "dbo.orders";
  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");

  @TempDir private Path root;
  private TestingLake lake;
  private SilverJob job;

  @BeforeEach
  void aTable() {
    lake = new TestingLake(root);
    job = TestingJobs.at(NOW, lake);
    lake.bronze(TABLE, List.of(column("k", "integer"), column("v", "string")), "k");
  }

  private ApplyResult applyAt(long verdict) {
    lake.flush();
    lake.verdict(verdict, TABLE);
    return job.apply(ApplyOptions.all()).get(0);
  }

  @Test
  void aTableThatBeginsWithOneIsBuiltFromItsRowsAndTheChangesOnceItIsSettled() {
    lake.openPartial(TABLE, "p", 5, "initial");
    lake.append(TABLE, change(6, Operation.INSERT, 1, "inserted"));
    ApplyResult open = applyAt(7);
    assertThat(open.action()).isEqualTo(Action.HELD);
    assertThat(open.note()).isEqualTo("snapshot p is still being read");
    lake.append(
        TABLE,
        snapshot("p", 7, 2, "read"),
        snapshot("p", 7, 3, "read"),
        change(8, Operation.DELETE, 3, "read"),
        change(9, Operation.UPDATE_AFTER, 4, "not in the snapshot"));
    lake.completePartial(TABLE, "p", 5, 10);
    ApplyResult unsettled = applyAt(10);
    assertThat(unsettled.action()).isEqualTo(Action.HELD);
    assertThat(unsettled.note()).contains("snapshot p is complete, but not settled");
    assertThat(unsettled.verdict()).isEmpty();
    assertThat(Path.of(lake.silverPath(TABLE))).doesNotExist();

    assertThat(applyAt(11).action()).isEqualTo(Action.APPLIED);
    assertThat(lake.silverTexts(TABLE))
        .containsExactly("[1,inserted]", "[2,read]", "[4,not in the snapshot]");
  }

  /** Nothing is committed meanwhile, so all of them have the same S and the same stamp. */
  @Test
  void ofSnapshotsOfAQuietDatabaseTheLatestInTheTopicCounts() {
    lake.open(TABLE, "5-1", 5);
    lake.append(
        TABLE,
        change(5, Operation.UPDATE_AFTER, 1, "change"),
        snapshot("5-1", 5, 1, "first"),
        snapshot("5-1", 5, 2, "first"),
        snapshot("5-1", 5, 3, "first"));
    lake.complete(TABLE, "5-1", 5, 6);
    lake.openPartial(TABLE, "5-2", 5, "request");
    lake.append(TABLE, snapshot("5-2", 5, 1, "second"), snapshot("5-2", 5, 2, "second"));
    lake.completePartial(TABLE, "5-2", 5, 7);
    assertThat(applyAt(8).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,second]", "[2,second]", "[3,first]");

    lake.openPartial(TABLE, "5-3", 5, "request");
    lake.append(TABLE, snapshot("5-3", 5, 1, "third"));
    lake.completePartial(TABLE, "5-3", 5, 7);
    assertThat(applyAt(8).action()).isEqualTo(Action.APPLIED);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,third]", "[2,second]", "[3,first]");
  }

  @Test
  void oneWithoutRowsMovesOnlyControl() {
    lake.append(TABLE, change(1, Operation.INSERT, 1, "old"));
    applyAt(4);
    long version = lake.silverVersion(TABLE);
    lake.openPartial(TABLE, "p", 4, "request");
    lake.completePartial(TABLE, "p", 4, 6);
    assertThat(applyAt(7).action()).isEqualTo(Action.APPLIED);
    assertThat(lake.silverVersion(TABLE)).isEqualTo(version);
    assertThat(applyAt(7).action()).isEqualTo(Action.UP_TO_DATE);
  }
}
