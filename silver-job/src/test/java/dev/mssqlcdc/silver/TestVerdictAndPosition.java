package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.commitTime;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.run.ControlRow;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves in control, and what it finds there after a crash or beside another run. */
class TestVerdictAndPosition {

  private static final String TABLE = "dbo.orders";
  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");

  @TempDir private static Path root;
  private static TestingLake template;
  private static int copies;
  private TestingLake lake;

  @BeforeAll
  static void oneTableWithChangesUpTo20() {
    template = new TestingLake(root.resolve("template"));
    template.bronze(TABLE, List.of(column("k", "integer"), column("v", "string")), "k");
    template.append(
        TABLE,
        change(10, Operation.INSERT, 1, "a"),
        change(11, Operation.INSERT, 2, "b"),
        change(20, Operation.INSERT, 3, "c"));
    template.verdict(20, TABLE);
  }

  @BeforeEach
  void copyTheLake() {
    lake = template.copyTo(root.resolve("lake" + copies++));
  }

  @Test
  void positionAndVerdictMoveFromNullToWhatWasApplied() {
    lake.control(Layer.SILVER, Map.of(Control.TRACKED_COLUMNS, "v"), TABLE);
    job(NOW).apply(ApplyOptions.all());
    Row control = lake.controlRow(TABLE);
    assertThat(control.<String>getAs(Control.APPLIED_LSN)).isEqualTo(lsn(20).toString());
    assertThat(control.<String>getAs(Control.APPLYING_LSN)).isNull();
    assertThat(control.<String>getAs(Control.END_LSN)).isEqualTo(lsn(20).toString());
    assertThat(control.<LocalDateTime>getAs(Control.END_COMMIT_TS)).isEqualTo(commitTime(lsn(20)));
    assertThat(control.<LocalDateTime>getAs(Control.FINALIZED_UNTIL))
        .isEqualTo(LocalDateTime.of(2026, 1, 1, 0, 0));
    assertThat(control.<LocalDateTime>getAs(Control.RUN_UNTIL)).isNull();
    assertThat(control.<String>getAs(Control.TRACKED_COLUMNS)).isEqualTo("v");
  }

  @Test
  void silverIsFinalUpToItsVerdictAndNotBronzes() {
    LocalDateTime reached = LocalDateTime.of(2026, 1, 1, 0, 0);
    assertThat(job(NOW).isFinal(TABLE, reached)).isFalse();
    job(NOW).apply(ApplyOptions.all());
    assertThat(job(NOW).isFinal(TABLE, reached)).isTrue();
    assertThat(job(NOW).isFinal(TABLE, reached.plusNanos(1_000))).isFalse();
    assertThat(job(NOW).finalizedUntil(Set.of()))
        .containsExactly(entry(TABLE, Optional.of(reached)));
    assertThatThrownBy(() -> job(NOW).isFinal("dbo.none", reached))
        .hasMessageContaining("no bronze table dbo.none");
  }

  @Test
  void aRunWritesNoMoreThanThereIsToApply() {
    job(NOW).apply(ApplyOptions.all());
    long silver = lake.silverVersion(TABLE);
    long control = lake.controlVersion();

    ApplyResult nothingNew = job(NOW).apply(ApplyOptions.all()).get(0);
    assertThat(nothingNew.action()).isEqualTo(Action.UP_TO_DATE);
    assertThat(nothingNew.appliedLsn()).contains(lsn(20));
    assertThat(lake.silverVersion(TABLE)).isEqualTo(silver);
    assertThat(lake.controlVersion()).isEqualTo(control);

    lake.verdict(25, TABLE);
    ApplyResult quiet = job(NOW).apply(ApplyOptions.all()).get(0);
    assertThat(quiet.action()).isEqualTo(Action.APPLIED);
    assertThat(quiet.rowsRead()).isZero();
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(25));
    assertThat(lake.silverVersion(TABLE)).isEqualTo(silver);
    assertThat(lake.controlVersion()).isEqualTo(control + 2);

    lake.append(TABLE, change(26, Operation.UPDATE_AFTER, 2, "b2"));
    lake.verdict(26, TABLE);
    ApplyResult changed = job(NOW).apply(ApplyOptions.all()).get(0);
    assertThat(changed.rowsRead()).isEqualTo(1);
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,a]", "[2,b2]", "[3,c]");
  }

  @Test
  void aCrashBetweenTheDataAndControlIsRepairedByTheNextRunOnceTheLeaseHasExpired() {
    ApplyResult crashed = TestingJobs.crashing(NOW, lake, 1).apply(ApplyOptions.all()).get(0);
    assertThat(crashed.error()).hasValueSatisfying(e -> assertThat(e).contains("crash"));
    Row control = lake.controlRow(TABLE);
    assertThat(control.<String>getAs(Control.APPLIED_LSN)).isNull();
    assertThat(control.<String>getAs(Control.APPLYING_LSN)).isEqualTo(lsn(20).toString());
    assertThat(lake.silverTexts(TABLE)).containsExactly("[1,a]", "[2,b]", "[3,c]");

    lake.append(TABLE, change(21, Operation.DELETE, 1, "a"));
    lake.verdict(21, TABLE);
    ApplyResult refused = job(NOW.plusSeconds(299)).apply(ApplyOptions.all()).get(0);
    assertThat(refused.error())
        .hasValueSatisfying(e -> assertThat(e).contains("holds the silver table until"));

    assertThat(job(NOW.plusSeconds(301)).apply(ApplyOptions.all()).get(0).error()).isEmpty();
    assertThat(lake.silverTexts(TABLE)).containsExactly("[2,b]", "[3,c]");
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(21));
  }

  @Test
  void aRunThatLostItsLeaseCannotCommit() {
    lake.append(TABLE, change(21, Operation.DELETE, 1, "a"), change(22, Operation.INSERT, 4, "d"));
    // The slow run takes its lease for LSN 20; before it writes, a second run comes and applies 22.
    UnaryOperator<ControlRows> slow =
        control ->
            (asRead, next) -> {
              Optional<ControlRow> held = control.replace(asRead, next);
              if (next.applying().isPresent()) {
                lake.verdict(22, TABLE);
                job(NOW.plusSeconds(400)).apply(ApplyOptions.all());
              }
              return held;
            };
    ApplyResult lost = job(NOW, slow).apply(ApplyOptions.all()).get(0);
    assertThat(lost.error())
        .hasValueSatisfying(e -> assertThat(e).contains("a later run has written it"));
    assertThat(lake.silverTexts(TABLE)).containsExactly("[2,b]", "[3,c]", "[4,d]");
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(22));
  }

  @Test
  void aConcurrentChangeOfTheSameControlRowIsNotLost() {
    UnaryOperator<ControlRows> interfered =
        control ->
            (asRead, next) -> {
              lake.control(
                  Layer.SILVER,
                  Map.of(Control.APPLIED_LSN, lsn(5).toString(), Control.UPDATED_AT, time(NOW)),
                  TABLE);
              return control.replace(asRead, next);
            };
    ApplyResult result = job(NOW, interfered).apply(ApplyOptions.all()).get(0);
    assertThat(result.error())
        .hasValueSatisfying(e -> assertThat(e).contains("another run has taken dbo.orders"));
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(5));
  }

  @Test
  void aKeyThatSilverHoldsTwiceIsRefusedUntilItIsRepaired() {
    job(NOW).apply(ApplyOptions.all());
    lake.silver(TABLE)
        .where("k = 1")
        .write()
        .format("delta")
        .mode("append")
        .save(lake.silverPath(TABLE));
    lake.append(TABLE, change(25, Operation.UPDATE_AFTER, 1, "a2"));
    lake.verdict(25, TABLE);
    long before = lake.silverVersion(TABLE);
    for (int run = 0; run < 2; run++) {
      assertThat(job(NOW.plusSeconds(1000L * run)).apply(ApplyOptions.all()).get(0).error())
          .hasValueSatisfying(e -> assertThat(e).contains("holds a key more than once"));
    }
    assertThat(lake.silverVersion(TABLE)).as("nothing is written").isEqualTo(before);
    assertThat(lake.applied(TABLE)).isEqualTo(lsn(20));
  }

  @Test
  void noTwoRowsOfControlForOneTable() {
    for (long end : new long[] {1, 2}) {
      TestingSpark.session()
          .createDataFrame(
              List.of(
                  org.apache.spark.sql.RowFactory.create(
                      "silver", TABLE, TestingRow.lsn(end).toString())),
              new org.apache.spark.sql.types.StructType()
                  .add("layer", "string")
                  .add("table_name", "string")
                  .add("applied_lsn", "string"))
          .write()
          .format("delta")
          .mode("append")
          .save(lake.lake().control());
    }
    assertThatThrownBy(() -> job(NOW).apply(ApplyOptions.all()))
        .hasMessageContaining("several rows of layer silver for dbo.orders");
  }

  private SilverJob job(Instant now) {
    return TestingJobs.at(now, lake);
  }

  private SilverJob job(Instant now, UnaryOperator<ControlRows> seam) {
    return TestingJobs.at(now, lake, seam);
  }

  private static LocalDateTime time(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
