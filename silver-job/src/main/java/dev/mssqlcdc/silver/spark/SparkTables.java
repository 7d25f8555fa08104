package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableEngine;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Opens and creates tables with Spark. What is internal to Delta is called here and nowhere else.
 */
final class SparkTables implements TableEngine<SparkTable> {

  private final SparkSession spark;

  SparkTables(SparkSession spark) {
    this.spark = spark;
  }

  @Override
  public Optional<SparkTable> find(String path) {
    try {
      DeltaLog log = DeltaLog.forTable(spark, path);
      Snapshot snapshot = log.update(false, Option.empty(), Option.empty());
      return snapshot.version() < 0 ? Optional.empty() : Optional.of(table(path, snapshot));
    } catch (RuntimeException e) {
      throw new LakeException("table %s cannot be read: %s".formatted(path, e.getMessage()), e);
    }
  }

  @Override
  public SparkTable create(String path, TableDefinition definition) {
    try {
      DeltaTableBuilder builder =
          DeltaTable.createIfNotExists(spark)
              .location(path)
              .comment(definition.comment())
              .addColumns(ColumnTypes.struct(definition.columns()));
      if (!definition.partitionColumns().isEmpty()) {
        builder.partitionedBy(definition.partitionColumns().toArray(String[]::new));
      }
      definition.properties().forEach(builder::property);
      builder.execute();
    } catch (RuntimeException e) {
      throw new LakeException("table %s cannot be created: %s".formatted(path, e.getMessage()), e);
    }
    return find(path)
        .orElseThrow(
            () -> new LakeException("table %s was removed after it was created".formatted(path)));
  }

  /** The rows of a table, always of the version that was opened. */
  Dataset<Row> rows(SparkTable table) {
    return spark.read().format("delta").option("versionAsOf", table.version()).load(table.path());
  }

  private static SparkTable table(String path, Snapshot snapshot) {
    Map<String, String> properties =
        CollectionConverters.asJava(snapshot.metadata().configuration());
    Map<String, Object> transactions = CollectionConverters.asJava(snapshot.transactions());
    return new SparkTable(
        path,
        snapshot.version(),
        snapshot.schema(),
        Map.copyOf(properties),
        Map.copyOf(transactions),
        snapshot.numOfFiles());
  }
}
