package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.run.Failures;
import dev.mssqlcdc.silver.run.GroupRun;
import dev.mssqlcdc.silver.run.Outcome;
import dev.mssqlcdc.silver.run.Progress;
import dev.mssqlcdc.silver.run.TableData;
import dev.mssqlcdc.silver.run.TableRun;
import dev.mssqlcdc.silver.run.TableView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One run's results, table by table and group by group.
 *
 * @param steps with a table
 * @param data opens a table's data
 * @param progress is told of tables that are done with
 */
record ApplyRun(TableRun steps, Function<String, TableData> data, Progress progress) {

  ApplyResult table(TableView view) {
    long started = System.nanoTime();
    Outcome outcome;
    try {
      outcome = steps.run(view, () -> data.apply(view.name()));
    } catch (Exception e) {
      // Spark's own are checked ones, which its methods do not declare.
      outcome = Failures.outcome(view, e);
    }
    return result(view, outcome, started);
  }

  /**
   * Brings a group's tables to one LSN.
   *
   * @param views of all tables that are there
   */
  List<ApplyResult> group(TableGroup group, List<TableView> views, Executor pool) {
    long started = System.nanoTime();
    Map<String, TableView> known =
        views.stream().collect(Collectors.toMap(TableView::name, view -> view));
    List<TableView> members =
        group.tables().stream()
            .sorted()
            .map(name -> known.getOrDefault(name, TableView.absent(name)))
            .toList();
    GroupRun all = new GroupRun(group.name(), steps, data, pool);
    return all.run(members).entrySet().stream()
        .map(entry -> result(entry.getKey(), entry.getValue(), started))
        .toList();
  }

  private ApplyResult result(TableView view, Outcome outcome, long started) {
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    progress.ends(view.name(), outcome, took);
    return new ApplyResult(
        view.name(),
        outcome.action(),
        outcome.note(),
        outcome.rowsRead(),
        outcome.upserted(),
        outcome.deleted(),
        outcome.state().applied(),
        outcome.state().verdict(),
        took);
  }
}
