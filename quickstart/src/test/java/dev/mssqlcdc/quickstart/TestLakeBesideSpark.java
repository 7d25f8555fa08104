package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.quickstart.SqlValues.Change;
import dev.mssqlcdc.quickstart.SqlValues.SqlValue;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.writer.TestingTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The writer's tables in Spark's hands: read, altered, optimized and merged into while it runs. */
@TestInstance(Lifecycle.PER_CLASS)
class TestLakeBesideSpark {

  private static final SqlValue INT = new SqlValue("int", SchemaBuilder::int32, 7, 7, "int");
  private static final SqlValue BIGINT =
      new SqlValue("bigint", SchemaBuilder::int64, 1L << 40, 1L << 40, "bigint");
  private static final SqlValue TEXT =
      new SqlValue("nvarchar(9)", SchemaBuilder::string, "seven", "seven", "string");

  private static final int ROUNDS = 2;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private TestingLakehouse lakehouse;

  @BeforeAll
  void start() throws Exception {
    lakehouse = TestingLakehouse.start();
  }

  @AfterAll
  void stop() {
    lakehouse.close();
  }

  @Test
  void everyTypeIsReadRightlyAfterEveryStep() throws Exception {
    EvolvingTable table = new EvolvingTable(lakehouse, "dbo.types");
    List<SqlValue> values = SqlValues.ofEveryType();
    for (int i = 0; i < values.size(); i++) {
      table.column("c" + i, values.get(i));
    }
    Map<String, SqlValue> narrow = new LinkedHashMap<>();
    Map<String, SqlValue> wide = new LinkedHashMap<>();
    List<Change> changes = SqlValues.widened();
    for (int i = 0; i < changes.size(); i++) {
      narrow.put("w" + i, changes.get(i).narrow());
      wide.put("w" + i, changes.get(i).wide());
    }
    narrow.forEach(table::column);
    table.insertAndExpect();

    table.column("added", TEXT);
    table.insertAndExpect();

    wide.forEach(table::widen);
    table.insertAndExpect();
    assertThat(table.count(narrow)).isEqualTo(2);
    assertThat(table.count(wide)).isEqualTo(1);

    narrow.forEach(table::column);
    table.drop("c0");
    table.insertAndExpect();
    assertThat(table.count(narrow)).isEqualTo(3);
  }

  @Test
  void tablesGoOnByThemselvesWhenTheirOwnersHaveRunWhatTheWriterAsksFor() throws Exception {
    EvolvingTable forbidden = new EvolvingTable(lakehouse, "dbo.forbidden").column("n", INT);
    EvolvingTable changed = new EvolvingTable(lakehouse, "dbo.changed").column("n", INT);
    EvolvingTable odd = new EvolvingTable(lakehouse, "dbo.odd").column("n", TEXT);
    EvolvingTable calm = new EvolvingTable(lakehouse, "dbo.calm");
    for (EvolvingTable each : List.of(forbidden, changed, odd, calm)) {
      each.insert();
    }
    for (EvolvingTable each : List.of(forbidden, changed, odd, calm)) {
      each.expect();
    }
    lakehouse.sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('delta.enableTypeWidening' = 'false')"
            .formatted(lakehouse.inSql(forbidden.table())));

    forbidden.insert();
    forbidden.widen("n", BIGINT);
    changed.renamed("n", "n_integer");
    changed.column("n", TEXT);
    odd.column("Unit Price", INT);
    for (EvolvingTable each : List.of(forbidden, changed, odd, calm)) {
      each.insert();
    }
    List<List<String>> asked =
        List.of(
            lakehouse.awaitStatements(
                forbidden.table(), "table dbo.forbidden: column 'n' is integer"),
            lakehouse.awaitStatements(changed.table(), "table dbo.changed: column 'n' is integer"),
            lakehouse.awaitStatements(odd.table(), "cannot bear the new column 'Unit Price'"));
    calm.expect();
    assertThat(lakehouse.bronze(forbidden.table()).count()).isEqualTo(4);

    asked.forEach(statements -> statements.forEach(lakehouse::sql));

    forbidden.expect();
    odd.expect();
    changed.expect();
  }

  @Test
  void nothingIsLostWhileTheOwnerAltersOptimizesAndMerges() throws Exception {
    TestingTable table = lakehouse.table("dbo.busy");
    TestingSource source = new TestingSource(lakehouse, table);
    source.commit(30);
    lakehouse.awaitVerdict(table, 30);
    BusyOwner owner = new BusyOwner(lakehouse, table);
    CompletableFuture<Void> work =
        CompletableFuture.runAsync(() -> IntStream.range(0, ROUNDS).forEach(owner::round));
    while (!work.isDone()) {
      source.changeColumns();
      source.commit(30);
      // One statement meets the writer's commit, and the next has a chance.
      int attempts = owner.attempts();
      Await.until(
          "the owner is at work", LIMIT, () -> work.isDone() || owner.attempts() >= attempts + 2);
    }
    work.join();

    lakehouse.awaitVerdict(table, source.last());
    List<Row> rows = lakehouse.bronze(table).collectAsList();
    assertThat(rows).hasSize((int) source.last());
    for (int i = 0; i < rows.size(); i++) {
      source.expect(rows.get(i), i + 1);
    }
    assertThat(
            IntStream.range(0, ROUNDS)
                .mapToLong(
                    round ->
                        rows.stream()
                            .filter(row -> "seen".equals(row.getAs("owners_" + round)))
                            .count())
                .sum())
        .isEqualTo(owner.marked())
        .isPositive();
    assertThat(lakehouse.control().where("layer = 'silver'").collectAsList())
        .extracting(row -> row.<String>getAs("table_name"))
        .containsExactlyInAnyOrder("mart", "mart.0", "mart.1");
    assertThat(lakehouse.factsRows(table)).isEqualTo(source.last());
  }

  @Test
  void aColumnThatSparkDropsComesBackWithTheNextRows() throws Exception {
    EvolvingTable table =
        new EvolvingTable(lakehouse, "dbo.dropped").column("Unit Price", INT).column("note", TEXT);
    table.insertAndExpect();

    lakehouse.sql("ALTER TABLE %s DROP COLUMN note".formatted(lakehouse.inSql(table.table())));
    table.dropped("note");
    table.column("note", TEXT);
    table.widen("Unit Price", BIGINT);
    table.insertAndExpect();
  }
}
