package dev.mssqlcdc.sparkpeer;

import static org.apache.spark.sql.avro.functions.from_avro;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.timestamp_micros;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Appends one topic's rows to a Delta table, as a streaming query that knows the records' schema.
 * Runs until it is stopped.
 */
public final class Main {

  private static final String EVENT = "_event";
  private static final String MICROS = "io.debezium.time.MicroTimestamp";
  private static final String COMMIT_TS = "_commit_ts";

  private Main() {}

  /**
   * @param args the brokers, the topic, the file with the records' Avro schema, the table's folder,
   *     the checkpoint's folder
   */
  public static void main(String[] args) throws Exception {
    Schema schema = new Schema.Parser().parse(Files.readString(Path.of(args[2])));
    SparkSession spark = session();
    rows(spark, args[0], args[1], schema)
        .writeStream()
        .format("delta")
        .option("checkpointLocation", args[4])
        .start(args[3])
        .awaitTermination();
  }

  /** In one small process, as its users would tune it. */
  private static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.databricks.delta.snapshotPartitions", 1)
        .config("spark.sql.parquet.compression.codec", "zstd")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate();
  }

  private static Dataset<Row> rows(
      SparkSession spark, String brokers, String topic, Schema schema) {
    Dataset<Row> records =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", brokers)
            .option("kafka.isolation.level", "read_committed")
            .option("subscribe", topic)
            .option("startingOffsets", "earliest")
            .option("maxOffsetsPerTrigger", 250_000)
            // one partition's records in two tasks, so that both cores have work
            .option("minPartitions", 2)
            .load();
    return records
        // events have no key; the first five bytes name the schema
        .where(col("key").isNotNull())
        .select(
            from_avro(expr("substring(value, 6)"), schema.toString()).as("record"), col("offset"))
        .select(columns(schema).toArray(Column[]::new));
  }

  private static List<Column> columns(Schema schema) {
    List<Column> columns = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      if (!field.name().equals(EVENT)) {
        Column column = col("record." + field.name());
        columns.add((isTime(field) ? timestamp_micros(column) : column).as(field.name()));
      }
    }
    columns.add(col("offset").as("_kafka_offset"));
    return columns;
  }

  private static boolean isTime(Schema.Field field) {
    return field.name().equals(COMMIT_TS) || field.schema().toString().contains(MICROS);
  }
}
