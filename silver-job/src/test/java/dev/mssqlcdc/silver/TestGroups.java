package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a group are at one LSN after every run, or where they were before it. */
class TestGroups {

  private static final String ORDERS = "dbo.orders";
  private static final String LINES = "dbo.lines";
  private static final String OTHER = "dbo.other";
  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");
  private static final ApplyOptions GROUP =
      ApplyOptions.groups(List.of(new TableGroup("sales", Set.of(ORDERS, LINES))));

  @TempDir private static Path root;
  private static TestingLake template;
  private static int copies;
  private TestingLake lake;

  @BeforeAll
  static void ordersAndLinesWithChangesUpTo20() {
    template = new TestingLake(root.resolve("template"));
    for (String table : List.of(ORDERS, LINES, OTHER)) {
      template.bronze(table, List.of(column("k", "integer"), column("v", "string")), "k");
      template.append(
          table,
          change(10, Operation.INSERT, 1, "a"),
          change(12, Operation.UPDATE_AFTER, 1, "b"),
          change(20, Operation.INSERT, 2, "c"));
    }
    template.verdict(20, ORDERS, OTHER);
    template.verdict(12, LINES);
  }

  @BeforeEach
  void copyTheLake() {
    lake = template.copyTo(root.resolve("lake" + copies++));
  }

  @Test
  void areBroughtToTheSmallestEndLsnAndOtherTablesGoAsFarAsTheyCan() {
    assertThat(apply(ApplyOptions.all().withGroups(GROUP.groups())))
        .containsOnly(
            Map.entry(ORDERS, Action.APPLIED),
            Map.entry(LINES, Action.APPLIED),
            Map.entry(OTHER, Action.APPLIED));
    assertThat(lake.silverTexts(ORDERS)).containsExactly("[1,b]");
    assertThat(lake.silverTexts(LINES)).containsExactly("[1,b]");
    assertThat(List.of(endLsn(ORDERS), endLsn(LINES))).containsOnly(lsn(12));
    assertThat(endLsn(OTHER)).isEqualTo(lsn(20));

    lake.verdict(20, LINES);
    apply(GROUP);
    assertThat(lake.silverTexts(ORDERS)).containsExactly("[1,b]", "[2,c]");
    assertThat(List.of(endLsn(ORDERS), endLsn(LINES))).containsOnly(lsn(20));

    long control = lake.controlVersion();
    assertThat(apply(GROUP).values()).containsOnly(Action.UP_TO_DATE);
    assertThat(lake.controlVersion()).isEqualTo(control);
  }

  @Test
  void waitForAMemberWhoseSnapshotIsNotSettled() {
    lake.open(LINES, "s", 11);
    lake.complete(LINES, "s", 11, 15);
    lake.flush();
    lake.verdict(14, LINES);
    assertWaits(LINES, Action.HELD, "not settled");
  }

  @Test
  void waitForAMemberWithoutAVerdict() {
    lake.control(Layer.BRONZE, Map.of(), LINES);
    assertWaits(LINES, Action.NOTHING_YET, "bronze has no verdict yet");
  }

  @Test
  void waitForAMemberThatIsNotThereYet() {
    TableGroup group = new TableGroup("sales", Set.of(ORDERS, "dbo.new"));
    Map<String, ApplyResult> results = results(ApplyOptions.groups(List.of(group)));
    assertThat(results.get("dbo.new").action()).isEqualTo(Action.NOTHING_YET);
    assertThat(results.get(ORDERS).note()).contains("group sales waits for dbo.new");
  }

  @Test
  void waitWhileAMemberIsFurtherThanTheGroupCanBe() {
    apply(ApplyOptions.tables(Set.of(ORDERS)));
    Map<String, ApplyResult> results = results(GROUP);
    assertThat(results.get(ORDERS).action()).isEqualTo(Action.HELD);
    assertThat(results.get(LINES).note())
        .isEqualTo(
            "group sales waits for dbo.orders: silver was brought to %s already, the group can be brought to %s only"
                .formatted(lsn(20), lsn(12)));
    assertThat(Files.exists(Path.of(lake.silverPath(LINES)))).isFalse();
  }

  @Test
  void ofTwoDatabasesAreRefused() {
    TestingSpark.session()
        .sql(
            "ALTER TABLE delta.`%s` SET TBLPROPERTIES ('mssqlcdc.source' = 'server/hr')"
                .formatted(lake.bronzePath(ORDERS)));
    assertWaits(
        ORDERS,
        Action.FAILED,
        "different databases, whose LSNs do not compare: server/hr, server/shop");
  }

  @Test
  void withoutAKeyAreRefused() {
    lake.bronze("dbo.log", List.of(column("v", "string")));
    lake.verdict(12, "dbo.log");
    TableGroup group = new TableGroup("sales", Set.of(ORDERS, "dbo.log"));
    Map<String, ApplyResult> results = results(ApplyOptions.groups(List.of(group)));
    assertThat(results.get("dbo.log").error())
        .hasValueSatisfying(e -> assertThat(e).contains("has no key"));
    assertThat(results.get(ORDERS).action()).isEqualTo(Action.HELD);
  }

  @Test
  void areNotWrittenWhenOneOfThemCannotBe() {
    TestingSpark.session()
        .sql(
            "CREATE TABLE delta.`%s` (k INT, v INT, _start_lsn STRING, _commit_ts TIMESTAMP_NTZ) USING delta"
                .formatted(lake.silverPath(ORDERS)));
    assertWaits(ORDERS, Action.FAILED, "column v is INT, in bronze it is STRING");
    assertThat(lake.silver(LINES).count()).isZero();
    for (String table : List.of(LINES, ORDERS)) {
      assertThat(lake.controlRow(table).<LocalDateTime>getAs(Control.RUN_UNTIL)).isNull();
      assertThat(lake.controlRow(table).<String>getAs(Control.APPLIED_LSN)).isNull();
    }
  }

  @Test
  void areAtOneLsnAgainAfterARunThatCrashedBetweenThem() {
    // Both are taken, one is finished.
    assertThat(TestingJobs.crashing(NOW, lake, 3).apply(GROUP))
        .anyMatch(result -> result.error().isPresent())
        .anyMatch(result -> result.error().isEmpty());
    lake.verdict(20, LINES);
    List<ApplyResult> results = TestingJobs.at(NOW.plusSeconds(301), lake).apply(GROUP);
    assertThat(results).allMatch(result -> result.appliedLsn().equals(Optional.of(lsn(20))));
    assertThat(lake.silverTexts(ORDERS)).containsExactly("[1,b]", "[2,c]");
    assertThat(lake.silverTexts(LINES)).containsExactly("[1,b]", "[2,c]");
  }

  @Test
  void waitForAMemberThatAnotherRunHolds() {
    lake.control(
        Layer.SILVER,
        Map.of(Control.RUN_ID, "other", Control.RUN_UNTIL, LocalDateTime.of(2026, 2, 1, 12, 1)),
        LINES);
    assertWaits(LINES, Action.FAILED, "run other holds the silver table until");
  }

  private void assertWaits(String obstacle, Action action, String why) {
    Map<String, ApplyResult> results = results(GROUP);
    assertThat(results.get(obstacle).action()).isEqualTo(action);
    assertThat(results.get(obstacle).note()).contains(why);
    String waiting = obstacle.equals(ORDERS) ? LINES : ORDERS;
    assertThat(results.get(waiting).action()).isEqualTo(Action.HELD);
    assertThat(results.get(waiting).note())
        .startsWith("group sales waits for " + obstacle + ": ")
        .contains(why);
  }

  private Map<String, Action> apply(ApplyOptions options) {
    return results(options).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().action()));
  }

  private Map<String, ApplyResult> results(ApplyOptions options) {
    return TestingJobs.at(NOW, lake).apply(options).stream()
        .collect(Collectors.toMap(ApplyResult::table, result -> result));
  }

  private Lsn endLsn(String table) {
    return Lsn.parse(lake.controlRow(table).getAs(Control.END_LSN));
  }
}
