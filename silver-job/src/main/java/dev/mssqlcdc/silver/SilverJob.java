package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.run.Progress;
import dev.mssqlcdc.silver.run.TableData;
import dev.mssqlcdc.silver.run.TableRun;
import dev.mssqlcdc.silver.run.TableView;
import dev.mssqlcdc.silver.spark.SparkLake;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings silver tables to what bronze is complete to. Safe to run at any time, as often as wanted,
 * and again after a crash.
 *
 * <p>The session needs Delta's extension and catalog; {@link
 * dev.mssqlcdc.silver.spark.Sessions#local} makes one.
 */
public final class SilverJob {

  private static final Logger LOG = LoggerFactory.getLogger(SilverJob.class);

  private final SparkSession spark;
  private final Lake lake;
  private final Clock clock;
  private final UnaryOperator<ControlRows> controlSeam;
  private final Consumer<String> lines;

  public SilverJob(SparkSession spark, Lake lake) {
    this(spark, lake, Clock.systemUTC(), UnaryOperator.identity(), LOG::info);
  }

  /**
   * With a clock, a layer over control's writes of the caller's own (tests crash a run there), and
   * what takes the lines that tell of progress.
   */
  SilverJob(
      SparkSession spark,
      Lake lake,
      Clock clock,
      UnaryOperator<ControlRows> controlSeam,
      Consumer<String> lines) {
    this.spark = spark;
    this.lake = lake;
    this.clock = clock;
    this.controlSeam = controlSeam;
    this.lines = lines;
  }

  /**
   * Applies tables, several at the same time. A table that fails stops its group, and no other.
   *
   * @return one result per table, by name; none before the delta-writer has made a table
   * @throws LakeException when the lake, its control or its facts cannot be read
   * @throws SilverException when a table is asked for that is not there
   */
  public List<ApplyResult> apply(ApplyOptions options) {
    SparkLake tables = new SparkLake(spark, lake);
    Set<String> inGroups = options.tablesInGroups();
    List<TableView> views = tables.views(options.tables(), inGroups);
    if (views.isEmpty()) {
      LOG.info("{} has no bronze tables yet", lake.root());
      return List.of();
    }
    checkSettings(options, views);
    Function<String, TableData> data = name -> tables.data(name, options.settingsOf(name));
    ControlRows control = controlSeam.apply(tables.control(clock));
    Progress progress = new Progress(names(options, views).size(), lines);
    TableRun run = new TableRun(control, options.lease(), clock, options.rebuild(), progress);
    ApplyRun all = new ApplyRun(run, data, progress);
    ExecutorService pool =
        Executors.newFixedThreadPool(Math.min(options.parallelism(), views.size()));
    try {
      List<ApplyResult> results = new ArrayList<>();
      for (TableGroup group : options.groups()) {
        results.addAll(all.group(group, views, pool));
      }
      List<Future<ApplyResult>> running =
          views.stream()
              .filter(view -> !inGroups.contains(view.name()))
              .map(view -> pool.submit(() -> all.table(view)))
              .toList();
      running.stream().map(SilverJob::result).forEach(results::add);
      results.sort(Comparator.comparing(ApplyResult::table));
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private static Set<String> names(ApplyOptions options, List<TableView> views) {
    Set<String> names = new TreeSet<>(options.tablesInGroups());
    views.forEach(view -> names.add(view.name()));
    return names;
  }

  /** What is asked of a table that is not applied is a mistake, most likely in its name. */
  private static void checkSettings(ApplyOptions options, List<TableView> views) {
    Set<String> names = names(options, views);
    Set<String> others = new TreeSet<>(options.settings().keySet());
    others.removeAll(names);
    if (!others.isEmpty()) {
      throw new SilverException(
          "there are settings of %s, which this run does not apply; it applies: %s"
              .formatted(String.join(", ", others), String.join(", ", names)));
    }
  }

  /**
   * Whether silver has all changes that were committed before a time. Gaps that facts tell of are
   * not waited for.
   *
   * @param until UTC
   * @throws LakeException when the lake or its control cannot be read
   * @throws SilverException when there is no such table
   */
  public boolean isFinal(String table, LocalDateTime until) {
    return isFinal(finalizedUntil(Set.of(table)).get(table), until);
  }

  static boolean isFinal(Optional<LocalDateTime> reached, LocalDateTime until) {
    return reached.filter(time -> !time.isBefore(until)).isPresent();
  }

  /**
   * Up to when silver tables are complete, UTC; empty of one that has no verdict.
   *
   * @param tables names of bronze tables; empty for all
   * @throws LakeException when the lake or its control cannot be read
   * @throws SilverException when there is no such table
   */
  public Map<String, Optional<LocalDateTime>> finalizedUntil(Set<String> tables) {
    return new SparkLake(spark, lake).finalizedUntil(tables);
  }

  private static ApplyResult result(Future<ApplyResult> running) {
    try {
      return running.get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new SilverException("a table's run broke off: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SilverException("interrupted while tables were applied", e);
    }
  }
}
