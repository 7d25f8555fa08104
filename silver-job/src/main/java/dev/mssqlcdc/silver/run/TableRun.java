package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.Lease;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.Planner;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.SilverState;
import dev.mssqlcdc.silver.plan.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings silver tables to the verdicts on their bronze tables, step by step: plan, read, take,
 * prepare, write. May be used for one table after the other, and for several at the same time.
 */
public final class TableRun {

  private static final Logger LOG = LoggerFactory.getLogger(TableRun.class);

  private final ControlRows control;
  private final Duration lease;
  private final Clock clock;
  private final boolean anew;
  private final Progress progress;
  private final String runId = UUID.randomUUID().toString();

  /**
   * A run.
   *
   * @param lease how long the run holds a table without renewing
   * @param clock tells UTC
   * @param anew whether tables are built anew, whatever they hold
   * @param progress is told of each table that is read or written
   */
  public TableRun(
      ControlRows control, Duration lease, Clock clock, boolean anew, Progress progress) {
    this.control = control;
    this.lease = lease;
    this.clock = clock;
    this.anew = anew;
    this.progress = progress;
  }

  /**
   * Takes all steps with one table.
   *
   * @param data opens the table's data; not called when there is nothing to do
   * @throws SilverException when the table cannot be applied
   */
  public Outcome run(TableView view, Supplier<TableData> data) {
    Plan plan = plan(view, Optional.empty());
    if (plan instanceof Plan.NothingYet || plan instanceof Plan.UpToDate) {
      return idle(plan, view);
    }
    TableData table = data.get();
    if (!table.hasKey()) {
      return Outcome.without(
          Action.KEYLESS,
          "bronze names no key: the table has none, or has had no row yet; columns that are unique"
              + " in the source may be declared as its key",
          view.control().state());
    }
    if (!(plan instanceof Plan.Work work)) {
      return idle(plan, view);
    }
    try (Step.Ready ready = read(work, view, table)) {
      Step taken = take(ready);
      prepare(taken);
      return write(taken);
    }
  }

  /**
   * Decides what to do.
   *
   * @param target what the table's group can be brought to; empty for bronze's own verdict
   */
  Plan plan(TableView view, Optional<Verdict> target) {
    SilverState state = view.control().state();
    return anew
        ? Planner.planAnew(view.verdict(), target, view.events(), state, now())
        : Planner.plan(view.verdict(), target, view.events(), state, now());
  }

  /** What a run with nothing to write says. */
  static Outcome idle(Plan plan, TableView view) {
    SilverState state = view.control().state();
    if (plan instanceof Plan.NothingYet nothing) {
      return Outcome.without(Action.NOTHING_YET, nothing.why(), state);
    }
    return plan instanceof Plan.Hold hold
        ? Outcome.without(Action.HELD, hold.why(), state)
        : Outcome.without(Action.UP_TO_DATE, "", state);
  }

  Step.Ready read(Plan.Work plan, TableView view, TableData data) {
    progress.reads(view.name());
    return new Step.Ready(plan, view.control(), data, data.read(plan));
  }

  /** Takes the table for this run, if there is something to write to it. */
  Step take(Step.Ready ready) {
    if (ready.changes().isEmpty()) {
      return ready;
    }
    // Before the lease is taken: a run that takes over after it expired gets a greater one.
    long fence = ready.data().fence(now(), lease);
    Lease taken = new Lease(runId, now().plus(lease));
    ControlRow held = replace(ready.row(), ready.row().state().begin(ready.plan(), taken));
    return new Step.Held(ready, fence, new LeaseKeeper(control, held, lease, clock));
  }

  /** Makes silver such that it can take what is written; a failure gives the table back. */
  void prepare(Step step) {
    if (step instanceof Step.Held held) {
      releasing(
          held,
          () -> {
            held.ready().changes().prepare();
            return null;
          });
    }
  }

  /** Writes; a failure gives the table back. */
  Outcome write(Step step) {
    Step.Ready ready = step.ready();
    if (!(step instanceof Step.Held held)) {
      return outcome(ready, Changes.Written.NOTHING, finish(ready.plan(), ready.row()));
    }
    progress.writes(ready.row().table(), ready.changes().rowsRead());
    try (LeaseKeeper keeper = held.keeper()) {
      Changes.Written written = releasing(held, () -> ready.changes().write(held.fence()));
      return outcome(ready, written, finish(ready.plan(), keeper.stop()));
    }
  }

  private <T> T releasing(Step.Held held, Supplier<T> work) {
    try {
      return work.get();
    } catch (Exception e) {
      giveBack(held);
      throw e;
    }
  }

  /** Gives a table back, so that the next run need not wait for the lease to expire. */
  void giveBack(Step step) {
    if (step instanceof Step.Held held) {
      try (LeaseKeeper keeper = held.keeper()) {
        ControlRow row = keeper.stop();
        control.replace(row, row.state().release());
      } catch (Exception e) {
        LOG.debug("the lease was not given back, it expires by itself", e);
      }
    }
  }

  private ControlRow finish(Plan.Work plan, ControlRow row) {
    return replace(row, row.state().finish(plan));
  }

  private ControlRow replace(ControlRow row, SilverState next) {
    return control.replace(row, next).orElseThrow(() -> LeaseKeeper.lost(row));
  }

  private static Outcome outcome(Step.Ready ready, Changes.Written written, ControlRow row) {
    long read = ready.changes().rowsRead();
    String note = ready.plan().held().map(held -> "the verdict waits: " + held.why()).orElse("");
    return new Outcome(
        action(ready.plan()), note, read, written.upserted(), written.deleted(), row.state());
  }

  private static Action action(Plan.Work done) {
    if (done.held().isPresent()) {
      return Action.AHEAD;
    }
    return done instanceof Plan.Apply ? Action.APPLIED : Action.REBUILT;
  }

  private LocalDateTime now() {
    return Times.now(clock);
  }
}
