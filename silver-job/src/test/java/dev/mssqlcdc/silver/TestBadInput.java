package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is named, and what to do; a table that fails does not stop the others. */
class TestBadInput {

  private static final String GOOD = "dbo.good";
  private static final String KEYLESS = "dbo.keyless";
  private static final String WRONG_KEY = "dbo.wrong_key";
  private static final String FUTURE = "dbo.future";
  private static final String SILENT = "dbo.silent";
  private static final String BROKEN = "dbo.broken";

  @TempDir private static Path root;
  private static TestingLake lake;
  private static List<ApplyResult> results;

  @BeforeAll
  static void applyAll() throws IOException {
    lake = new TestingLake(root);
    List<dev.mssqlcdc.lake.Column> captured = List.of(column("k", "integer"));
    lake.bronze(GOOD, captured, "k");
    lake.bronze(KEYLESS, captured);
    lake.bronze(WRONG_KEY, captured, "id");
    lake.bronze(FUTURE, captured, "k");
    lake.bronze(SILENT, captured, "k");
    lake.bronze(BROKEN, captured, "k");
    lake.append(GOOD, change(10, Operation.INSERT, 1));
    lake.append(BROKEN, change(10, Operation.INSERT, 1));
    try (Stream<Path> files = Files.walk(Path.of(lake.bronzePath(BROKEN)))) {
      Files.delete(
          files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow());
    }
    lake.verdict(10, GOOD, KEYLESS, WRONG_KEY, FUTURE, BROKEN);
    lake.control(Layer.SILVER, Map.of(Control.APPLIED_LSN, lsn(11).toString()), FUTURE);
    results = job(lake.lake()).apply(ApplyOptions.all());
  }

  private static SilverJob job(Lake over) {
    return new SilverJob(TestingSpark.session(), over);
  }

  private static ApplyResult result(String table) {
    return results.stream().filter(r -> r.table().equals(table)).findFirst().orElseThrow();
  }

  /** Spark's own failure is a checked exception that no method of it declares. */
  @Test
  void aFileThatIsGoneFailsItsTableAloneAndItsGroup() {
    assertThat(result(BROKEN).error())
        .hasValueSatisfying(e -> assertThat(e).contains("SparkException").contains(".parquet"));
    assertThat(result(GOOD).error()).isEmpty();

    TableGroup group = new TableGroup("both", Set.of(GOOD, BROKEN));
    assertThat(job(lake.lake()).apply(ApplyOptions.groups(List.of(group))))
        .extracting(ApplyResult::table, ApplyResult::action)
        .containsExactly(tuple(BROKEN, Action.FAILED), tuple(GOOD, Action.HELD));
  }

  @Test
  void oneTablesFailureDoesNotStopTheOthers() {
    assertThat(results).hasSize(6);
    assertThat(result(GOOD).action()).isEqualTo(Action.APPLIED);
    assertThat(lake.silverTexts(GOOD)).containsExactly("[1]");
  }

  @Test
  void aKeylessTableIsBronzeOnlyAndNoError() {
    assertThat(result(KEYLESS).action()).isEqualTo(Action.KEYLESS);
    assertThat(result(KEYLESS).note()).contains("no key");
    assertThat(Path.of(lake.silverPath(KEYLESS))).doesNotExist();
  }

  @Test
  void aKeyThatIsNoColumnIsNamed() {
    assertThat(result(WRONG_KEY).error())
        .hasValueSatisfying(
            e -> assertThat(e).contains("mssqlcdc.key_columns names 'id', which is no column"));
  }

  @Test
  void aControlRowFromTheFutureIsRefused() {
    assertThat(result(FUTURE).error())
        .hasValueSatisfying(
            e ->
                assertThat(e)
                    .contains("applied_lsn " + lsn(11))
                    .contains("above what bronze is complete to (" + lsn(10) + ")"));
  }

  @Test
  void aTableWithoutAVerdictHasNothingYet() {
    assertThat(result(SILENT).action()).isEqualTo(Action.NOTHING_YET);
    assertThat(result(SILENT).note()).contains("no verdict yet");
  }

  @Test
  void anUnknownTableIsRefusedAndTheKnownOnesAreNamed() {
    assertThatThrownBy(() -> job(lake.lake()).apply(ApplyOptions.tables(Set.of("dbo.nope", GOOD))))
        .hasMessageContaining("no bronze table dbo.nope in ")
        .hasMessageContaining("there are: dbo.broken, dbo.future, dbo.good");
  }

  @Test
  void aLakeRootThatIsNotThereIsRefused() {
    Lake missing = new Lake(root + "/missing");
    assertThatThrownBy(() -> job(missing).apply(ApplyOptions.all()))
        .hasMessageContaining("missing does not exist: check --lake-root");
  }

  @Test
  void aFileSystemThatSparkDoesNotKnowIsRefused() {
    assertThatThrownBy(() -> job(new Lake("nofs://bucket/lake")).apply(ApplyOptions.all()))
        .hasMessageContaining("the lake root nofs://bucket/lake cannot be reached");
  }

  @Test
  void beforeBronzeExistsARunDoesNothing(@TempDir Path empty) {
    assertThat(job(new Lake(empty.toString())).apply(ApplyOptions.all())).isEmpty();
  }
}
