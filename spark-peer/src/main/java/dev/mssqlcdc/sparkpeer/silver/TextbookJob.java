package dev.mssqlcdc.sparkpeer.silver;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.desc;
import static org.apache.spark.sql.functions.row_number;

import dev.mssqlcdc.schemas.Fields;
import io.delta.tables.DeltaTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;

/**
 * What people write by the book: the last row of each key by a window, and a MERGE. It keeps no
 * position, and what runs beside it or crashed before it is nothing that it would notice.
 */
final class TextbookJob {

  private static final String RANK = "rank";

  private final SparkSession spark;
  private final BenchLake lake;

  TextbookJob(SparkSession spark, BenchLake lake) {
    this.spark = spark;
    this.lake = lake;
  }

  /** Applies what was committed after an LSN. */
  void apply(String after) {
    DeltaTable.forPath(spark, lake.silver())
        .as("t")
        .merge(latest(after).as("s"), "t.%1$s = s.%1$s".formatted(BenchLake.KEY))
        .whenMatched("s._operation = 1")
        .delete()
        .whenMatched()
        .updateExpr(assignments())
        .whenNotMatched("s._operation <> 1")
        .insertExpr(assignments())
        .execute();
  }

  private Dataset<Row> latest(String after) {
    return spark
        .read()
        .format("delta")
        .load(lake.bronze())
        .where(col(Fields.START_LSN).gt(after).and(col(Fields.OPERATION).notEqual(3)))
        .withColumn(
            RANK,
            row_number()
                .over(
                    Window.partitionBy(BenchLake.KEY)
                        .orderBy(desc(Fields.START_LSN), desc(Fields.SEQVAL))))
        .where(col(RANK).equalTo(1));
  }

  private static Map<String, String> assignments() {
    List<String> columns = new ArrayList<>(BenchLake.capturedNames());
    columns.add(Fields.START_LSN);
    columns.add(Fields.COMMIT_TS);
    Map<String, String> assignments = new LinkedHashMap<>();
    columns.forEach(column -> assignments.put(column, "s." + column));
    return assignments;
  }
}
