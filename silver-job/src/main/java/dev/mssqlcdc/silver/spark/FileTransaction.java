package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.FileAction;
import org.apache.spark.sql.delta.actions.SetTransaction;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * One write to a table that reads some of its files and puts others in their place. What it has
 * read nobody else may have changed, or the commit throws a {@link
 * io.delta.exceptions.DeltaConcurrentModificationException}.
 */
final class FileTransaction {

  private final SparkSession spark;
  private final SparkTable table;
  private final OptimisticTransaction transaction;
  private final List<Action> actions = new ArrayList<>();
  private Option<Expression> condition = Option.empty();

  FileTransaction(SparkSession spark, SparkTable table) {
    this.spark = spark;
    this.table = table;
    this.transaction = table.startTransaction();
  }

  /**
   * The files that can hold rows for which a condition is true.
   *
   * @param where empty for all files
   */
  List<AddFile> files(Optional<Column> where) {
    Expression all = resolved(where.orElse(lit(true)));
    condition = where.isPresent() ? Option.apply(all) : Option.empty();
    return CollectionConverters.asJava(transaction.filterFiles(seq(List.of(all)), true));
  }

  /**
   * As if the files of a partition were asked for, by one who knows them.
   *
   * @param partition a condition on partition columns alone
   */
  void read(List<AddFile> files, Column partition) {
    Expression all = resolved(partition);
    condition = Option.apply(all);
    transaction.trackReadPredicates(seq(List.of(all)), true, true);
    transaction.trackFilesRead(seq(files));
  }

  void remove(List<AddFile> files) {
    files.forEach(file -> actions.add(file.remove()));
  }

  /** Writes rows to new files, which nobody sees before the commit. */
  List<FileAction> add(Dataset<Row> rows) {
    List<FileAction> files = CollectionConverters.asJava(transaction.writeFiles(rows));
    actions.addAll(files);
    return files;
  }

  /**
   * Numbers the commit.
   *
   * @return false where the writer's last commit had this number or a greater one
   */
  boolean number(String appId, long number) {
    if (table.lastTransaction(appId) >= number) {
      return false;
    }
    // Another commit with a number of its own meanwhile is a conflict.
    transaction.readTxn().addOne(appId);
    actions.add(new SetTransaction(appId, number, Option.apply(System.currentTimeMillis())));
    return true;
  }

  void commitUpdate() {
    transaction.commit(seq(actions), new DeltaOperations.Update(condition));
  }

  /**
   * Commits as a MERGE.
   *
   * @param metrics what the table's history shows of it, by Delta's names
   */
  void commitMerge(Map<String, Long> metrics) {
    Map<String, SQLMetric> own = new HashMap<>();
    metrics.forEach(
        (name, value) -> {
          SQLMetric metric = SQLMetrics.createMetric(spark.sparkContext(), name);
          metric.set(value);
          own.put(name, metric);
        });
    transaction.registerSQLMetrics(spark, SparkTables.scala(own));
    Option<String> none = Option.empty();
    transaction.commit(
        seq(actions),
        new DeltaOperations.Merge(
            condition, none, none, none, seq(List.of()), seq(List.of()), seq(List.of())));
  }

  /** The last part of a file's path, which no two files share. */
  static String name(AddFile file) {
    return file.toPath().getName();
  }

  /** How many rows files hold, by their statistics; empty where one has none. */
  static OptionalLong count(List<? extends FileAction> files) {
    long rows = 0;
    for (FileAction file : files) {
      Object known = file.numLogicalRecords().getOrElse(() -> null);
      if (!(known instanceof Number number)) {
        return OptionalLong.empty();
      }
      rows += number.longValue();
    }
    return OptionalLong.of(rows);
  }

  /** A condition as Delta wants it to skip files by: with constants that are computed. */
  private Expression resolved(Column where) {
    LogicalPlan plan = table.rows(spark, List.of()).where(where).queryExecution().optimizedPlan();
    while (!(plan instanceof Filter) && !plan.children().isEmpty()) {
      plan = plan.children().head();
    }
    return plan instanceof Filter filter ? filter.condition() : Literal$.MODULE$.TrueLiteral();
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}
