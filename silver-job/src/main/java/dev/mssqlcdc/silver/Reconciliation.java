package dev.mssqlcdc.silver;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.ReconcileResult.Verdict;
import dev.mssqlcdc.silver.compare.Checked;
import dev.mssqlcdc.silver.compare.ReportRows;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.run.Failures;
import dev.mssqlcdc.silver.run.TableView;
import dev.mssqlcdc.silver.run.Times;
import dev.mssqlcdc.silver.source.SourceAddress;
import dev.mssqlcdc.silver.source.SourceDatabase;
import dev.mssqlcdc.silver.spark.SilverComparison;
import dev.mssqlcdc.silver.spark.SparkLake;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares silver tables with their source tables, at any time: also while the source is written
 * and silver is applied. It writes nothing but rows of the reports table.
 */
public final class Reconciliation {

  private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);

  private final SparkSession spark;
  private final Lake lake;
  private final SourceAddress source;

  public Reconciliation(SparkSession spark, Lake lake, SourceAddress source) {
    this.spark = spark;
    this.lake = lake;
    this.source = source;
  }

  /**
   * Compares tables one after the other. One that cannot be compared does not stop the others.
   *
   * @return one result per table; none before the delta-writer has made a table
   * @throws LakeException when the lake, its control, its facts or its reports cannot be read
   * @throws SilverException when the source cannot be reached, or a table is asked for that is not
   *     there
   */
  public List<ReconcileResult> run(ReconcileOptions options) {
    SparkLake tables = new SparkLake(spark, lake);
    String runId = UUID.randomUUID().toString();
    LocalDateTime now = Times.now(Clock.systemUTC());
    List<ReconcileResult> results = new ArrayList<>();
    List<Map<String, Object>> report = new ArrayList<>();
    // Control is read before silver and bronze: silver holds what control says, or more.
    for (TableView view : tables.views(options.tables())) {
      ReconcileResult result = check(options, tables, view);
      results.add(result);
      report.addAll(report(new ReportRows(runId, now, view.name()), result));
    }
    if (!report.isEmpty()) {
      tables.reports().append(report);
    }
    return results;
  }

  private static List<Map<String, Object>> report(ReportRows rows, ReconcileResult result) {
    if (result.verdict() == Verdict.SKIPPED) {
      return List.of();
    }
    return result.checked().map(rows::of).orElseGet(() -> rows.ofError(result.note()));
  }

  private ReconcileResult check(ReconcileOptions options, SparkLake tables, TableView view) {
    long started = System.nanoTime();
    Verdict verdict;
    String note = "";
    Optional<Checked> checked = Optional.empty();
    try (SourceDatabase database = new SourceDatabase(source)) {
      Optional<SilverComparison> comparison = tables.comparison(view.name());
      note = skipped(comparison, database);
      if (note.isEmpty()) {
        checked = comparison.map(table -> new TableCheck(options, database, table).run(view));
      }
      verdict =
          checked
              .map(c -> c.findings().unexplained() == 0 ? Verdict.EQUAL : Verdict.DIFFERENT)
              .orElse(Verdict.SKIPPED);
    } catch (Exception e) {
      // Spark's own are checked ones, which its methods do not declare.
      Failures.log(LOG, view.name(), e);
      verdict = Verdict.NOT_CHECKED;
      note = Failures.explain(e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    return new ReconcileResult(view.name(), verdict, note, checked, took);
  }

  private static String skipped(Optional<SilverComparison> comparison, SourceDatabase database) {
    if (comparison.isEmpty()) {
      return "bronze names no key: the table has none, or has had no row yet";
    }
    String there = database.name();
    return comparison
        .flatMap(SilverComparison::database)
        .filter(own -> !own.equalsIgnoreCase(there))
        .map(own -> "it comes from database %s, the URL leads to %s".formatted(own, there))
        .orElse("");
  }
}
