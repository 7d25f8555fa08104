package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.CommonTarget;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.Parallel.Attempt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings silver tables of one database to one LSN. None is written before all can be: what stands
 * in the way of one makes the others wait.
 */
public final class GroupRun {

  private static final Logger LOG = LoggerFactory.getLogger(GroupRun.class);

  private final String name;
  private final TableRun run;
  private final Function<String, TableData> data;
  private final Parallel parallel;

  /**
   * A run.
   *
   * @param name of the group
   * @param data opens a table's data
   * @param pool where tables are read and written at the same time
   */
  public GroupRun(String name, TableRun run, Function<String, TableData> data, Executor pool) {
    this.name = name;
    this.run = run;
    this.data = data;
    this.parallel = new Parallel(pool);
  }

  /** Runs once, and gives what came out for each table. */
  public Map<TableView, Outcome> run(List<TableView> tables) {
    try {
      return apply(plans(tables));
    } catch (ObstacleException e) {
      return waiting(tables, e);
    }
  }

  private Map<TableView, Outcome> waiting(List<TableView> tables, ObstacleException obstacle) {
    String why =
        "group %s waits for %s: %s".formatted(name, obstacle.table().name(), obstacle.getMessage());
    LOG.info("{}", why);
    Map<TableView, Outcome> outcomes = new LinkedHashMap<>();
    for (TableView table : tables) {
      outcomes.put(table, Outcome.without(Action.HELD, why, table.control().state()));
    }
    outcomes.put(obstacle.table(), obstacle.outcome());
    return outcomes;
  }

  private Map<TableView, Plan> plans(List<TableView> tables) throws ObstacleException {
    Optional<Verdict> target = CommonTarget.of(tables.stream().map(TableView::verdict).toList());
    Map<TableView, Plan> plans = new LinkedHashMap<>();
    for (TableView table : tables) {
      try {
        plans.put(table, run.plan(table, target));
      } catch (RuntimeException e) {
        throw new ObstacleException(table, Failures.outcome(table, e));
      }
    }
    for (Map.Entry<TableView, Plan> entry : plans.entrySet()) {
      if (entry.getValue() instanceof Plan.NothingYet || entry.getValue() instanceof Plan.Hold) {
        throw new ObstacleException(
            entry.getKey(), TableRun.idle(entry.getValue(), entry.getKey()));
      }
    }
    return plans;
  }

  private Map<TableView, Outcome> apply(Map<TableView, Plan> plans) throws ObstacleException {
    Map<TableView, Outcome> outcomes = new LinkedHashMap<>();
    Map<TableView, Plan.Work> work = new LinkedHashMap<>();
    plans.forEach(
        (table, plan) -> {
          if (plan instanceof Plan.Work some) {
            work.put(table, some);
          } else {
            outcomes.put(table, TableRun.idle(plan, table));
          }
        });
    if (!work.isEmpty()) {
      outcomes.putAll(write(work, opened(plans)));
    }
    return outcomes;
  }

  /** The data of all tables, also of those with nothing to write: they have to fit together. */
  private Map<TableView, TableData> opened(Map<TableView, Plan> plans) throws ObstacleException {
    Map<TableView, TableData> opened =
        values(parallel.each(plans, (table, plan) -> data.apply(table.name())));
    Set<String> sources = new TreeSet<>();
    for (Map.Entry<TableView, TableData> entry : opened.entrySet()) {
      entry.getValue().source().ifPresent(sources::add);
      if (!entry.getValue().hasKey()) {
        throw refused(
            entry.getKey(), "it has no key, and none is declared, and so no silver table");
      }
      if (sources.size() > 1) {
        throw refused(
            entry.getKey(),
            "the group's tables are of different databases, whose LSNs do not compare: "
                + String.join(", ", sources));
      }
    }
    return opened;
  }

  private static ObstacleException refused(TableView table, String why) {
    return new ObstacleException(table, Failures.outcome(table, new SilverException(why)));
  }

  private Map<TableView, Outcome> write(
      Map<TableView, Plan.Work> work, Map<TableView, TableData> opened) throws ObstacleException {
    Map<TableView, Attempt<Step.Ready>> read =
        parallel.each(work, (table, plan) -> run.read(plan, table, opened.get(table)));
    try {
      return write(taken(values(read)));
    } finally {
      read.values().stream()
          .filter(attempt -> attempt.failure() == null)
          .forEach(attempt -> attempt.value().close());
    }
  }

  private Map<TableView, Step> taken(Map<TableView, Step.Ready> ready) throws ObstacleException {
    Map<TableView, Step> taken = new LinkedHashMap<>();
    try {
      for (Map.Entry<TableView, Step.Ready> entry : ready.entrySet()) {
        Step step = run.take(entry.getValue());
        run.prepare(step);
        taken.put(entry.getKey(), step);
      }
    } catch (Exception e) {
      taken.values().forEach(run::giveBack);
      TableView refused = next(ready, taken);
      throw new ObstacleException(refused, Failures.outcome(refused, e));
    }
    return taken;
  }

  private static TableView next(Map<TableView, Step.Ready> ready, Map<TableView, Step> taken) {
    return ready.keySet().stream().filter(table -> !taken.containsKey(table)).findFirst().get();
  }

  /** From here on each table is for itself; the next run brings one that fails up to the others. */
  private Map<TableView, Outcome> write(Map<TableView, Step> steps) {
    Map<TableView, Outcome> outcomes = new LinkedHashMap<>();
    parallel
        .each(steps, (table, step) -> run.write(step))
        .forEach((table, attempt) -> outcomes.put(table, outcome(table, attempt)));
    return outcomes;
  }

  private static Outcome outcome(TableView table, Attempt<Outcome> attempt) {
    return attempt.failure() == null ? attempt.value() : Failures.outcome(table, attempt.failure());
  }

  private static <T> Map<TableView, T> values(Map<TableView, Attempt<T>> attempts)
      throws ObstacleException {
    Map<TableView, T> values = new LinkedHashMap<>();
    for (Map.Entry<TableView, Attempt<T>> entry : attempts.entrySet()) {
      if (entry.getValue().failure() != null) {
        throw new ObstacleException(
            entry.getKey(), Failures.outcome(entry.getKey(), entry.getValue().failure()));
      }
      values.put(entry.getKey(), entry.getValue().value());
    }
    return values;
  }
}
