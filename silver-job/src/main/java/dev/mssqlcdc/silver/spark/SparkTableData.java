package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.TableSettings;
import dev.mssqlcdc.silver.run.Changes;
import dev.mssqlcdc.silver.run.TableData;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One table's bronze at the version that it had when this was made, and its silver. */
final class SparkTableData implements TableData {

  private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

  private final SparkSession spark;
  private final SparkTables tables;
  private final BronzeTable bronze;
  private final SilverTable silver;

  /**
   * @param spark a session that nothing else uses meanwhile
   * @param settings what is asked of silver
   */
  SparkTableData(SparkSession spark, Lake lake, String name, TableSettings settings) {
    this.spark = spark;
    this.tables = new SparkTables(spark);
    TableOpener<SparkTable> opener = new TableOpener<>(tables);
    String path = lake.table(Layer.BRONZE, name);
    this.silver = new SilverTable(spark, opener, lake.table(Layer.SILVER, name), name, settings);
    BronzeTable found =
        opener
            .find(path, TableKind.BRONZE)
            .map(BronzeTable::of)
            .orElseThrow(
                () ->
                    new LakeException(
                        "control knows it, but there is no bronze table at %s: restore it, or remove its rows from control"
                            .formatted(path)));
    this.bronze = settings.key().isEmpty() ? found : DeclaredKey.of(found, settings.key());
    if (!hasKey()) {
      silver.checkKeyless();
    }
  }

  @Override
  public boolean hasKey() {
    return !bronze.key().isEmpty();
  }

  @Override
  public Optional<String> source() {
    return Optional.ofNullable(bronze.table().properties().get(Properties.SOURCE));
  }

  @Override
  public Changes read(Plan.Work plan) {
    Dataset<Row> latest = LatestImages.of(bronze, tables.rows(bronze.table()), plan);
    Dataset<Row> all =
        silver
            .find()
            .flatMap(table -> ChunkGaps.of(plan.chunks(), bronze, table))
            .map(gaps -> gaps.addTo(latest, tables))
            .orElse(latest);
    return new SparkChanges(spark, bronze, silver, plan, all);
  }

  /**
   * The time, unless the table has seen a greater number. Two runs could get the same one only
   * where the clock is behind by more than a lease, and that is refused.
   */
  @Override
  public long fence(LocalDateTime now, Duration lease) {
    long micros = ChronoUnit.MICROS.between(EPOCH, now);
    long last = silver.find().map(table -> table.lastTransaction(SparkChanges.APP_ID)).orElse(0L);
    if (last - micros > lease.toNanos() / 1_000) {
      throw new SilverException(
          "silver table %s was written by a run whose clock said %s UTC, here it is %s UTC: set the clock"
              .formatted(silver.path(), EPOCH.plus(last, ChronoUnit.MICROS), now));
    }
    return Math.max(micros, last + 1);
  }
}
