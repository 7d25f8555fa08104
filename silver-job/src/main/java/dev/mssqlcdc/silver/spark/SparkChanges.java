package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import dev.mssqlcdc.lake.Backoff;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.run.Changes;
import io.delta.exceptions.ConcurrentTransactionException;
import io.delta.exceptions.DeltaConcurrentModificationException;
import io.delta.tables.DeltaMergeBuilder;
import io.delta.tables.DeltaTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;

/** The latest images, kept while they are written: bronze is read once. */
final class SparkChanges implements Changes {

  /** Whose transactions {@link SparkTable#lastTransaction} tells the last number of. */
  static final String APP_ID = "mssqlcdc/silver-job";

  private static final String TARGET = "t";
  private static final String SOURCE = "s";
  private static final String SOURCE_IMAGE = SOURCE + "." + LatestImages.IMAGE;
  private static final String TXN_APP_ID = "spark.databricks.delta.write.txnAppId";
  private static final String TXN_VERSION = "spark.databricks.delta.write.txnVersion";

  private final SparkSession spark;
  private final BronzeTable bronze;
  private final SilverTable silver;
  private final Plan.Work plan;
  private final Dataset<Row> latest;
  private final LatestImages.Counts counts;
  private final boolean silverExists;

  SparkChanges(
      SparkSession spark,
      BronzeTable bronze,
      SilverTable silver,
      Plan.Work plan,
      Dataset<Row> latest) {
    this.spark = spark;
    this.bronze = bronze;
    this.silver = silver;
    this.plan = plan;
    this.silverExists = silver.find().isPresent();
    this.latest = latest.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      this.counts = LatestImages.counts(this.latest);
      if (bronze.isDeclared()) {
        DeclaredImages.refuseDoubles(this.latest, bronze);
      }
    } catch (Exception e) {
      this.latest.unpersist();
      throw e;
    }
  }

  @Override
  public long rowsRead() {
    return counts.read();
  }

  @Override
  public boolean isEmpty() {
    return !counts.hasNews() && silverExists && plan instanceof Plan.Apply;
  }

  @Override
  public void prepare() {
    if (plan instanceof Plan.Replace) {
      silver.openToReplace(bronze);
    } else {
      silver.openFor(bronze);
    }
  }

  @Override
  public Written write(long fence) {
    SparkTable target = silver.find().orElseThrow();
    DuplicateKeys duplicates = new DuplicateKeys(silver.path(), bronze.key());
    if (plan.recovers()) {
      duplicates.refuseIn(DeltaTable.forPath(spark, silver.path()).toDF());
    }
    spark.conf().set(TXN_APP_ID, APP_ID);
    spark.conf().set(TXN_VERSION, Long.toString(fence));
    try {
      if (plan instanceof Plan.Replace) {
        return replace(fence);
      }
      return target.isEmpty() && !bronze.isDeclared() ? append(fence) : merge(target, duplicates);
    } catch (ConcurrentTransactionException e) {
      SilverException overtaken = overtaken();
      overtaken.initCause(e);
      throw overtaken;
    } finally {
      spark.conf().unset(TXN_APP_ID);
      spark.conf().unset(TXN_VERSION);
    }
  }

  /** The first rows of a table: there is nothing to match them with. */
  private Written append(long fence) {
    if (counts.images() > 0) {
      rows().write().format("delta").mode("append").save(silver.path());
      checkWritten(fence);
    }
    return new Written(counts.images(), 0);
  }

  private Written replace(long fence) {
    silver.replace(rows());
    checkWritten(fence);
    // Afterwards: a crash in between leaves a key that is refused, never one that is believed.
    silver.finishReplace(bronze);
    return new Written(counts.images(), 0);
  }

  /** In the order of the key, so that each file holds a part of it and later writes skip others. */
  private Dataset<Row> rows() {
    return news()
        .where(LatestImages.isImage(LatestImages.IMAGE))
        .sort(images(bronze.key().stream()))
        .select(images(columns()));
  }

  private static Column[] images(Stream<String> columns) {
    return columns
        .map(name -> LatestImages.field(LatestImages.IMAGE, name).as(name))
        .toArray(Column[]::new);
  }

  /** Delta leaves out a write whose transaction's number is not above the last. */
  private void checkWritten(long fence) {
    long last = silver.find().map(table -> table.lastTransaction(APP_ID)).orElse(0L);
    if (last != fence) {
      throw overtaken();
    }
  }

  private Written merge(SparkTable target, DuplicateKeys duplicates) {
    boolean rebuild = plan instanceof Plan.Rebuild;
    Dataset<Row> source = rebuild ? latest.where(LatestImages.isImage(LatestImages.IMAGE)) : news();
    // A rebuild deletes what it does not match: it has to see all of silver.
    Column match =
        rebuild
            ? sameKey()
            : whereKeysAre(source, target).map(sameKey()::and).orElseGet(this::sameKey);
    Backoff backoff = Backoff.ofAMinute();
    while (true) {
      try {
        return written(mergeOnce(source, match), duplicates);
      } catch (ConcurrentTransactionException e) {
        throw e;
      } catch (DeltaConcurrentModificationException e) {
        // Somebody else's maintenance of silver: our images are kept and still the latest.
        if (!backoff.sleep()) {
          throw new SilverException(
              "silver table %s: no commit in a minute, others always came first; run again"
                  .formatted(silver.path()),
              e);
        }
      }
    }
  }

  private List<Row> mergeOnce(Dataset<Row> source, Column match) {
    DeltaMergeBuilder merge =
        DeltaTable.forPath(spark, silver.path()).as(TARGET).merge(source.as(SOURCE), match);
    merge = plan instanceof Plan.Rebuild ? rebuild(merge) : apply(merge);
    return merge.execute().collectAsList();
  }

  private Dataset<Row> news() {
    return latest.where(col(LatestImages.NEWS));
  }

  /** Of two snapshot rows with one stamp silver takes the later, which it has not seen. */
  private DeltaMergeBuilder apply(DeltaMergeBuilder merge) {
    Column same = position(SOURCE_IMAGE).equalTo(position(TARGET));
    Column newer =
        position(TARGET)
            .isNull()
            .or(position(SOURCE_IMAGE).gt(position(TARGET)))
            .or(same.and(LatestImages.isSnapshotRow(SOURCE_IMAGE)));
    Column image = LatestImages.isImage(SOURCE_IMAGE);
    return merge
        .whenMatched(newer.and(not(image)))
        .delete()
        .whenMatched(newer.and(image))
        .updateExpr(assignments())
        .whenNotMatched(bronze.isDeclared() ? image.and(not(onlyIfThere())) : image)
        .insertExpr(assignments());
  }

  private static Column onlyIfThere() {
    return LatestImages.field(SOURCE, DeclaredImages.IF_THERE);
  }

  /** An equal position is taken too: the snapshot may hold what changes never do. */
  private DeltaMergeBuilder rebuild(DeltaMergeBuilder merge) {
    Column noOlder = position(TARGET).isNull().or(position(SOURCE_IMAGE).geq(position(TARGET)));
    return merge
        .whenMatched(noOlder)
        .updateExpr(assignments())
        .whenNotMatched()
        .insertExpr(assignments())
        .whenNotMatchedBySource()
        .delete();
  }

  /** Delta answers nothing where it finds the transaction's number passed. */
  private Written written(List<Row> answer, DuplicateKeys duplicates) {
    if (answer.isEmpty()) {
      throw overtaken();
    }
    Row row = answer.get(0);
    long upserted = row.<Long>getAs("num_updated_rows") + row.<Long>getAs("num_inserted_rows");
    long deleted = row.getAs("num_deleted_rows");
    duplicates.refuseIf(
        upserted > counts.images() || (plan instanceof Plan.Apply && deleted > counts.removals()));
    return new Written(upserted, deleted);
  }

  private SilverException overtaken() {
    return new SilverException(
        "silver table %s: a later run has written it, so this one did not; run again"
            .formatted(silver.path()));
  }

  private Column sameKey() {
    return bronze.key().stream()
        .map(
            column ->
                LatestImages.field(TARGET, column)
                    .eqNullSafe(LatestImages.field(SOURCE_IMAGE, column)))
        .reduce(Column::and)
        .orElseThrow();
  }

  /** The key's first column alone: files that are clustered by others are not clustered by it. */
  private Optional<Column> whereKeysAre(Dataset<Row> source, SparkTable target) {
    String first = bronze.key().get(0);
    DataType type = target.typeOf(first);
    boolean same =
        bronze.captured().stream()
            .filter(field -> field.name().equals(first))
            .allMatch(field -> field.dataType().equals(type));
    return same && target.hasSeveralFiles()
        ? KeySpans.condition(
            source.select(LatestImages.field(LatestImages.IMAGE, first)),
            type,
            LatestImages.field(TARGET, first))
        : Optional.empty();
  }

  private static Column position(String of) {
    return LatestImages.field(of, Fields.START_LSN);
  }

  private Map<String, String> assignments() {
    Map<String, String> set = new LinkedHashMap<>();
    columns().forEach(column -> set.put(Sql.name(column), Sql.field(SOURCE_IMAGE, column)));
    return set;
  }

  private Stream<String> columns() {
    return Stream.concat(
        bronze.captured().stream().map(StructField::name),
        Stream.of(Fields.START_LSN, Fields.COMMIT_TS));
  }

  @Override
  public void close() {
    latest.unpersist();
  }
}
