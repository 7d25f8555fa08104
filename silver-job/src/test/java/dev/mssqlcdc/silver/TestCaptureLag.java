package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A snapshot that is read while capture is five minutes behind: its two chunks bear the stamp 100
 * and show commits up to 404 and 410, where LSN n is committed at second n. Silver is run each time
 * that bronze has come further.
 */
class TestCaptureLag {

  private static final String TABLE = "dbo.orders";
  private static final long[] VERDICTS = {100, 250, 404, 410, 411, 412};

  @TempDir private static Path root;
  private static TestingLake lake;
  private static final List<ApplyResult> RESULTS = new ArrayList<>();

  @BeforeAll
  static void applyAsBronzeComesAlong() {
    lake = new TestingLake(root);
    lake.bronze(TABLE, List.of(column("k", "integer"), column("v", "string")), "k");
    lake.openBy("k", TABLE, "a", 100);
    lake.append(
        TABLE,
        // Keys up to 20, read at second 404.
        snapshot("a", 100, 10, "goes up, seen at both keys"),
        snapshot("a", 100, 15, "goes up and down again"),
        snapshot("a", 100, 20, "deleted later"),
        // Keys up to 40, read at second 410.
        snapshot("a", 100, 30, "updated before the read").inChunk(1),
        snapshot("a", 100, 33, "goes down and up again").inChunk(1),
        snapshot("a", 100, 35, "goes up, seen at both keys").inChunk(1));
    lake.chunk(TABLE, "a", 0, null, "20", 100, 405);
    lake.chunk(TABLE, "a", 1, "20", "40", 100, 411);
    lake.complete(TABLE, "a", 100, 411);
    lake.flush();
    lake.append(
        TABLE,
        change(200, Operation.UPDATE_AFTER, 30, "updated long before the read"),
        change(403, Operation.UPDATE_AFTER, 30, "updated before the read"));
    lake.append(TABLE, moved(405, 40, 5, "goes down, seen at no key"));
    lake.append(TABLE, moved(406, 10, 35, "goes up, seen at both keys"));
    lake.append(TABLE, moved(407, 15, 38, "goes up and down again"));
    lake.append(TABLE, moved(408, 33, 3, "goes down and up again"));
    lake.append(TABLE, moved(409, 38, 15, "goes up and down again"));
    lake.append(TABLE, moved(410, 3, 33, "goes down and up again"));
    lake.append(
        TABLE,
        change(411, Operation.DELETE, 20, "deleted later"),
        change(412, Operation.INSERT, 50, "inserted later"));
    SilverJob job = new SilverJob(TestingSpark.session(), lake.lake());
    for (long verdict : VERDICTS) {
      lake.verdict(verdict, TABLE);
      RESULTS.addAll(job.apply(ApplyOptions.all()));
    }
  }

  private static TestingRow[] moved(long lsn, int from, int to, String row) {
    return new TestingRow[] {
      change(lsn, 1, 1, Operation.DELETE, from, row), change(lsn, 1, 2, Operation.INSERT, to, row)
    };
  }

  @Test
  void theVerdictWaitsUntilACommitIsLaterThanTheEndOfTheRead() {
    assertThat(RESULTS.subList(0, VERDICTS.length - 1))
        .allSatisfy(
            result -> {
              assertThat(result.action()).isEqualTo(Action.AHEAD);
              assertThat(result.note())
                  .contains("not settled: a commit later than 2026-01-01T00:06:51 UTC");
              assertThat(result.verdict()).isEmpty();
            });
    assertThat(RESULTS.get(VERDICTS.length - 1).action()).isEqualTo(Action.REBUILT);
  }

  @Test
  void thenItEqualsTheSource() {
    assertThat(lake.silverTexts(TABLE))
        .containsExactlyInAnyOrder(
            "[5,goes down, seen at no key]",
            "[15,goes up and down again]",
            "[30,updated before the read]",
            "[33,goes down and up again]",
            "[35,goes up, seen at both keys]",
            "[50,inserted later]");
  }
}
