package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableEngine;
import io.delta.exceptions.DeltaConcurrentModificationException;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Opens and creates tables with Spark. What is internal to Delta is called here and nowhere else.
 */
final class SparkTables implements TableEngine<SparkTable> {

  private static final Seq<Action> NO_ACTIONS =
      CollectionConverters.asScala(List.<Action>of()).toSeq();

  private final SparkSession spark;

  SparkTables(SparkSession spark) {
    this.spark = spark;
  }

  @Override
  public Optional<SparkTable> find(String path) {
    try {
      DeltaLog log = DeltaLog.forTable(spark, path);
      Snapshot snapshot = log.update(false, Option.empty(), Option.empty());
      return snapshot.version() < 0
          ? Optional.empty()
          : Optional.of(new SparkTable(path, snapshot));
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

  /** Delta itself lets appends of others pass, and nothing that changes the definition. */
  @Override
  public Optional<SparkTable> change(
      SparkTable table, List<Column> added, Map<String, String> properties) {
    Metadata before = table.snapshot().metadata();
    StructType schema = before.schema();
    for (StructField field : ColumnTypes.struct(added).fields()) {
      schema = schema.add(field);
    }
    Map<String, String> configuration =
        new HashMap<>(CollectionConverters.asJava(before.configuration()));
    configuration.putAll(properties);
    try {
      OptimisticTransaction transaction = start(table);
      transaction.updateMetadata(
          new Metadata(
              before.id(),
              before.name(),
              before.description(),
              before.format(),
              schema.json(),
              before.partitionColumns(),
              scala(configuration),
              before.createdTime()),
          false);
      transaction.commit(NO_ACTIONS, new DeltaOperations.SetTableProperties(scala(properties)));
    } catch (DeltaConcurrentModificationException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      throw new LakeException(
          "table %s cannot be changed: %s".formatted(table.path(), e.getMessage()), e);
    }
    return find(table.path());
  }

  /** Rows with the table's columns. */
  record Rows(StructType schema, List<Row> rows) {}

  /**
   * Replaces the rows of a partition in one commit, all of them in one file; none where nothing
   * changes.
   *
   * @param partition a condition on partition columns alone
   * @param change tells the rows that are to be there by those that are
   * @throws DeltaConcurrentModificationException when somebody has written the partition meanwhile
   */
  void rewrite(
      SparkTable table, org.apache.spark.sql.Column partition, Function<Rows, List<Row>> change) {
    Expression condition = resolved(table, partition);
    OptimisticTransaction transaction = start(table);
    Seq<AddFile> files = transaction.filterFiles(seq(List.of(condition)), false);
    List<Row> before =
        table
            .snapshot()
            .deltaLog()
            .createDataFrame(table.snapshot(), files, false, Option.empty())
            .collectAsList();
    List<Row> after = change.apply(new Rows(table.schema(), before));
    if (after.equals(before)) {
      return;
    }
    List<Action> actions = new ArrayList<>();
    CollectionConverters.asJava(files).forEach(file -> actions.add(file.remove()));
    Dataset<Row> rows = spark.createDataFrame(after, table.schema()).coalesce(1);
    actions.addAll(CollectionConverters.asJava(transaction.writeFiles(rows)));
    transaction.commit(seq(actions), new DeltaOperations.Update(Option.apply(condition)));
  }

  /** A condition as Delta wants it. */
  private Expression resolved(SparkTable table, org.apache.spark.sql.Column condition) {
    LogicalPlan plan =
        spark
            .createDataFrame(List.of(), table.schema())
            .where(condition)
            .queryExecution()
            .analyzed();
    return ((Filter) plan).condition();
  }

  private static OptimisticTransaction start(SparkTable table) {
    return table
        .snapshot()
        .deltaLog()
        .startTransaction(Option.empty(), Option.apply(table.snapshot()));
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }

  private static scala.collection.immutable.Map<String, String> scala(Map<String, String> map) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(map));
  }

  /** The rows of a table, always of the version that was opened. */
  Dataset<Row> rows(SparkTable table) {
    return spark.read().format("delta").option("versionAsOf", table.version()).load(table.path());
  }
}
