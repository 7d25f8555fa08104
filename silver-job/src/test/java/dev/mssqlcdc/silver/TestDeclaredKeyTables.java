package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static dev.mssqlcdc.silver.spark.TestingRow.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.TableSettings;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.SparkLake;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables without a key get a silver table where the user declares one. */
class TestDeclaredKeyTables {

  private static final List<Column> CAPTURED =
      List.of(column("id", "integer"), column("v", "string"));

  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");

  @TempDir private static Path root;
  private static TestingLake lake;
  private static SilverJob job;

  @BeforeAll
  static void makeLake() {
    lake = new TestingLake(root);
    job = new SilverJob(TestingSpark.session(), lake.lake());
  }

  @Test
  void aSwapWithinAStatementKeepsBothRowsAndAGroupMayHoldTheTable() {
    String table = "dbo.swapped";
    lake.bronze(table, CAPTURED);
    lake.append(table, change(10, Operation.INSERT, 1, "a"), change(10, Operation.INSERT, 2, "b"));
    lake.bronze("dbo.keyed", CAPTURED, "id");
    lake.append("dbo.keyed", change(10, Operation.INSERT, 1, "x"));
    lake.verdict(10, table, "dbo.keyed");
    ApplyOptions group =
        ApplyOptions.groups(List.of(new TableGroup("both", Set.of(table, "dbo.keyed"))))
            .withSettings(Map.of(table, key("id")));
    assertThat(job.apply(group)).allMatch(result -> result.action() == Action.APPLIED);
    lake.append(
        table,
        change(11, 1, 1, Operation.UPDATE_BEFORE, 2, "b"),
        change(11, 1, 1, Operation.UPDATE_AFTER, 1, "b"),
        change(11, 1, 2, Operation.UPDATE_BEFORE, 1, "a"),
        change(11, 1, 2, Operation.UPDATE_AFTER, 2, "a"),
        change(12, 1, 1, Operation.INSERT, 3, "gone at once"),
        change(12, 2, 1, Operation.DELETE, 3, "gone at once"),
        change(13, Operation.INSERT, 4, "d"));
    lake.verdict(13, table);
    ApplyResult result = apply(table, "id");
    assertThat(List.of(result.upserted(), result.deleted())).containsExactly(3L, 0L);
    assertThat(lake.silverTexts(table)).containsExactly("[1,b]", "[2,a]", "[4,d]");
    assertThat(keyForReconcile(table)).containsExactly("id");
  }

  @Test
  void anotherKeyNeedsARebuildAndNoneIsRefused() {
    String table = "dbo.rekeyed";
    lake.bronze(table, CAPTURED);
    lake.append(table, change(10, Operation.INSERT, 1, "a"));
    lake.verdict(10, table);
    apply(table, "id");
    lake.append(table, change(11, Operation.INSERT, 1, "b"));
    lake.verdict(11, table);
    assertFails(table, key("v"), "was built with the key [id], declared is [v]", "--rebuild");
    assertFails(table, TableSettings.NONE, "was built with the key [id]", "none is declared");
    ApplyOptions anew = options(table, key("v")).withRebuild();
    assertThat(job.apply(anew).get(0).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(table)).containsExactly("[1,a]", "[1,b]");
    assertThat(keyForReconcile(table)).containsExactly("v");
  }

  private static List<String> keyForReconcile(String table) {
    SparkLake tables = new SparkLake(TestingSpark.session(), lake.lake());
    return tables.comparison(table).orElseThrow().key();
  }

  @Test
  void aKeyThatIsNotUniqueIsRefusedAndNothingWritten() {
    String table = "dbo.doubled";
    lake.bronze(table, CAPTURED);
    lake.append(
        table,
        change(10, 1, 1, Operation.INSERT, 7, "secret a"),
        change(10, 1, 2, Operation.INSERT, 7, "secret b"));
    lake.verdict(10, table);
    assertFails(
        table, key("id"), "the declared key [id] is not unique in the source", "at " + lsn(10));
    assertThat(Files.exists(Path.of(lake.silverPath(table)))).isFalse();

    lake.append(table, snapshot("s", 11, 7, "secret a"), snapshot("s", 11, 7, "secret b"));
    lake.open(table, "s", 11);
    lake.complete(table, "s", 11, 11);
    lake.flush();
    lake.verdict(12, table);
    assertFails(
        table,
        key("id"),
        "dbo.doubled",
        "[id] is not unique",
        "at snapshot s: ",
        "isolation=snapshot");
    apply(table, "id", "v");
    assertThat(lake.silverTexts(table)).containsExactly("[7,secret a]", "[7,secret b]");
  }

  @Test
  void aKeyThatCannotBeOneIsRefused() {
    String table = "dbo.log";
    Column fine = new Column("at", DeltaType.TIMESTAMP_NTZ, "datetime2(7)");
    lake.bronze(table, List.of(column("id", "integer"), fine));
    lake.verdict(10, table);
    assertFails(table, key("id", "part"), "[part] cannot be declared", "there are: id, at");
    assertFails(table, key("at"), "[at] cannot be declared", "a datetime2(7) in microseconds");
    assertThat(job.apply(options(table, TableSettings.NONE)).get(0).action())
        .isEqualTo(Action.KEYLESS);

    lake.bronze("dbo.own", CAPTURED, "id");
    lake.verdict(10, "dbo.own");
    assertFails("dbo.own", key("v"), "[v] cannot be declared: the table has one, [id]");
    apply("dbo.own", "ID");
  }

  @Test
  void columnsMayHaveTheNamesThatTheJobUses() {
    String[] names = {"image", "rows", "key", "net", "last", "double", "read", "n"};
    List<Column> columns = List.of(names).stream().map(name -> column(name, "integer")).toList();
    Object[] values = {1, 2, 3, 4, 5, 6, 7, 8};
    lake.bronze("dbo.names", columns);
    lake.bronze("dbo.own_names", columns, names);
    for (String table : List.of("dbo.names", "dbo.own_names")) {
      lake.append(table, change(10, Operation.INSERT, values));
      lake.verdict(10, table);
    }
    ApplyOptions both =
        ApplyOptions.tables(Set.of("dbo.names", "dbo.own_names"))
            .withSettings(Map.of("dbo.names", key(names)));
    assertThat(TestingJobs.crashing(NOW, lake, 2).apply(both)).hasSize(2);
    assertThat(TestingJobs.at(NOW.plusSeconds(301), lake).apply(both))
        .extracting(ApplyResult::note)
        .containsOnly("");
    for (String table : List.of("dbo.names", "dbo.own_names")) {
      assertThat(lake.silverTexts(table)).containsExactly("[1,2,3,4,5,6,7,8]");
    }
  }

  private static TableSettings key(String... columns) {
    return TableSettings.NONE.withKey(List.of(columns));
  }

  private static ApplyOptions options(String table, TableSettings settings) {
    return ApplyOptions.tables(Set.of(table)).withSettings(Map.of(table, settings));
  }

  private static ApplyResult apply(String table, String... key) {
    ApplyResult result = job.apply(options(table, key(key))).get(0);
    assertThat(result.error()).isEmpty();
    return result;
  }

  private static void assertFails(String table, TableSettings settings, String... why) {
    assertThat(job.apply(options(table, settings)).get(0).error())
        .hasValueSatisfying(e -> assertThat(e).contains(why).doesNotContain("secret"));
  }
}
