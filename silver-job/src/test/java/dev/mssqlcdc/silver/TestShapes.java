package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import io.delta.tables.DeltaTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Date;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Silver's columns: bronze's captured ones with types, comments and order, and two of ours. */
class TestShapes {

  private static final String TYPES = "dbo.Order Details";
  private static final List<Column> CAPTURED =
      List.of(
          column("order id", "long"),
          column("Unit Price", "decimal(19,4)"),
          column("a`b.c", "boolean"),
          column("small", "short"),
          column("int", "integer"),
          column("real", "float"),
          column("double", "double"),
          column("text", "string"),
          column("bytes", "binary"),
          column("day", "date"),
          column("instant", "timestamp"),
          column("image", "timestamp_ntz"));

  @TempDir private static Path root;
  private static TestingLake lake;
  private static SilverJob job;

  @BeforeAll
  static void makeLake() {
    lake = new TestingLake(root);
    job = new SilverJob(TestingSpark.session(), lake.lake());
  }

  @Test
  void typesCommentsOrderAndOddNamesAreBronzes() {
    lake.bronze(TYPES, CAPTURED, "order id", "a`b.c");
    lake.append(
        TYPES,
        change(
            10,
            Operation.INSERT,
            1L,
            new BigDecimal("12.3400"),
            true,
            (short) 2,
            3,
            1.5f,
            2.5,
            "it's \uD83D\uDE00",
            new byte[] {1, 2},
            Date.valueOf(LocalDate.of(2026, 3, 1)),
            java.sql.Timestamp.valueOf("2026-03-01 12:00:00"),
            LocalDateTime.of(2026, 3, 1, 12, 0, 0, 123456000)));
    lake.verdict(10, TYPES);
    assertThat(apply(TYPES).action()).isEqualTo(Action.APPLIED);

    StructType schema = lake.silver(TYPES).schema();
    assertThat(schema.fieldNames())
        .containsExactly(
            Stream.concat(
                    CAPTURED.stream().map(Column::name), Stream.of("_start_lsn", "_commit_ts"))
                .toArray(String[]::new));
    for (Column column : CAPTURED) {
      StructField field = schema.apply(column.name());
      assertThat(field.dataType().typeName()).isEqualTo(column.type().name());
      assertThat(field.getComment().get()).isEqualTo(column.comment());
    }
    Row detail =
        DeltaTable.forPath(TestingSpark.session(), lake.silverPath(TYPES)).detail().first();
    assertThat(detail.<String>getAs("description")).contains(TYPES);
    Row row = lake.silver(TYPES).first();
    assertThat(row.<BigDecimal>getAs("Unit Price")).isEqualByComparingTo("12.34");
    assertThat(row.<String>getAs("text")).isEqualTo("it's \uD83D\uDE00");
    assertThat(row.<byte[]>getAs("bytes")).containsExactly(1, 2);
    assertThat(row.<LocalDateTime>getAs("image"))
        .isEqualTo(LocalDateTime.of(2026, 3, 1, 12, 0, 0, 123456000));
    assertThat(row.<LocalDateTime>getAs("_commit_ts"))
        .isEqualTo(LocalDateTime.of(2026, 1, 1, 0, 0, 10));
  }

  @Test
  void aNewColumnOfBronzeFollows() {
    String table = "dbo.grows";
    lake.bronze(table, List.of(column("k", "integer"), column("v", "string")), "k");
    lake.append(table, change(10, Operation.INSERT, 1, "a"), change(11, Operation.INSERT, 2, "b"));
    lake.verdict(11, table);
    apply(table);
    lake.addColumn(table, column("Unit Price", "decimal(10,2)"));
    lake.addColumn(table, column("more", "string"));
    lake.append(table, change(12, Operation.UPDATE_AFTER, 1, "a", new BigDecimal("1.50"), "x"));
    lake.verdict(12, table);
    assertThat(apply(table).error()).isEmpty();
    assertThat(lake.silver(table).schema().fieldNames())
        .containsExactly("k", "v", "Unit Price", "more", "_start_lsn", "_commit_ts");
    assertThat(lake.silver(table).schema().apply("Unit Price").getComment().get())
        .isEqualTo(column("Unit Price", "decimal(10,2)").comment());
    assertThat(lake.silverTexts(table)).containsExactly("[1,a,1.50,x]", "[2,b,null,null]");
  }

  @Test
  void aTypeThatSilverCannotTakeNamesTheStatementToRun() {
    String table = "dbo.widens";
    lake.bronze(table, List.of(column("k", "integer"), column("v", "long")), "k");
    lake.append(table, change(10, Operation.INSERT, 1, 5L));
    lake.verdict(10, table);
    TestingSpark.session()
        .sql(
            "CREATE TABLE delta.`%s` (k INT, v INT, _start_lsn STRING, _commit_ts TIMESTAMP_NTZ) USING delta"
                .formatted(lake.silverPath(table)));
    assertThat(apply(table).error())
        .hasValueSatisfying(
            e ->
                assertThat(e)
                    .contains("column v is INT, in bronze it is BIGINT")
                    .contains("allow it by the setting type-widening")
                    .contains("ALTER COLUMN `v` TYPE BIGINT"));
    assertThat(lake.silver(table).count()).isZero();
  }

  private static ApplyResult apply(String table) {
    return job.apply(ApplyOptions.tables(java.util.Set.of(table))).get(0);
  }
}
