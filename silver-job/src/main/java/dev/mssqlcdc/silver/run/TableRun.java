package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.FactEvent;
import dev.mssqlcdc.silver.plan.Lease;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.Planner;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.SilverState;
import dev.mssqlcdc.silver.plan.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one silver table to the verdict on its bronze table. */
public final class TableRun {

  private static final Logger LOG = LoggerFactory.getLogger(TableRun.class);

  private final ControlRows control;
  private final Duration lease;
  private final Clock clock;
  private final String runId = UUID.randomUUID().toString();

  /**
   * A run that may be used for one table after the other.
   *
   * @param lease how long the run holds a table without renewing
   * @param clock tells UTC
   */
  public TableRun(ControlRows control, Duration lease, Clock clock) {
    this.control = control;
    this.lease = lease;
    this.clock = clock;
  }

  /**
   * Runs once.
   *
   * @param bronze the verdict on bronze, read before the events
   * @param events what the facts tell of the table
   * @param row silver's row in control, read before the events
   * @param data opens the table's data; not called when there is nothing to do
   * @throws SilverException when the table cannot be applied
   */
  public Outcome run(
      Optional<Verdict> bronze, List<FactEvent> events, ControlRow row, Supplier<TableData> data) {
    Plan plan = Planner.plan(bronze, events, row.state(), now());
    if (plan instanceof Plan.NothingYet nothing) {
      return Outcome.without(Action.NOTHING_YET, nothing.why(), row.state());
    }
    if (plan instanceof Plan.UpToDate) {
      return Outcome.without(Action.UP_TO_DATE, "", row.state());
    }
    TableData table = data.get();
    if (!table.hasKey()) {
      return Outcome.without(
          Action.KEYLESS,
          "bronze names no key: the table has none, or has had no row yet",
          row.state());
    }
    return plan instanceof Plan.Hold hold
        ? Outcome.without(Action.HELD, hold.why(), row.state())
        : work((Plan.Work) plan, row, table);
  }

  private Outcome work(Plan.Work plan, ControlRow row, TableData data) {
    try (Changes changes = data.read(plan)) {
      if (changes.isEmpty()) {
        return outcome(plan, changes.rowsRead(), Changes.Written.NOTHING, finish(plan, row));
      }
      // Before the lease is taken: a run that takes over after it expired gets a greater one.
      long fence = data.fence(now(), lease);
      Lease taken = new Lease(runId, now().plus(lease));
      ControlRow held = replace(row, row.state().begin(plan.target().endLsn(), taken));
      try (LeaseKeeper keeper = new LeaseKeeper(control, held, lease, clock)) {
        Changes.Written written = write(changes, fence, keeper);
        return outcome(plan, changes.rowsRead(), written, finish(plan, keeper.stop()));
      }
    }
  }

  private Changes.Written write(Changes changes, long fence, LeaseKeeper keeper) {
    try {
      return changes.write(fence);
    } catch (RuntimeException e) {
      release(keeper, e);
      throw e;
    }
  }

  /** The next run need not wait for the lease to expire; but what matters is the first error. */
  private void release(LeaseKeeper keeper, RuntimeException error) {
    try {
      ControlRow held = keeper.stop();
      control.replace(held, held.state().release());
    } catch (RuntimeException e) {
      LOG.debug("the lease was not given back, it expires by itself", e);
      error.addSuppressed(e);
    }
  }

  private ControlRow finish(Plan.Work plan, ControlRow row) {
    return replace(row, row.state().finish(plan));
  }

  private ControlRow replace(ControlRow row, SilverState next) {
    return control.replace(row, next).orElseThrow(() -> LeaseKeeper.lost(row));
  }

  private static Outcome outcome(
      Plan.Work plan, long rowsRead, Changes.Written written, ControlRow row) {
    Action action = plan instanceof Plan.Rebuild ? Action.REBUILT : Action.APPLIED;
    return new Outcome(action, "", rowsRead, written.upserted(), written.deleted(), row.state());
  }

  private LocalDateTime now() {
    return Times.now(clock);
  }
}
