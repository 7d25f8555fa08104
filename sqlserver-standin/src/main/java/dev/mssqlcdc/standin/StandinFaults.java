package dev.mssqlcdc.standin;

import dev.mssqlcdc.standin.engine.Database;
import dev.mssqlcdc.standin.engine.Engine;
import dev.mssqlcdc.standin.fault.DatabaseFaults;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Faults on demand, in process. {@code EXEC standin.<fault>} does the same from a session. What
 * concerns one database does not touch the sessions of others.
 */
public final class StandinFaults {
  private final Engine engine;

  StandinFaults(Engine engine) {
    this.engine = engine;
  }

  /** The faults of the sessions that work in a database. */
  public DatabaseFaults in(String database) {
    return engine.faults().in(database);
  }

  /** Closes every new connection to the server, until {@link #acceptConnections}. */
  public void refuseConnections() {
    engine.faults().refuseConnections();
  }

  /** Closes every new connection to the server for a while. */
  public void refuseConnections(Duration time) {
    engine.faults().refuseConnections(time);
  }

  public void acceptConnections() {
    engine.faults().acceptConnections();
  }

  /** Lifts the faults of the server and of all databases, locks of tables included. */
  public void clear() {
    engine.recovery().clearFaults();
  }

  /** Lifts the faults of a database, locks of tables included. */
  public void clear(String database) {
    engine.recovery().clearFaults(database);
  }

  /**
   * Every session of the server dies at once.
   *
   * @param serverName what {@code @@SERVERNAME} says from now on; empty to keep it
   */
  public void failover(Optional<String> serverName) {
    run("failover", () -> engine.recovery().failover(Optional.empty(), serverName));
  }

  /** Every session that works in a database dies at once; others go on. */
  public void failover(String database, Optional<String> serverName) {
    run("failover", () -> engine.recovery().failover(Optional.of(database), serverName));
  }

  /**
   * Locks a table as if a writer outside had it: readers at READ COMMITTED and above wait for it,
   * and writers.
   *
   * @param table its name of one or two parts
   */
  public void lockTable(String database, String table) {
    database(database).lockTable(parts(table));
  }

  public void unlockTable(String database, String table) {
    database(database).unlockTable(parts(table));
  }

  private Database database(String name) {
    return engine
        .database(name)
        .orElseThrow(() -> new IllegalArgumentException("There is no database " + name));
  }

  private static List<String> parts(String name) {
    return new TokenCursor(Lexer.tokens(name)).qualifiedName();
  }

  /** Ends one session, by its {@code @@SPID}. */
  public void killSession(int spid) {
    engine.recovery().killSession(spid);
  }

  /** Remembers all that is committed in a database, under a name. */
  public void markRestorePoint(String database, String point) {
    run("mark_restore_point", () -> engine.recovery().mark(database, point));
  }

  /**
   * Puts a database back to a point: tables, catalog, change tables and LSNs are as they were then,
   * and LSNs given out since will be given out again. Its sessions are killed.
   */
  public void restore(String database, String point) {
    run("restore", () -> engine.recovery().restore(database, point));
  }

  private interface Work {
    void run() throws SQLException;
  }

  private static void run(String what, Work work) {
    try {
      work.run();
    } catch (SQLException e) {
      throw new IllegalStateException("The stand-in failed at " + what, e);
    }
  }
}
