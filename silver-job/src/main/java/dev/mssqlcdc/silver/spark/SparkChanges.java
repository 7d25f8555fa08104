package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Backoff;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.run.Changes;
import io.delta.exceptions.ConcurrentTransactionException;
import io.delta.exceptions.DeltaConcurrentModificationException;
import io.delta.tables.DeltaTable;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/** The latest images, kept while they are written: bronze is read once. */
final class SparkChanges implements Changes {

  /** Whose transactions {@link SparkTable#lastTransaction} tells the last number of. */
  static final String APP_ID = "mssqlcdc/silver-job";

  private static final String TXN_APP_ID = "spark.databricks.delta.write.txnAppId";
  private static final String TXN_VERSION = "spark.databricks.delta.write.txnVersion";

  private final SparkSession spark;
  private final BronzeTable bronze;
  private final SilverTable silver;
  private final Plan.Work plan;
  private final Dataset<Row> latest;
  private final Images images;
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
      this.images = new Images(bronze, this.latest, LatestImages.counts(this.latest));
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
    return images.counts().read();
  }

  @Override
  public boolean isEmpty() {
    return !images.counts().hasNews() && silverExists && plan instanceof Plan.Apply;
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
    if (plan.recovers()) {
      new DuplicateKeys(silver.path(), bronze.key())
          .refuseIn(DeltaTable.forPath(spark, silver.path()).toDF());
    }
    spark.conf().set(TXN_APP_ID, APP_ID);
    spark.conf().set(TXN_VERSION, Long.toString(fence));
    try {
      if (plan instanceof Plan.Replace) {
        return replace(fence);
      }
      return target.isEmpty() && !bronze.isDeclared() ? append(fence) : merge(fence);
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
    if (images.counts().images() > 0) {
      rows().write().format("delta").mode("append").save(silver.path());
      checkWritten(fence);
    }
    return new Written(images.counts().images(), 0);
  }

  private Written replace(long fence) {
    silver.replace(rows());
    checkWritten(fence);
    // Afterwards: a crash in between leaves a key that is refused, never one that is believed.
    silver.finishReplace(bronze);
    return new Written(images.counts().images(), 0);
  }

  /** In the order of the key, so that each file holds a part of it and later writes skip others. */
  private Dataset<Row> rows() {
    return images
        .news()
        .where(LatestImages.isImage(LatestImages.IMAGE))
        .sort(columns(bronze.key().stream()))
        .select(columns(images.columns()));
  }

  private static Column[] columns(Stream<String> columns) {
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

  private Written merge(long fence) {
    Backoff backoff = Backoff.ofAMinute();
    while (true) {
      try {
        return way(silver.find().orElseThrow()).write(fence).orElseThrow(this::overtaken);
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

  private ImageWrite way(SparkTable target) {
    return plan instanceof Plan.Apply && SilverRewrite.suits(target, images)
        ? new SilverRewrite(spark, target, images)
        : new SilverMerge(spark, target, images, plan instanceof Plan.Rebuild);
  }

  private SilverException overtaken() {
    return new SilverException(
        "silver table %s: a later run has written it, so this one did not; run again"
            .formatted(silver.path()));
  }

  @Override
  public void close() {
    latest.unpersist();
  }
}
