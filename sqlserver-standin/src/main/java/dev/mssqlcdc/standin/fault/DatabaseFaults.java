package dev.mssqlcdc.standin.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Faults on demand of the sessions that work in one database: those that chose it at login or by
 * USE. Thread-safe.
 */
public final class DatabaseFaults {
  private final List<Countdown> statements = new ArrayList<>();
  private final Gate gate = new Gate();
  private Drop drop = new Drop(0, "");
  private Slow slow = new Slow(0, Duration.ZERO, "");

  private record Drop(long rows, String containing) {}

  private record Slow(long rows, Duration delay, String containing) {}

  private static final class Countdown {
    private final StatementFault fault;
    private int left;

    Countdown(StatementFault fault) {
      this.fault = fault;
      this.left = fault.nth();
    }
  }

  /** Fails one statement to come. Several faults may be set; each happens once. */
  public synchronized void failStatement(StatementFault fault) {
    statements.add(new Countdown(fault));
  }

  /**
   * Breaks the connection of the next statement with so many rows, after the client was sent them.
   * It happens once.
   *
   * @param containing only a statement whose text contains this; empty for any
   */
  public synchronized void dropConnectionAfterRows(long rows, String containing) {
    requirePositive(rows);
    drop = new Drop(rows, containing);
  }

  /**
   * Waits after every so many rows of every statement, until {@link #clear}.
   *
   * @param containing only statements whose text contains this; empty for all
   */
  public synchronized void slowRows(long rows, Duration delay, String containing) {
    requirePositive(rows);
    slow = new Slow(rows, delay, containing);
  }

  private static void requirePositive(long rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("rows " + rows + " is less than 1");
    }
  }

  /** Breaks off every login to this database, until {@link #acceptConnections}. */
  public void refuseConnections() {
    gate.close();
  }

  /** Breaks off every login to this database for a while. */
  public void refuseConnections(Duration time) {
    gate.close(time);
  }

  public void acceptConnections() {
    gate.open();
  }

  /** Lifts every fault of this database. */
  public synchronized void clear() {
    gate.open();
    statements.clear();
    drop = new Drop(0, "");
    slow = new Slow(0, Duration.ZERO, "");
  }

  /** True while logins are broken off. */
  public boolean refusesConnections() {
    return gate.isClosed();
  }

  /** Counts a statement; returns the fault whose turn it is. */
  public synchronized Optional<StatementFault> beforeStatement(String text) {
    Optional<StatementFault> due = Optional.empty();
    for (Iterator<Countdown> all = statements.iterator(); all.hasNext(); ) {
      Countdown countdown = all.next();
      if (countdown.fault.concerns(text) && --countdown.left <= 0 && due.isEmpty()) {
        due = Optional.of(countdown.fault);
        all.remove();
      }
    }
    return due;
  }

  /** What is to happen to the rows of a statement. */
  public synchronized RowFaults rowsOf(String text) {
    boolean drops = drop.rows() > 0 && StatementFault.contains(text, drop.containing());
    boolean slows = slow.rows() > 0 && StatementFault.contains(text, slow.containing());
    if (!drops && !slows) {
      return RowFaults.NONE;
    }
    return new RowFaults(drops ? drop.rows() : 0, slows ? slow.rows() : 0, slow.delay());
  }

  /** The connection is dropped: the next ones stay. */
  public synchronized void dropped() {
    drop = new Drop(0, "");
  }
}
