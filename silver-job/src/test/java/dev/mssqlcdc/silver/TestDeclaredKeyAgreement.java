package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.Image;
import dev.mssqlcdc.silver.plan.TableSettings;
import dev.mssqlcdc.silver.plan.TestingHistory;
import dev.mssqlcdc.silver.plan.TestingKeylessHistory;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Spark makes of random tables with a declared key is what the source tables are, as {@link
 * TestModelOnSpark} shows it of others.
 */
@EnabledIfSystemProperty(
    named = "long",
    matches = "true",
    disabledReason = "TestDeclaredKeys has the rule, TestDeclaredKeyTables its way through Spark")
class TestDeclaredKeyAgreement {

  private static final String TABLE = "dbo.histories";
  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");
  private static final int HISTORIES = 200;
  private static final int COMMITS = 12;
  private static final int FIRST_RUN_ENDS_AT = 5;
  private static final int CRASHED_RUN_ENDS_AT = 6;
  private static final int S = 4;
  private static final int READ_AT = 5;

  /** A key that nobody sees to is read in one go: what moved between two reads would be missed. */
  @Test
  void runsOverRandomTablesWithADeclaredKeyGiveTheSourceTables(@TempDir Path root) {
    TestingLake lake = lake(root);
    List<TestingKeylessHistory> histories =
        LongStream.range(0, HISTORIES)
            .mapToObj(seed -> new TestingKeylessHistory(seed, COMMITS))
            .toList();
    append(lake, histories);
    ApplyOptions declared =
        ApplyOptions.all()
            .withSettings(Map.of(TABLE, TableSettings.NONE.withKey(List.of("History", "k"))));
    run(lake, histories, FIRST_RUN_ENDS_AT, declared);
    lake.verdict(CRASHED_RUN_ENDS_AT, TABLE);
    assertThat(TestingJobs.crashing(NOW, lake, 1).apply(declared).get(0).error()).isPresent();
    addPartial(lake, histories);
    run(lake, histories, COMMITS, declared);
    rebuild(lake, histories, declared);
  }

  /** Histories side by side in one table, so that few runs check all of them. */
  private static TestingLake lake(Path root) {
    TestingLake lake = new TestingLake(root);
    lake.bronze(
        TABLE,
        List.of(column("history", "integer"), column("k", "integer"), column("v", "string")));
    return lake;
  }

  private static void append(TestingLake lake, List<TestingKeylessHistory> histories) {
    List<TestingRow> rows = new ArrayList<>();
    for (int i = 0; i < HISTORIES; i++) {
      int history = i;
      histories.get(i).images().forEach(image -> rows.add(row(history, image)));
    }
    lake.append(TABLE, rows);
  }

  private static void run(
      TestingLake lake, List<TestingKeylessHistory> histories, int end, ApplyOptions options) {
    lake.verdict(end, TABLE);
    assertThat(job(lake).apply(options).get(0).error()).isEmpty();
    assertThat(lake.silverTexts(TABLE)).isEqualTo(texts(histories, end));
  }

  private static SilverJob job(TestingLake lake) {
    return TestingJobs.at(NOW.plusSeconds(301), lake);
  }

  /** Rows of some keys that changes have long gone past; the source had lost nothing. */
  private static void addPartial(TestingLake lake, List<TestingKeylessHistory> histories) {
    List<TestingRow> rows = new ArrayList<>();
    for (int i = 0; i < HISTORIES; i++) {
      for (Map.Entry<Integer, String> row : histories.get(i).tableAt(READ_AT).entrySet()) {
        if (row.getKey() % 2 == 0) {
          rows.add(TestingRow.snapshot("some", S, i, row.getKey(), row.getValue()));
        }
      }
    }
    lake.append(TABLE, rows);
    lake.openPartial(TABLE, "some", S, "request");
    lake.completePartial(TABLE, "some", S, READ_AT);
    lake.flush();
  }

  /** A snapshot read some commits after S, then everything once more from it. */
  private static void rebuild(
      TestingLake lake, List<TestingKeylessHistory> histories, ApplyOptions options) {
    List<TestingRow> rows = new ArrayList<>();
    for (int i = 0; i < HISTORIES; i++) {
      for (int key = 0; key < TestingHistory.KEYS; key++) {
        String row = histories.get(i).tableAt(READ_AT).get(key);
        if (row != null) {
          rows.add(TestingRow.snapshot("again", S, i, key, row));
        }
      }
    }
    lake.append(TABLE, rows);
    lake.open(TABLE, "again", S);
    lake.complete(TABLE, "again", S, READ_AT);
    lake.flush();
    ApplyResult result = job(lake).apply(options).get(0);
    assertThat(result.error()).isEmpty();
    assertThat(result.isRebuilt()).isTrue();
    assertThat(lake.silverTexts(TABLE)).isEqualTo(texts(histories, COMMITS));
  }

  private static TestingRow row(int history, Image<Integer, String> image) {
    Operation operation = image.operation();
    return TestingRow.change(
            image.startLsn().low(),
            image.commandId().orElseThrow(),
            image.seqval().orElseThrow().low(),
            operation,
            history,
            image.key(),
            image.row())
        .at(image.offset());
  }

  private static List<String> texts(List<TestingKeylessHistory> histories, int at) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < histories.size(); i++) {
      int history = i;
      histories
          .get(i)
          .tableAt(at)
          .forEach((key, row) -> texts.add("[%d,%d,%s]".formatted(history, key, row)));
    }
    texts.sort(null);
    return texts;
  }
}
