package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** A DBA with a heavy hand: changes tables and capture instances, cleans up, breaks connections. */
final class Operator implements Runnable {

  private static final long MOST_PAUSE = Duration.ofMillis(900).toNanos();
  private static final long MOST_STANDSTILL = Duration.ofSeconds(2).toNanos();
  private static final Duration TABLE_EVERY = Duration.ofMinutes(3);
  private static final Duration FIRST_TABLE = Duration.ofSeconds(70);

  private static final int LOCK_TIMEOUT = 1222;
  private static final int DEADLOCK = 1205;
  private static final int NO_SUCH_SESSION = 6106;

  /** Nothing was done. */
  private static final Set<Integer> NOT_DONE = Set.of(LOCK_TIMEOUT, DEADLOCK, NO_SUCH_SESSION);

  private final SoakDatabase database;
  private final Run run;
  private final Faults faults;
  private final Definitions definitions;
  private final RandomGenerator random;
  private Connection connection;
  private int lateTables;
  private long nextTable = System.nanoTime() + FIRST_TABLE.toNanos();

  Operator(SoakDatabase database, Run run, Faults faults, RandomGenerator random) {
    this.database = database;
    this.run = run;
    this.faults = faults;
    this.random = random;
    this.definitions = new Definitions(run, random);
  }

  @Override
  public void run() {
    try {
      connection = database.connectAtLast();
      while (run.isLoading()) {
        LockSupport.parkNanos(random.nextLong(MOST_PAUSE));
        try {
          act();
        } catch (SQLException e) {
          if (!NOT_DONE.contains(e.getErrorCode())) {
            throw e;
          }
        }
      }
      faults.clear();
      connection.close();
    } catch (Exception e) {
      run.fail("the operator", e);
    }
  }

  private void act() throws SQLException {
    if (System.nanoTime() > nextTable) {
      nextTable += TABLE_EVERY.toNanos();
      database.add(SoakTables.late(++lateTables), random);
    }
    List<SoakTable> known =
        database.all().stream().filter(table -> !table.progress().isZero()).toList();
    if (known.isEmpty()) {
      return;
    }
    SoakTable table = known.get(random.nextInt(known.size()));
    int chance = random.nextInt(100);
    if (chance < 20) {
      fault();
    } else if (chance < 50) {
      cleanUp(table);
    } else if (table == database.marks()) {
      disableReleased(table);
    } else if (chance < 75) {
      definitions.change(connection, table);
    } else if (chance < 85) {
      switchOver(table);
    } else if (chance < 93) {
      disableReleased(table);
    } else if (chance < 98) {
      overtake(table);
    } else {
      disableTooEarly(table);
    }
  }

  private void fault() throws SQLException {
    run.figures().fault();
    if (random.nextInt(10) == 0) {
      database.capture(false);
      LockSupport.parkNanos(random.nextLong(MOST_STANDSTILL));
      database.capture(true);
    } else if (faults.any(connection)) {
      connection.close();
      connection = database.connectAtLast();
    }
  }

  private void switchOver(SoakTable table) throws SQLException {
    if (table.enabled().size() == 1 && table.newest().isRead()) {
      database.enable(connection, table);
      run.figures().switched();
    }
  }

  private void disableReleased(SoakTable table) throws SQLException {
    Instance oldest = table.enabled().get(0);
    if (oldest.isReleased()) {
      database.disable(connection, table, oldest);
    }
  }

  /** Removes what was read. */
  private void cleanUp(SoakTable table) throws SQLException {
    cleanUp(table, SoakDatabase.lastEntry(connection, table.progress()));
  }

  private void cleanUp(SoakTable table, Lsn below) throws SQLException {
    for (Instance instance : table.enabled()) {
      if (SoakDatabase.startOf(connection, instance).compareTo(below) < 0) {
        SoakDatabase.cleanUp(connection, instance, below);
        run.figures().cleanedUp();
      }
    }
  }

  /** Removes all there is, read or not. */
  private void overtake(SoakTable table) throws SQLException {
    if (table.isToldOf()) {
      Lsn last = SoakDatabase.lastEntry(connection, Lsn.MAX);
      table.losesBelow(last);
      cleanUp(table, last);
      run.figures().lossMade();
    }
  }

  /** The next instance does not hold what the old one held that was not read. */
  private void disableTooEarly(SoakTable table) throws SQLException {
    if (table.enabled().size() == 1 && table.isToldOf()) {
      Instance old = table.newest();
      Instance next = database.enable(connection, table);
      run.figures().switched();
      table.losesBelow(SoakDatabase.startOf(connection, next));
      database.disable(connection, table, old);
      run.figures().lossMade();
    }
  }
}
