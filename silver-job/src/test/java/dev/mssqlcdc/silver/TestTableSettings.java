package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.RetentionPolicy;
import dev.mssqlcdc.silver.plan.TableSettings;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of silver tables: change data feed, deletion vectors, wider types. */
class TestTableSettings {

  private static final String FEED = "delta.enableChangeDataFeed";
  private static final String VECTORS = "delta.enableDeletionVectors";
  private static final String WIDENING = "delta.enableTypeWidening";
  private static final List<Column> CAPTURED =
      List.of(column("k", "integer"), column("v", "string"));
  private static final TableSettings WIDER = TableSettings.NONE.withTypeWidening(true);

  private static final RetentionPolicy KEEP_ALL =
      new RetentionPolicy(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  @TempDir private static Path root;
  private static final SparkSession SPARK = TestingSpark.session();
  private static TestingLake lake;
  private static SilverJob job;

  @BeforeAll
  static void makeLake() {
    lake = new TestingLake(root);
    job = new SilverJob(SPARK, lake.lake());
  }

  @Test
  void theFeedHasEachRunsInsertsUpdatesWithBothImagesAndDeletes() {
    String table = "dbo.fed";
    lake.bronze(table, CAPTURED, "k");
    lake.append(table, change(10, Operation.INSERT, 1, "a"), change(10, Operation.INSERT, 2, "b"));
    lake.verdict(10, table);
    apply(table, TableSettings.NONE.withChangeDataFeed(true));
    lake.append(
        table,
        change(11, Operation.UPDATE_AFTER, 1, "c"),
        change(12, Operation.DELETE, 2, "b"),
        change(13, Operation.INSERT, 3, "d"));
    lake.verdict(13, table);
    apply(table, TableSettings.NONE);
    assertThat(feed(table, lake.silverVersion(table)))
        .containsExactlyInAnyOrder(
            "[update_preimage,1,a]", "[update_postimage,1,c]", "[delete,2,b]", "[insert,3,d]");
  }

  private static List<String> feed(String table, long version) {
    Dataset<Row> feed =
        SPARK
            .read()
            .option("readChangeFeed", "true")
            .option("startingVersion", version)
            .format("delta")
            .load(lake.silverPath(table));
    return feed.select("_change_type", "k", "v").collectAsList().stream()
        .map(Row::toString)
        .toList();
  }

  @Test
  void deletionVectorsComeAndGoWithTheSettingAndMaintenanceKeepsTheRows() {
    String table = "dbo.vectors";
    lake.bronze(table, CAPTURED, "k");
    List<TestingRow> rows = new ArrayList<>();
    for (int k = 0; k < 40; k++) {
      rows.add(change(10, 1, k, Operation.INSERT, k, "a"));
    }
    lake.append(table, rows);
    lake.verdict(10, table);
    apply(table, TableSettings.NONE.withDeletionVectors(true));
    lake.append(table, change(11, Operation.DELETE, 7, "a"), change(12, Operation.DELETE, 8, "a"));
    lake.verdict(12, table);
    apply(table, TableSettings.NONE);
    assertThat(rowsMarkedAsDeleted(table)).isEqualTo(2);
    assertThat(lake.silver(table).count()).isEqualTo(38);

    assertThat(
            new Maintenance(SPARK, lake.lake())
                .run(new MaintainOptions(Set.of(table), true, OptionalInt.of(168), KEEP_ALL)))
        .noneMatch(MaintainResult::failed);
    assertThat(lake.silver(table).count()).isEqualTo(38);

    lake.append(table, change(13, Operation.DELETE, 9, "a"), change(14, Operation.INSERT, 7, "b"));
    lake.verdict(14, table);
    apply(table, TableSettings.NONE.withDeletionVectors(false));
    assertThat(lake.silver(table).where("k IN (7, 8, 9)").select("k", "v").collectAsList())
        .extracting(Row::toString)
        .containsExactly("[7,b]");
    assertThat(properties(table)).containsEntry(VECTORS, "false");
  }

  private static long rowsMarkedAsDeleted(String table) {
    Row marked =
        SPARK
            .read()
            .json(lake.silverPath(table) + "/_delta_log/*.json")
            .selectExpr("coalesce(sum(add.deletionVector.cardinality), 0)")
            .first();
    return marked.getLong(0);
  }

  @Test
  void aTablesPropertiesChangeOnlyWhereItIsAskedFor() {
    String table = "dbo.quiet";
    lake.bronze(table, CAPTURED, "k");
    silver(table, "v STRING", "");
    TableSettings noVectors = WIDER.withDeletionVectors(false);
    assertThat(propertiesAfterAChange(table, 10, noVectors)).isEqualTo(Map.of(FEED, "true"));
    assertThat(propertiesAfterAChange(table, 11, noVectors.withChangeDataFeed(false)))
        .isEqualTo(Map.of(FEED, "false"));
  }

  private static Map<String, String> propertiesAfterAChange(
      String table, long lsn, TableSettings settings) {
    lake.append(table, change(lsn, Operation.UPDATE_AFTER, 1, "v" + lsn));
    lake.verdict(lsn, table);
    apply(table, settings);
    assertThat(lake.silverTexts(table)).containsExactly("[1,v%d]".formatted(lsn));
    return properties(table);
  }

  /** Silver's type of a column, and bronze's with a value that only this one holds. */
  private record Wider(String own, String bronze, Object value) {}

  private static final List<Wider> WIDENINGS =
      List.of(
          new Wider("short", "integer", 70_000),
          new Wider("integer", "long", 5_000_000_000L),
          new Wider("short", "decimal(10,0)", new BigDecimal("5000000000")),
          new Wider("integer", "decimal(12,2)", new BigDecimal("1.25")),
          new Wider("long", "decimal(20,0)", new BigDecimal("12345678901234567890")),
          new Wider("decimal(10,2)", "decimal(14,4)", new BigDecimal("1.2345")),
          new Wider("float", "double", 1e300),
          new Wider("integer", "double", 1.5),
          new Wider("date", "timestamp_ntz", LocalDateTime.of(2026, 3, 2, 1, 2)));

  @Test
  void columnsBecomeAsWideAsBronzesWhereTheyMay() {
    String table = "dbo.widens";
    List<Column> captured = new ArrayList<>(List.of(column("k", "integer")));
    List<String> own = new ArrayList<>();
    for (Wider each : WIDENINGS) {
      own.add("c" + captured.size() + " " + each.own());
      captured.add(column("c" + captured.size(), each.bronze()));
    }
    lake.bronze(table, captured, "k");
    silver(table, String.join(", ", own), "");
    SPARK.sql(
        "INSERT INTO delta.`%s` VALUES (1, 1, 1, 1, 1, 1, 1.5, 1.5, 1, DATE '2026-03-01', NULL, NULL)"
            .formatted(lake.silverPath(table)));
    Stream<Object> values = WIDENINGS.stream().map(Wider::value);
    lake.append(table, change(10, Operation.INSERT, Stream.concat(Stream.of(2), values).toArray()));
    lake.verdict(10, table);

    apply(table, WIDER);

    for (Column column : captured.subList(1, captured.size())) {
      StructField field = lake.silver(table).schema().apply(column.name());
      assertThat(field.dataType().typeName()).isEqualTo(column.type().name());
      assertThat(field.getComment().get()).isEqualTo(column.comment());
    }
    assertThat(properties(table)).containsEntry(WIDENING, "true");
    assertThat(lake.silverTexts(table))
        .containsExactly(
            "[1,1,1,1,1.00,1,1.5000,1.5,1.0,2026-03-01T00:00]",
            "[2,70000,5000000000,5000000000,1.25,12345678901234567890,1.2345,1.0E300,1.5,2026-03-02T01:02]");
  }

  @Test
  void aTypeThatDeltaCannotWidenNeedsARebuild() {
    String table = "dbo.differs";
    lake.bronze(table, CAPTURED, "k");
    lake.append(table, change(10, Operation.INSERT, 1, "a"));
    lake.verdict(10, table);
    silver(table, "v INT", "");
    assertThat(result(table, WIDER).error())
        .hasValueSatisfying(
            e ->
                assertThat(e)
                    .contains("column v is INT, in bronze it is STRING")
                    .contains("build the silver table anew with --rebuild"));
    assertThat(properties(table)).doesNotContainKey(WIDENING);
    assertThat(apply(options(table, WIDER).withRebuild()).action()).isEqualTo(Action.REBUILT);
    assertThat(lake.silverTexts(table)).containsExactly("[1,a]");
  }

  @Test
  void aRebuildLeavesTheTableAsItIsAskedToBe() {
    String table = "dbo.rebuilt";
    lake.bronze(table, CAPTURED, "k");
    lake.append(table, change(10, Operation.INSERT, 1, "a"));
    lake.verdict(10, table);
    silver(table, "v STRING, gone INT", ", 'delta.columnMapping.mode' = 'name'");
    ApplyOptions fed = options(table, TableSettings.NONE.withChangeDataFeed(true)).withRebuild();
    assertThat(job.apply(fed).get(0).error())
        .hasValueSatisfying(e -> assertThat(e).contains("under a change data feed"));
    ApplyOptions unfed = options(table, TableSettings.NONE.withChangeDataFeed(false));
    assertThat(apply(unfed.withRebuild()).action()).isEqualTo(Action.REBUILT);
    assertThat(properties(table)).containsEntry(FEED, "false");
    assertThat(apply(fed).action()).isEqualTo(Action.REBUILT);
    assertThat(properties(table)).containsEntry(FEED, "true");
    assertThat(lake.silverTexts(table)).containsExactly("[1,a]");
  }

  @Test
  void settingsOfATableThatIsNotAppliedAreRefused() {
    ApplyOptions options =
        ApplyOptions.all().withSettings(Map.of("dbo.ordres", TableSettings.NONE));
    lake.bronze("dbo.there", CAPTURED, "k");
    assertThatThrownBy(() -> job.apply(options))
        .hasMessageContaining("settings of dbo.ordres, which this run does not apply; it applies: ")
        .hasMessageContaining("dbo.there");
  }

  private static void apply(String table, TableSettings settings) {
    apply(options(table, settings));
  }

  private static ApplyResult apply(ApplyOptions options) {
    ApplyResult result = job.apply(options).get(0);
    assertThat(result.error()).isEmpty();
    return result;
  }

  private static ApplyResult result(String table, TableSettings settings) {
    return job.apply(options(table, settings)).get(0);
  }

  private static ApplyOptions options(String table, TableSettings settings) {
    return ApplyOptions.tables(Set.of(table)).withDefaults(settings);
  }

  private static Map<String, String> properties(String table) {
    return SPARK
        .sql("SHOW TBLPROPERTIES delta.`%s`".formatted(lake.silverPath(table)))
        .collectAsList()
        .stream()
        .filter(row -> List.of(FEED, VECTORS, WIDENING).contains(row.getString(0)))
        .collect(Collectors.toMap(row -> row.getString(0), row -> row.getString(1)));
  }

  /** A table of somebody's with a change data feed. */
  private static void silver(String table, String columns, String properties) {
    SPARK.sql(
        ("CREATE TABLE delta.`%s` (k INT, %s, _start_lsn STRING, _commit_ts TIMESTAMP_NTZ)"
                + " USING delta TBLPROPERTIES ('%s' = 'true'%s)")
            .formatted(lake.silverPath(table), columns, FEED, properties));
  }
}
