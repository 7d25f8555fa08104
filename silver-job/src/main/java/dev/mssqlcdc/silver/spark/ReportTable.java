package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableOpener;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The reports table: rows are only ever added. */
public final class ReportTable {

  private final SparkSession spark;
  private final String path;

  ReportTable(SparkSession spark, String path) {
    this.spark = spark;
    this.path = path;
  }

  /**
   * Adds rows in one commit.
   *
   * @param rows values by column
   * @throws LakeException when the table cannot be written
   */
  public void append(List<Map<String, Object>> rows) {
    StructType schema =
        new TableOpener<>(new SparkTables(spark))
            .openOrCreate(path, TableDefinition.reports())
            .schema();
    List<Row> values =
        rows.stream()
            .map(row -> RowFactory.create(Stream.of(schema.fieldNames()).map(row::get).toArray()))
            .toList();
    try {
      spark
          .createDataFrame(values, schema)
          .coalesce(1)
          .write()
          .format("delta")
          .mode("append")
          .save(path);
    } catch (RuntimeException e) {
      throw new LakeException(
          "reports table %s cannot be written: %s".formatted(path, e.getMessage()), e);
    }
  }
}
