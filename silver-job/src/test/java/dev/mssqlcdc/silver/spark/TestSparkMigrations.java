package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.TableEngine;
import dev.mssqlcdc.lake.TestingMigrations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

class TestSparkMigrations extends TestingMigrations<SparkTable> {

  @Override
  protected TableEngine<SparkTable> engine() {
    return new SparkTables(Sessions.child(TestingSpark.session()));
  }

  @Override
  protected void append(String path, Map<String, String> row) {
    StructType schema = read(path).schema();
    Object[] values = Stream.of(schema.fieldNames()).map(row::get).toArray();
    TestingSpark.session()
        .createDataFrame(List.of(RowFactory.create(values)), schema)
        .write()
        .format("delta")
        .mode("append")
        .save(path);
  }

  @Override
  protected List<Map<String, Object>> rows(String path) {
    return read(path).collectAsList().stream().map(TestSparkMigrations::values).toList();
  }

  private static Dataset<Row> read(String path) {
    return TestingSpark.session().read().format("delta").load(path);
  }

  private static Map<String, Object> values(Row row) {
    Map<String, Object> values = new HashMap<>();
    for (String name : row.schema().fieldNames()) {
      values.put(name, row.getAs(name));
    }
    return values;
  }
}
