package dev.mssqlcdc.silver;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.compare.Checked;
import dev.mssqlcdc.silver.compare.ComparedColumns;
import dev.mssqlcdc.silver.compare.Findings;
import dev.mssqlcdc.silver.compare.KeyRanges;
import dev.mssqlcdc.silver.compare.RangeChoice;
import dev.mssqlcdc.silver.compare.RangeTotals;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.TableView;
import dev.mssqlcdc.silver.source.ChangeTables;
import dev.mssqlcdc.silver.source.SourceDatabase;
import dev.mssqlcdc.silver.source.SourceScan;
import dev.mssqlcdc.silver.source.SourceTable;
import dev.mssqlcdc.silver.source.TableReads;
import dev.mssqlcdc.silver.spark.Differences;
import dev.mssqlcdc.silver.spark.SilverComparison;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares one table. */
final class TableCheck {

  private static final Logger LOG = LoggerFactory.getLogger(TableCheck.class);

  private final ReconcileOptions options;
  private final SourceDatabase database;
  private final SilverComparison silver;

  TableCheck(ReconcileOptions options, SourceDatabase database, SilverComparison silver) {
    this.options = options;
    this.database = database;
    this.silver = silver;
  }

  /**
   * Compares it.
   *
   * @param view read before the silver table was opened
   * @throws SilverException when it cannot be compared
   */
  Checked run(TableView view) {
    Lsn applied = view.control().state().applied().orElseThrow(TableCheck::notApplied);
    view.control().state().openSnapshot().ifPresent(TableCheck::refuseUnsettled);
    Lsn inBronze = view.verdict().map(Verdict::endLsn).orElseThrow(TableCheck::notApplied);
    Optional<Lsn> captured = database.head().maxLsn();
    if (captured.filter(lsn -> lsn.compareTo(inBronze) >= 0).isEmpty()) {
      throw new SilverException(
          ("the source's last captured LSN is %s, bronze holds changes up to %s: the URL leads to"
                  + " another database, to one that was restored, or to a replica that lags")
              .formatted(captured.map(Lsn::toString).orElse("not there"), inBronze));
    }
    SourceTable table = database.table(view.name(), silver.instance(), silver.topic());
    ComparedColumns columns = ComparedColumns.of(silver.columns(), silver.key(), table.columns());
    Compared compared = compare(columns, new TableReads(database, table, columns));
    Findings findings =
        compared.differences().isEmpty()
            ? compared.differences().none()
            : explain(
                compared.differences(),
                columns,
                new ChangeTables(database, table, columns.key()),
                applied,
                inBronze);
    return compared.checked(applied, columns, findings);
  }

  private static void refuseUnsettled(String snapshot) {
    throw new SilverException(
        ("snapshot %s is being applied to silver chunk by chunk: compare once it is complete and"
                + " settled, and applied")
            .formatted(snapshot));
  }

  private static SilverException notApplied() {
    return new SilverException("silver has not been applied yet: run silver-job apply");
  }

  /**
   * What was compared.
   *
   * @param differences of the parts whose rows were read
   * @param parts how many parts there are
   * @param read how many of them were read
   * @param totals rows of the source and of silver, where parts were not read
   */
  private record Compared(Differences differences, int parts, int read, Optional<Rows> totals) {

    Checked checked(Lsn applied, ComparedColumns columns, Findings found) {
      Findings all = totals.map(rows -> found.withRows(rows.source(), rows.silver())).orElse(found);
      return new Checked(applied, columns.left(), parts, read, all);
    }
  }

  private record Rows(long source, long silver) {

    static Rows of(List<RangeTotals> source, List<RangeTotals> silver) {
      return new Rows(
          source.stream().mapToLong(RangeTotals::rows).sum(),
          silver.stream().mapToLong(RangeTotals::rows).sum());
    }
  }

  /** Only integers have ranges that both sides agree on: text has the order of its collation. */
  private Compared compare(ComparedColumns columns, TableReads source) {
    Optional<TableReads.Bounds> bounds =
        columns.key().get(0).isInteger() ? source.bounds() : Optional.empty();
    if (bounds.isEmpty()) {
      return new Compared(
          silver.differences(columns, List.of(source.rows())), 1, 1, Optional.empty());
    }
    KeyRanges ranges =
        KeyRanges.of(bounds.get().min(), bounds.get().max(), silver.rows(), options.partRows());
    return options.all() ? all(columns, source, ranges) : some(columns, source, ranges);
  }

  private Compared all(ComparedColumns columns, TableReads source, KeyRanges ranges) {
    List<SourceScan> scans =
        IntStream.range(0, ranges.count()).mapToObj(part -> source.rows(ranges, part)).toList();
    return new Compared(
        silver.differences(columns, scans), ranges.count(), ranges.count(), Optional.empty());
  }

  private Compared some(ComparedColumns columns, TableReads source, KeyRanges ranges) {
    List<RangeTotals> inSource =
        IntStream.range(0, ranges.count()).mapToObj(part -> source.totals(ranges, part)).toList();
    List<RangeTotals> inSilver = silver.totals(columns, ranges);
    // Another sample each time: in the course of many runs all of the table is read.
    RangeChoice choice = RangeChoice.of(inSource, inSilver, options.sample(), new Random());
    Set<Integer> read = choice.all();
    LOG.debug("parts with other counts or key sums: {} of {}", choice.unequal(), ranges.count());
    List<SourceScan> scans = read.stream().map(part -> source.rows(ranges, part)).toList();
    return new Compared(
        silver.differences(columns, scans, ranges, read),
        ranges.count(),
        read.size(),
        Optional.of(Rows.of(inSource, inSilver)));
  }

  /**
   * Tells differences from changes on their way. All that the source's rows show was committed
   * before they had been read, and all of that is in bronze or in the change tables once capture is
   * past that time.
   */
  private Findings explain(
      Differences differences,
      ComparedColumns columns,
      ChangeTables changes,
      Lsn applied,
      Lsn inBronze) {
    SourceDatabase.Head afterRead = database.head();
    Lsn captured = afterRead.maxLsn().orElse(inBronze);
    Dataset<Row> waiting = silver.changedKeys(columns, applied);
    Dataset<Row> known =
        waiting.union(silver.changedKeys(columns, changes.keys(inBronze, captured)));
    long unexplained = differences.notIn(known);
    if (unexplained == 0) {
      return differences.findings(known);
    }
    Lsn reached =
        changes
            .awaitPast(afterRead.clock(), options.patience())
            .orElseThrow(() -> behind(unexplained, afterRead.clock()));
    Findings last =
        differences.findings(
            waiting.union(silver.changedKeys(columns, changes.keys(inBronze, reached))));
    if (last.unexplained() > 0 && !changes.reachBackTo(inBronze)) {
      throw new SilverException(
          ("%d keys differ, and changes above %s, which is as far as bronze goes, were cleaned up in"
                  + " the source: whether they explain it cannot be told. Let the connector catch up"
                  + " (it finds the loss), apply, and run again")
              .formatted(last.unexplained(), inBronze));
    }
    return last;
  }

  private SilverException behind(long unexplained, LocalDateTime read) {
    return new SilverException(
        ("%d keys differ, and capture has not come past %s, the server's time when they were read,"
                + " within %d s: whether changes explain it cannot be told. Check that the capture"
                + " job runs, or wait longer")
            .formatted(unexplained, read, options.patience().toSeconds()));
  }
}
