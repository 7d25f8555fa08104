package dev.mssqlcdc.soak;

import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** One writer: transactions of random statements on rows of its own, committed or not. */
final class Session implements Runnable {

  private static final long TRANSACTIONS_OF_SESSION = 1_000_000_000L;
  private static final long MOST_UNCHECKED = 150_000;
  private static final int ROWS = 150;
  private static final int BLOCK_EVERY = 1_500;
  private static final int BLOCK_ROWS = 20_000;
  private static final int ROLLBACK_EVERY = 12;
  private static final int STATEMENTS = 5;
  private static final long MOST_PAUSE = Duration.ofMillis(40).toNanos();
  private static final long HELD_BACK = Duration.ofMillis(50).toNanos();

  private static final int UNKNOWN_COLUMN = 207;
  private static final int DUPLICATE_KEY = 2627;
  private static final int LOCK_TIMEOUT = 1222;
  private static final int DEADLOCK = 1205;
  private static final int KILLED = 596;

  /** A column that was just dropped, a lock that was not to be had. */
  private static final Set<Integer> EXPECTED =
      Set.of(UNKNOWN_COLUMN, LOCK_TIMEOUT, DEADLOCK, KILLED);

  private final int number;
  private final SoakDatabase database;
  private final Run run;
  private final SplittableRandom random;
  private final Model model;
  private final long firstRow;
  private Connection connection;
  private volatile int spid;
  private long transactions;

  Session(int number, SoakDatabase database, Run run, SplittableRandom random) {
    this.number = number;
    this.database = database;
    this.run = run;
    this.random = random;
    this.firstRow = number * KeyShape.ROWS_OF_SESSION;
    this.model = new Model(firstRow);
  }

  /** The server's number of its connection; 0 while it has none. */
  int spid() {
    return spid;
  }

  @Override
  public void run() {
    try {
      while (run.isLoading()) {
        LockSupport.parkNanos(random.nextLong(MOST_PAUSE));
        if (run.log().unchecked() > MOST_UNCHECKED) {
          LockSupport.parkNanos(HELD_BACK);
        } else {
          transaction();
        }
      }
      disconnect();
    } catch (Exception e) {
      run.fail("session " + number, e);
    }
  }

  private void transaction() throws SQLException {
    long id = number * TRANSACTIONS_OF_SESSION + ++transactions;
    long began = run.ticks().next();
    try {
      connect();
      statements(id);
    } catch (SQLException e) {
      failed(e);
      return;
    }
    if (random.nextInt(ROLLBACK_EVERY) == 0) {
      model.rollBack();
      run.figures().rolledBack();
      rollBack();
      return;
    }
    run.log().deciding(() -> decide(id, began));
  }

  private void statements(long id) throws SQLException {
    var statements = new Statements(connection, model, random, firstRow, id);
    statements.mark(database.marks());
    List<SoakTable> tables = database.tables();
    if (random.nextInt(BLOCK_EVERY) == 0) {
      statements.block(tables.get(random.nextInt(tables.size())), 1 + random.nextInt(BLOCK_ROWS));
    }
    for (int left = 1 + random.nextInt(STATEMENTS); left > 0; left--) {
      statements.any(tables.get(random.nextInt(tables.size())), ROWS);
    }
  }

  private void failed(SQLException e) throws SQLException {
    model.rollBack();
    if (!EXPECTED.contains(e.getErrorCode()) && !SoakDatabase.isConnectionLost(e)) {
      throw e;
    }
    run.figures().failed();
    rollBack();
  }

  private void rollBack() {
    try {
      if (connection != null) {
        connection.rollback();
      }
    } catch (SQLException e) {
      disconnect();
    }
  }

  private void decide(long id, long began) throws SQLException {
    boolean isCommitted;
    try {
      connection.commit();
      isCommitted = true;
    } catch (SQLException e) {
      run.figures().unknown();
      disconnect();
      isCommitted = findOut(id);
    }
    if (isCommitted) {
      List<Change> changes = model.commit();
      run.figures().committed(changes.size());
      run.log().publish(new Transaction(id, number, began, run.ticks().next(), changes));
    } else {
      model.rollBack();
    }
  }

  /**
   * Whether the transaction was committed: then its mark is taken. Inserting it waits for a server
   * that is still at it; reading would not, on every server.
   */
  private boolean findOut(long id) throws SQLException {
    while (true) {
      try {
        connect();
        new Statements(connection, new Model(0), random, firstRow, id).mark(database.marks());
        connection.rollback();
        return false;
      } catch (SQLException e) {
        if (e.getErrorCode() == DUPLICATE_KEY) {
          rollBack();
          return true;
        }
        if (!EXPECTED.contains(e.getErrorCode()) && !SoakDatabase.isConnectionLost(e)) {
          throw e;
        }
        disconnect();
      }
    }
  }

  private void connect() throws SQLException {
    if (connection == null) {
      connection = database.connect();
      connection.setAutoCommit(false);
      spid = Integer.parseInt(Sql.one(connection, "SELECT @@SPID"));
    }
  }

  private void disconnect() {
    spid = 0;
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // it was lost
    } finally {
      connection = null;
    }
  }
}
