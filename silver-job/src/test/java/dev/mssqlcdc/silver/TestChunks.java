package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An open snapshot is applied chunk by chunk; tables of all kinds in one lake, so two runs do. */
class TestChunks {

  private static final String NUMBERS = "dbo.numbers";
  private static final String DATES = "dbo.dates";
  private static final String TIMES = "dbo.times";
  private static final String MOMENTS = "dbo.moments";
  private static final String TEXTS = "dbo.texts";
  private static final String OTHER_KEY = "dbo.other_key";

  @TempDir private static Path root;
  private static TestingLake lake;
  private static SilverJob job;
  private static Map<String, ApplyResult> results;

  @BeforeAll
  static void applyChunks() {
    lake = new TestingLake(root);
    job = new SilverJob(TestingSpark.session(), lake.lake());
    numbers();
    table(DATES, "date", "k", LocalDate.of(2026, 1, 1), LocalDate.of(2026, 1, 2), "2026-01-01");
    table(
        TIMES,
        "timestamp_ntz",
        "k",
        LocalDateTime.parse("2026-01-01T00:00:00.000001"),
        LocalDateTime.parse("2026-01-01T00:00:00.000002"),
        "2026-01-01T00:00:00.000001");
    table(
        MOMENTS,
        "timestamp",
        "k",
        Instant.parse("2026-01-01T00:00:00Z"),
        Instant.parse("2026-01-01T00:00:01Z"),
        "2026-01-01T02:00:00+02:00");
    table(TEXTS, "string", "k", "a", "b", "a");
    table(OTHER_KEY, "long", "v", 1L, 2L, "1");
    String[] all = {NUMBERS, DATES, TIMES, MOMENTS, TEXTS, OTHER_KEY};
    lake.verdict(10, all);
    apply();
    lake.flush();
    lake.verdict(20, all);
    results = apply();
  }

  private static Map<String, ApplyResult> apply() {
    return job.apply(ApplyOptions.all()).stream()
        .collect(Collectors.toMap(ApplyResult::table, Function.identity()));
  }

  private static List<Column> columns(String keyType) {
    return List.of(column("k", keyType), column("v", "string"));
  }

  /** Of two keys the first is in the range of an empty chunk. */
  private static void table(
      String name, String type, String chunkedBy, Object first, Object second, String high) {
    lake.bronze(name, columns(type), "k");
    lake.append(
        name,
        change(5, Operation.INSERT, first, "first"),
        change(5, 2, 2, Operation.INSERT, second, "second"));
    lake.openBy(chunkedBy, name, "a", 12);
    lake.chunk(name, "a", 0, null, high, 15, 30);
  }

  private static void numbers() {
    lake.bronze(NUMBERS, columns("integer"), "k");
    lake.append(
        NUMBERS,
        change(5, 1, 1, Operation.INSERT, 1, "one"),
        change(5, 2, 1, Operation.INSERT, 2, "two, whose removal was lost"),
        change(5, 3, 1, Operation.INSERT, 3, "three"),
        change(5, 4, 1, Operation.INSERT, 4, "four"),
        change(5, 5, 1, Operation.INSERT, 9, "nine"),
        change(14, Operation.UPDATE_AFTER, 4, "changed before the stamp, gone since"),
        snapshot("a", 15, 1, "one, read").inChunk(0),
        snapshot("a", 15, 3, "read, removed after it").inChunk(0),
        change(15, Operation.INSERT, 5, "in the stamp's commit, so the chunk would hold it"),
        change(17, Operation.DELETE, 3, "read, removed after it"),
        change(18, Operation.INSERT, 6, "inserted after the read"),
        snapshot("a", 16, 7, "of a chunk that is not told of").inChunk(1));
    lake.openBy("k", NUMBERS, "a", 12);
    lake.chunk(NUMBERS, "a", 0, null, "6", 15, 30);
  }

  @Test
  void aChunkIsRankedWithTheChangesAndWhatItLacksInItsRangeGoes() {
    assertThat(lake.silverTexts(NUMBERS))
        .containsExactly(
            "[1,one, read]",
            "[5,in the stamp's commit, so the chunk would hold it]",
            "[6,inserted after the read]",
            "[9,nine]");
    assertThat(results.get(NUMBERS).deleted()).isEqualTo(3);
  }

  @Test
  void theVerdictWaitsAndControlTellsHowFarTheSnapshotIs() {
    ApplyResult result = results.get(NUMBERS);
    assertThat(result.action()).isEqualTo(Action.AHEAD);
    assertThat(result.note()).isEqualTo("the verdict waits: snapshot a is still being read");
    assertThat(result.verdict().orElseThrow().endLsn()).isEqualTo(lsn(10));
    assertThat(lake.applied(NUMBERS)).isEqualTo(lsn(20));
    Row control = lake.controlRow(NUMBERS);
    assertThat(control.<String>getAs(Control.OPEN_SNAPSHOT_ID)).isEqualTo("a");
    assertThat(control.<String>getAs(Control.SNAPSHOT_OFFSET)).startsWith("id:");
  }

  @Test
  void datesAndTimesHaveRangesToo() {
    for (String table : List.of(DATES, TIMES, MOMENTS)) {
      assertThat(lake.silver(table).select("v").collectAsList())
          .as(table)
          .extracting(row -> row.getString(0))
          .containsExactly("second");
    }
  }

  @Test
  void textsAndAKeyThatIsNotTheSnapshotsAreLeftToTheRebuild() {
    for (String table : List.of(TEXTS, OTHER_KEY)) {
      assertThat(lake.silver(table).select("v").collectAsList())
          .as(table)
          .extracting(row -> row.getString(0))
          .containsExactlyInAnyOrder("first", "second");
    }
  }

  /** Chunk 0 and what it lacks were read again otherwise. */
  @Test
  void theNextRunReadsTheNewChunksAndTheRebuildEndsIt(@TempDir Path other) {
    TestingLake copy = lake.copyTo(other);
    SilverJob next = new SilverJob(TestingSpark.session(), copy.lake());
    copy.startAt(1_000);
    copy.append(NUMBERS, change(22, Operation.INSERT, 8, "eight"));
    copy.chunk(NUMBERS, "a", 1, "6", "9", 16, 31);
    copy.flush();
    copy.verdict(22, NUMBERS);
    ApplyOptions only = ApplyOptions.tables(java.util.Set.of(NUMBERS));
    ApplyResult second = next.apply(only).get(0);
    // Changes above 16, the new chunk's stamp, and its row.
    assertThat(second.rowsRead()).isEqualTo(4);
    assertThat(copy.silverTexts(NUMBERS))
        .containsExactly(
            "[1,one, read]",
            "[5,in the stamp's commit, so the chunk would hold it]",
            "[6,inserted after the read]",
            "[7,of a chunk that is not told of]",
            "[8,eight]");
    copy.complete(NUMBERS, "a", 12, 31);
    copy.flush();
    copy.verdict(32, NUMBERS);
    ApplyResult last = next.apply(only).get(0);
    assertThat(last.action()).isEqualTo(Action.REBUILT);
    assertThat(last.verdict().orElseThrow().endLsn()).isEqualTo(lsn(32));
    Row control = copy.controlRow(NUMBERS);
    assertThat(control.<String>getAs(Control.OPEN_SNAPSHOT_ID)).isNull();
    assertThat(control.<String>getAs(Control.SNAPSHOT_ID)).isEqualTo("a");
  }
}
