package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableEngine;
import io.delta.exceptions.DeltaConcurrentModificationException;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
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
 * Opens, creates and reads tables with Spark, and writes small ones. What is internal to Delta is
 * called here, in {@link SparkTable} and in {@link FileTransaction}; others know no more of it than
 * that tables have files.
 */
final class SparkTables implements TableEngine<SparkTable> {

  private static final Seq<Action> NO_ACTIONS =
      CollectionConverters.asScala(List.<Action>of()).toSeq();

  private final SparkSession spark;
  private final Map<String, FollowedFiles> followed = new ConcurrentHashMap<>();

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

  /** Has Delta load what it keeps of a table's newest version; nothing where there is none. */
  void loadState(String path) {
    SparkSession.setActiveSession(spark);
    try {
      find(path).ifPresent(table -> table.snapshot().stateDF().count());
    } finally {
      SparkSession.clearActiveSession();
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
      OptimisticTransaction transaction = table.startTransaction();
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
   * @param table one with few files and one partition column
   * @param partition value of that column
   * @param change tells the rows that are to be there by those that are
   * @throws DeltaConcurrentModificationException when somebody has written the partition meanwhile
   */
  void rewrite(SparkTable table, String partition, Function<Rows, List<Row>> change) {
    List<AddFile> files =
        files(table).stream()
            .filter(file -> file.partitionValues().valuesIterator().contains(partition))
            .toList();
    List<Row> before = table.rows(spark, files).collectAsList();
    List<Row> after = change.apply(new Rows(table.schema(), before));
    if (!after.equals(before)) {
      FileTransaction transaction = new FileTransaction(spark, table);
      transaction.read(files, col(Sql.name(table.partitionColumn())).equalTo(partition));
      transaction.remove(files);
      transaction.add(spark.createDataFrame(after, table.schema()).coalesce(1));
      transaction.commitUpdate();
    }
  }

  /** The rows of a table with few files and many commits. */
  Dataset<Row> rowsOfFew(SparkTable table) {
    return table.rows(spark, files(table));
  }

  private List<AddFile> files(SparkTable table) {
    return followed.computeIfAbsent(table.path(), path -> new FollowedFiles()).at(table);
  }

  static <V> scala.collection.immutable.Map<String, V> scala(Map<String, V> map) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(map));
  }

  /** The rows of a table, always of the version that was opened. */
  Dataset<Row> rows(SparkTable table) {
    return spark.read().format("delta").option("versionAsOf", table.version()).load(table.path());
  }
}
