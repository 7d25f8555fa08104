package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.input_file_name;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import dev.mssqlcdc.silver.spark.TestingSpark;
import io.delta.tables.DeltaTable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run makes of the files of a silver table. */
class TestRewrittenFiles {

  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");
  private static final String TABLE = "dbo.t";

  @TempDir private Path root;
  private TestingLake lake;

  @BeforeEach
  void makeLake() {
    lake = new TestingLake(root);
    lake.bronze(TABLE, List.of(column("k", "integer"), column("v", "string")), "k");
  }

  @Test
  void aLargeFileKeepsItsPartOfTheKeys() {
    Random random = new Random(1);
    for (int file = 0; file < 2; file++) {
      List<TestingRow> rows = new ArrayList<>();
      for (int k = 0; k < 120; k++) {
        rows.add(change(file + 1, 1, k, Operation.INSERT, 1_000 * file + k, text(random, 100_000)));
      }
      lake.append(TABLE, rows);
      apply(file + 1);
    }
    assertThat(keysOfFiles()).containsExactly("[0,119]", "[1000,1119]");
    lake.append(
        TABLE,
        change(3, Operation.DELETE, 0, ""),
        change(3, Operation.UPDATE_AFTER, 50, "new"),
        change(3, Operation.DELETE, 1_119, ""),
        change(3, Operation.INSERT, 500, "new"),
        change(3, Operation.INSERT, 2_000, "new"));
    apply(3);
    assertThat(keysOfFiles()).containsExactly("[1,119]", "[1000,1118]", "[500,2000]");
    assertThat(lake.silver(TABLE).where("v = 'new'").select("k").collectAsList().toString())
        .contains("[50]", "[500]", "[2000]");
    assertThat(lake.silver(TABLE).count()).isEqualTo(240);
  }

  /** Random bits: what compresses would be a small file. */
  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    random.ints(length, ' ', '\u007f').forEach(c -> text.append((char) c));
    return text.toString();
  }

  @Test
  void smallFilesBecomeOne() {
    for (int run = 1; run <= 3; run++) {
      lake.append(TABLE, change(run, Operation.INSERT, run, "a"));
      apply(run);
    }
    assertThat(keysOfFiles()).containsExactly("[1,1]", "[2,2]", "[3,3]");
    lake.append(
        TABLE,
        change(4, Operation.UPDATE_AFTER, 1, "b"),
        change(4, Operation.DELETE, 3, "a"),
        change(4, Operation.UPDATE_AFTER, 2, "c"));
    apply(4);
    assertThat(keysOfFiles()).containsExactly("[1,2]");
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,b]", "[2,c]");
  }

  @Test
  void theTablesHistoryTellsWhatARunDid() {
    lake.append(
        TABLE,
        change(1, Operation.INSERT, 1, "a"),
        change(1, Operation.INSERT, 2, "a"),
        change(1, Operation.INSERT, 3, "a"));
    apply(1);
    lake.append(
        TABLE,
        change(2, Operation.UPDATE_AFTER, 1, "b"),
        change(2, Operation.DELETE, 2, "a"),
        change(2, Operation.INSERT, 4, "a"),
        change(2, Operation.INSERT, 5, "a"),
        change(2, Operation.DELETE, 6, "never there"));
    ApplyResult result = apply(2);
    assertThat(result.upserted()).isEqualTo(3);
    assertThat(result.deleted()).isEqualTo(1);
    Row last =
        DeltaTable.forPath(TestingSpark.session(), lake.silverPath(TABLE)).history(1).first();
    assertThat(last.<String>getAs("operation")).isEqualTo("MERGE");
    Map<String, String> metrics = last.getJavaMap(last.fieldIndex("operationMetrics"));
    assertThat(metrics)
        .containsEntry("numSourceRows", "5")
        .containsEntry("numTargetRowsUpdated", "1")
        .containsEntry("numTargetRowsDeleted", "1")
        .containsEntry("numTargetRowsInserted", "2");
  }

  @Test
  void aColumnOfTheUsersKeepsItsValues() {
    lake.append(TABLE, change(1, Operation.INSERT, 1, "a"), change(1, Operation.INSERT, 2, "a"));
    apply(1);
    String silver = "delta.`%s`".formatted(lake.silverPath(TABLE));
    TestingSpark.session().sql("ALTER TABLE %s ADD COLUMNS (note STRING)".formatted(silver));
    TestingSpark.session().sql("UPDATE %s SET note = 'mine'".formatted(silver));
    lake.append(
        TABLE, change(2, Operation.UPDATE_AFTER, 1, "b"), change(2, Operation.INSERT, 3, "a"));
    apply(2);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,b,mine]", "[2,a,mine]", "[3,a,null]");
  }

  @Test
  void columnsMayHaveTheNamesThatTheWriteUses() {
    String table = "dbo.names";
    lake.bronze(
        table,
        Stream.of("0", "_metadata", "file", "position", "t", "s")
            .map(name -> column(name, "integer"))
            .toList(),
        "_metadata",
        "file");
    lake.append(table, change(1, Operation.INSERT, 1, 2, 3, 4, 5, 6));
    apply(table, 1);
    lake.append(
        table,
        change(2, Operation.UPDATE_AFTER, 7, 2, 3, 4, 5, 6),
        change(2, Operation.INSERT, 1, 3, 3, 4, 5, 6));
    apply(table, 2);
    assertThat(lake.silverTexts(table)).containsExactly("[1,3,3,4,5,6]", "[7,2,3,4,5,6]");
  }

  private ApplyResult apply(long lsn) {
    return apply(TABLE, lsn);
  }

  private ApplyResult apply(String table, long lsn) {
    lake.verdict(lsn, table);
    ApplyResult result = TestingJobs.at(NOW, lake).apply(ApplyOptions.tables(Set.of(table))).get(0);
    assertThat(result.action()).as(result.note()).isEqualTo(Action.APPLIED);
    return result;
  }

  /** The first and the last key of each file. */
  private List<String> keysOfFiles() {
    Dataset<Row> files =
        lake.silver(TABLE)
            .groupBy(input_file_name().as("file"))
            .agg(min("k").as("first"), max("k").as("last"));
    return files.select(col("first"), col("last")).collectAsList().stream()
        .map(Row::toString)
        .sorted()
        .toList();
  }
}
