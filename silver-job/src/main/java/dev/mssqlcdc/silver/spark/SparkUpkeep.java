package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max;

import dev.mssqlcdc.lake.Backoff;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.History;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.silver.plan.Deletion;
import dev.mssqlcdc.silver.plan.Needed;
import dev.mssqlcdc.silver.plan.StoredTable;
import io.delta.exceptions.DeltaConcurrentModificationException;
import io.delta.tables.DeltaTable;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Deletes rows, puts files together and removes dead ones, next to whoever writes meanwhile. */
public final class SparkUpkeep {

  private static final String NEWEST = "newest";
  private static final String ROWS_FROM = "rows_from";
  private static final String PROGRESS_FROM = "progress_from";
  private static final StructType NEEDED =
      new StructType()
          .add(Facts.TARGET, DataTypes.StringType)
          .add(ROWS_FROM, DataTypes.StringType)
          .add(PROGRESS_FROM, DataTypes.StringType);

  private final SparkSession spark;

  SparkUpkeep(SparkSession spark) {
    this.spark = spark;
  }

  /**
   * Files that became others.
   *
   * @param before how many
   * @param after how many they are now
   */
  public record Compacted(long before, long after) {
    public static final Compacted NOTHING = new Compacted(0, 0);
  }

  /**
   * Makes sure that this release may write the table.
   *
   * @throws LakeException when it must not
   */
  public void open(StoredTable table) {
    new TableOpener<>(new SparkTables(spark)).reopen(table.path(), table.kind());
  }

  /** Deletes rows and tells how many. */
  public long delete(StoredTable table, Deletion deletion) {
    return retried(table, () -> deleteOnce(table, deletion));
  }

  public Compacted optimize(StoredTable table) {
    Row metrics =
        retried(
            table,
            () ->
                DeltaTable.forPath(spark, table.path())
                    .optimize()
                    .executeCompaction()
                    .select("metrics.numFilesRemoved", "metrics.numFilesAdded")
                    .first());
    return new Compacted(metrics.getLong(0), metrics.getLong(1));
  }

  /** Removes files that no version of the last hours needs. */
  public void vacuum(StoredTable table, int hours) {
    DeltaTable.forPath(spark, table.path()).vacuum(hours);
  }

  private long deleteOnce(StoredTable table, Deletion deletion) {
    if (deletion instanceof Deletion.BronzeRows rows) {
      return delete(
          table,
          "%s < %s AND %s < %s"
              .formatted(
                  Fields.START_LSN,
                  Sql.text(rows.before().toString()),
                  Fields.COMMIT_TS,
                  Sql.time(rows.olderThan())));
    }
    if (deletion instanceof Deletion.HistoryVersions versions) {
      return delete(
          table,
          "NOT %s AND %s < %s"
              .formatted(History.IS_CURRENT, History.VALID_TO, Sql.time(versions.olderThan())));
    }
    return prune(table, (Deletion.FactsRows) deletion);
  }

  private long delete(StoredTable table, String condition) {
    return spark
        .sql("DELETE FROM %s WHERE %s".formatted(Sql.table(table.path()), condition))
        .first()
        .getLong(0);
  }

  /** One statement for all tables: which rows go is told per application id by what is joined. */
  private long prune(StoredTable table, Deletion.FactsRows rows) {
    DeltaTable facts = DeltaTable.forPath(spark, table.path());
    String repeated =
        "f.event IN (%s) AND f.max_lsn < k.progress_from"
            .formatted(names(EventType.PROGRESS, EventType.TABLE_STOPPED));
    String chunk =
        "f.event IN (%s) AND f.max_lsn < k.rows_from".formatted(names(EventType.SNAPSHOT_CHUNK));
    return facts
        .as("f")
        .merge(
            kept(facts.toDF(), rows).as("k"),
            ("f.app_id = k.app_id AND f.target = k.target AND f.batch_id < k.newest"
                    + " AND f.written_at < %s AND f.lost_from_ts IS NULL"
                    + " AND (f.event IS NULL OR (%s) OR (%s))")
                .formatted(Sql.time(rows.olderThan()), repeated, chunk))
        .whenMatched()
        .delete()
        .execute()
        .first()
        .getAs("num_deleted_rows");
  }

  /** The newest batch of each application id, and what is needed of its table. */
  private Dataset<Row> kept(Dataset<Row> facts, Deletion.FactsRows rows) {
    List<Row> needed =
        rows.tables().entrySet().stream()
            .map(entry -> needed(entry.getKey(), entry.getValue()))
            .toList();
    Dataset<Row> newest =
        facts
            .where(col(Facts.EVENT).isNull())
            .groupBy(Facts.APP_ID)
            .agg(max(Facts.BATCH_ID).as(NEWEST));
    return facts
        .select(Facts.APP_ID, Facts.TARGET)
        .distinct()
        .join(newest, Facts.APP_ID)
        .join(spark.createDataFrame(needed, NEEDED), new String[] {Facts.TARGET}, "left");
  }

  private static Row needed(String table, Needed needed) {
    return RowFactory.create(table, needed.rowsFrom().toString(), needed.progressFrom().toString());
  }

  private <R> R retried(StoredTable table, Supplier<R> work) {
    Backoff backoff = Backoff.ofAMinute();
    while (true) {
      try {
        return work.get();
      } catch (DeltaConcurrentModificationException e) {
        if (!backoff.sleep()) {
          throw new LakeException(
              "table %s: no commit in a minute, others always came first; run again"
                  .formatted(table.path()),
              e);
        }
      }
    }
  }

  private static String names(EventType... types) {
    return Stream.of(types)
        .map(type -> Sql.text(type.wireName()))
        .collect(Collectors.joining(", "));
  }
}
