package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.silver.plan.Deletion;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.StoredTable;
import dev.mssqlcdc.silver.run.Failures;
import dev.mssqlcdc.silver.run.Times;
import dev.mssqlcdc.silver.spark.SparkLake;
import dev.mssqlcdc.silver.spark.SparkLake.UpkeepView;
import dev.mssqlcdc.silver.spark.SparkUpkeep;
import dev.mssqlcdc.silver.spark.SparkUpkeep.Compacted;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the lake's tables small and quick: next to the delta-writer and to applying runs, as often
 * as wanted. What a table that is fed from bronze has not applied, and what is needed to build one
 * anew, is never deleted.
 */
public final class Maintenance {

  private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

  private final SparkSession spark;
  private final Lake lake;
  private final Clock clock;

  public Maintenance(SparkSession spark, Lake lake) {
    this(spark, lake, Clock.systemUTC());
  }

  Maintenance(SparkSession spark, Lake lake, Clock clock) {
    this.spark = spark;
    this.lake = lake;
    this.clock = clock;
  }

  /**
   * Maintains tables one after the other. One that fails does not stop the others.
   *
   * @return one result per table; none before the delta-writer has made a table
   * @throws LakeException when the lake, its control or its facts cannot be read
   * @throws SilverException when a table is asked for that is not there
   */
  public List<MaintainResult> run(MaintainOptions options) {
    SparkLake tables = new SparkLake(spark, lake);
    LocalDateTime now = Times.now(clock);
    UpkeepView view = tables.upkeepView(options.tables());
    SparkUpkeep upkeep = tables.upkeep();
    return view.tables().stream().map(table -> run(options, view, upkeep, table, now)).toList();
  }

  private static MaintainResult run(
      MaintainOptions options,
      UpkeepView view,
      SparkUpkeep upkeep,
      StoredTable table,
      LocalDateTime now) {
    long started = System.nanoTime();
    Work work = new Work();
    try {
      upkeep.open(table);
      Optional<Deletion> deletion = options.retention().deletion(table, view.needed(), now);
      deletion.ifPresent(rows -> work.deleted = upkeep.delete(table, rows));
      if (options.retention().concerns(table.kind()) && table.kind() == TableKind.BRONZE) {
        work.note = view.needed().get(table.source()).why();
      }
      if (options.optimize()) {
        work.compacted = upkeep.optimize(table);
      }
      if (options.vacuumHours().isPresent()) {
        upkeep.vacuum(table, options.vacuumHours().getAsInt());
        work.vacuumed = true;
      }
    } catch (Exception e) {
      // Spark's own are checked ones, which its methods do not declare.
      Failures.log(LOG, table.label(), e);
      work.note = Failures.explain(e);
      work.failed = true;
    }
    return work.result(table, Duration.ofNanos(System.nanoTime() - started));
  }

  /** What has been done so far: a later step may fail. */
  private static final class Work {
    private long deleted;
    private Compacted compacted = Compacted.NOTHING;
    private boolean vacuumed;
    private String note = "";
    private boolean failed;

    MaintainResult result(StoredTable table, Duration took) {
      return new MaintainResult(
          table.label(),
          deleted,
          compacted.before(),
          compacted.after(),
          vacuumed,
          note,
          failed,
          took);
    }
  }
}
