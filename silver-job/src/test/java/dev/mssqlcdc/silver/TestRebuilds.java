package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.run.ControlRow;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --rebuild}: what bronze says takes the place of whatever silver and control hold. */
class TestRebuilds {

  private static final String TABLE = "dbo.orders";
  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");
  private static final ApplyOptions RUN = ApplyOptions.tables(Set.of(TABLE));

  @TempDir private static Path root;
  private static TestingLake template;
  private static int copies;
  private TestingLake lake;

  @BeforeAll
  static void oneTableApplied() {
    template = new TestingLake(root.resolve("template"));
    template.bronze(TABLE, List.of(column("k", "integer"), column("v", "string")), "k");
    template.append(
        TABLE,
        change(10, Operation.INSERT, 1, "a"),
        change(11, Operation.INSERT, 2, "b"),
        change(12, Operation.DELETE, 2, "b"));
    template.verdict(20, TABLE);
    TestingJobs.at(NOW, template).apply(RUN);
  }

  @BeforeEach
  void copyTheLake() {
    lake = template.copyTo(root.resolve("lake" + copies++));
  }

  @Test
  void rowsThatBronzeKnowsNothingOfAreGoneInOneCommit() {
    sql("INSERT INTO %s VALUES (9, 'by hand', NULL, NULL)");
    sql("UPDATE %s SET v = 'by hand', _start_lsn = '0xFFFFFFFFFFFFFFFFFFFF'");
    long before = lake.silverVersion(TABLE);
    ApplyResult result = rebuilt();
    assertThat(result.action()).isEqualTo(Action.REBUILT);
    assertThat(result.upserted()).isEqualTo(1);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,a]");
    assertThat(lake.silverVersion(TABLE)).isEqualTo(before + 1);
  }

  @Test
  void itBeginsWithTheNewestFullSnapshotAndTheNextRunGoesOnFromThere() {
    lake.append(TABLE, snapshot("s", 15, 3, "c"), change(16, Operation.INSERT, 4, "d"));
    lake.open(TABLE, "s", 15);
    lake.complete(TABLE, "s", 15, 15);
    lake.flush();
    rebuilt();
    assertThat(lake.silverTexts(TABLE)).containsExactly("[3,c]", "[4,d]");
    assertThat(lake.controlRow(TABLE).<String>getAs(Control.SNAPSHOT_ID)).isEqualTo("s");

    lake.append(TABLE, change(21, Operation.DELETE, 3, "c"));
    lake.verdict(21, TABLE);
    assertThat(job().apply(RUN).get(0).action()).isEqualTo(Action.APPLIED);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[4,d]");
  }

  @Test
  void aSourceThatWasRestoredGoesOnBelowWhatWasApplied() {
    lake.control(
        Layer.SILVER,
        Map.of(
            Control.APPLIED_LSN, lsn(500).toString(),
            Control.END_LSN, lsn(500).toString(),
            Control.SNAPSHOT_ID, "of another life"),
        TABLE);
    assertThat(job().apply(RUN).get(0).error())
        .hasValueSatisfying(
            e -> assertThat(e).contains("build the silver table anew with --rebuild"));
    rebuilt();
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(20));
    assertThat(lake.controlRow(TABLE).<String>getAs(Control.END_LSN)).isEqualTo(lsn(20).toString());
    assertThat(lake.controlRow(TABLE).<String>getAs(Control.SNAPSHOT_ID)).isNull();
    assertThat(job().apply(RUN).get(0).action()).isEqualTo(Action.UP_TO_DATE);
  }

  @Test
  void aChangedKeyIsTakenAfterASnapshotThatFollowsIt() {
    lake.event(TABLE, 21, new EventDetail.KeyChanged(List.of("k"), List.of("v"), ""));
    lake.flush();
    setBronzeKey("v");
    lake.append(TABLE, snapshot("s", 23, 1, "x"), snapshot("s", 23, 1, "y"));
    lake.open(TABLE, "s", 23);
    lake.complete(TABLE, "s", 23, 23);
    lake.flush();
    lake.verdict(24, TABLE);
    ApplyResult held = job().apply(RUN).get(0);
    assertThat(held.action()).isEqualTo(Action.HELD);
    assertThat(held.note()).contains("from [k] to [v]").contains("--rebuild");
    rebuilt();
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,x]", "[1,y]");
  }

  @Test
  void columnsAndTypesBecomeBronzesAndWhatTheOwnerSetStays() {
    sql("ALTER TABLE %s SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'team' = 'us')");
    sql("ALTER TABLE %s ADD COLUMNS (n integer)");
    lake.addColumn(TABLE, column("n", "string"));
    lake.append(TABLE, change(21, Operation.INSERT, 5, "e", "text"));
    lake.verdict(21, TABLE);
    assertThat(job().apply(RUN.withRebuild()).get(0).error())
        .hasValueSatisfying(
            e ->
                assertThat(e)
                    .contains("SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false')"));
    sql("ALTER TABLE %s SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false')");
    rebuilt();
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,a,null]", "[5,e,text]");
    assertThat(lake.silver(TABLE).schema().apply("n").getComment().get())
        .isEqualTo("the source's n, it's \\ text");
    assertThat(sql("SHOW TBLPROPERTIES %s").toString())
        .contains("[team,us]", "[delta.enableChangeDataFeed,false]", "mssqlcdc.schema_version");
  }

  @Test
  void itIsRefusedWhileAnotherRunHoldsTheTable() {
    lake.control(
        Layer.SILVER,
        Map.of(
            Control.RUN_ID,
            "other",
            Control.RUN_UNTIL,
            java.time.LocalDateTime.of(2026, 2, 1, 12, 1)),
        TABLE);
    assertThat(job().apply(RUN.withRebuild()).get(0).error())
        .hasValueSatisfying(e -> assertThat(e).contains("run other holds the silver table"));
  }

  @Test
  void aRebuildThatLostItsLeaseReplacesNothing() {
    lake.append(TABLE, change(22, Operation.INSERT, 4, "d"));
    UnaryOperator<ControlRows> slow =
        control ->
            (asRead, next) -> {
              Optional<ControlRow> held = control.replace(asRead, next);
              if (next.applying().isPresent()) {
                lake.verdict(22, TABLE);
                TestingJobs.at(NOW.plusSeconds(400), lake).apply(RUN);
              }
              return held;
            };
    ApplyResult lost = TestingJobs.at(NOW, lake, slow).apply(RUN.withRebuild()).get(0);
    assertThat(lost.error())
        .hasValueSatisfying(e -> assertThat(e).contains("a later run has written it"));
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,a]", "[4,d]");
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(22));
  }

  @Test
  void aCrashAfterTheRowsIsRepairedByTheNextRun() {
    lake.append(TABLE, change(22, Operation.DELETE, 1, "a"));
    sql("INSERT INTO %s VALUES (9, 'by hand', NULL, NULL)");
    assertThat(TestingJobs.crashing(NOW, lake, 1).apply(RUN.withRebuild()).get(0).error())
        .isPresent();
    lake.verdict(22, TABLE);
    assertThat(TestingJobs.at(NOW.plusSeconds(301), lake).apply(RUN).get(0).error()).isEmpty();
    assertThat(lake.silver(TABLE).count()).isZero();
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(22));
  }

  private ApplyResult rebuilt() {
    ApplyResult result = job().apply(RUN.withRebuild()).get(0);
    assertThat(result.error()).isEmpty();
    return result;
  }

  private SilverJob job() {
    return TestingJobs.at(NOW, lake);
  }

  private List<org.apache.spark.sql.Row> sql(String statement) {
    String table = "delta.`%s`".formatted(lake.silverPath(TABLE));
    return TestingSpark.session().sql(statement.formatted(table)).collectAsList();
  }

  private void setBronzeKey(String column) {
    TestingSpark.session()
        .sql(
            "ALTER TABLE delta.`%s` SET TBLPROPERTIES ('mssqlcdc.key_columns' = '[\"%s\"]')"
                .formatted(lake.bronzePath(TABLE), column));
  }
}
