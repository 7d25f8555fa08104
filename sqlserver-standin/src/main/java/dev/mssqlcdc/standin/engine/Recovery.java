package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Failover, restore, kill: what befalls a whole server, database or session. */
public final class Recovery {
  private static final long LONGEST_END_NANOS = 10_000_000_000L;

  private final Engine engine;
  private final Map<String, DatabaseImage> points = new ConcurrentHashMap<>();

  Recovery(Engine engine) {
    this.engine = engine;
  }

  /**
   * Every session dies at once, as when another node takes over.
   *
   * @param database only the sessions that work in it; empty for all of the server
   * @param serverName what {@code @@SERVERNAME} says there from now on; empty to keep it
   */
  public void failover(Optional<String> database, Optional<String> serverName) throws SQLException {
    Predicate<Database> concerned = any -> true;
    if (database.isPresent()) {
      concerned = required(database.get())::equals;
    }
    if (serverName.isPresent()) {
      for (Database each : engine.databases()) {
        if (concerned.test(each)) {
          each.serverName(serverName.get());
        }
      }
    }
    Predicate<Database> chosen = concerned;
    engine.sessions().kill(session -> session.worksIn(chosen));
  }

  /**
   * Ends one session.
   *
   * @throws SqlError 6106 if there is none of this number
   */
  public void killSession(int spid) {
    engine.sessions().kill(spid);
  }

  /** Lifts every fault of the server and its databases, locks from outside and holds included. */
  public void clearFaults() {
    engine.faults().clear();
    engine.databases().forEach(Database::clearFaults);
  }

  /** Lifts the faults of one database. */
  public void clearFaults(String database) {
    engine.faults().in(database).clear();
    required(database).clearFaults();
  }

  /** Remembers all that is committed in a database, under a name. */
  public void mark(String database, String point) throws SQLException {
    points.put(key(database, point), required(database).image());
  }

  /**
   * Puts a database back to a point: tables, catalog, change tables and LSNs are as they were then.
   * Its sessions are killed first.
   *
   * @throws SqlError 3013 if there is no such point
   */
  public void restore(String database, String point) throws SQLException {
    DatabaseImage image = points.get(key(database, point));
    if (image == null) {
      throw SqlError.of(
          3013,
          "RESTORE DATABASE is terminating abnormally. There is no restore point '" + point + "'.");
    }
    Database restored = required(database);
    restored.offline(true);
    try {
      engine.sessions().kill(session -> session.worksIn(restored::equals));
      awaitEnd(restored, 0);
      // nobody describes the databases to one that has no tables
      synchronized (engine) {
        restored.restore(image);
        engine.describeDatabases();
      }
    } finally {
      restored.offline(false);
    }
  }

  /** Ends all sessions that work in a database but one. */
  void clear(Database database, Session remaining) {
    engine.sessions().kill(session -> session != remaining && session.worksIn(database::equals));
    awaitEnd(database, remaining.uses(database));
  }

  private static void awaitEnd(Database database, int remaining) {
    long start = System.nanoTime();
    while (database.sessions().get() > remaining) {
      if (System.nanoTime() - start > LONGEST_END_NANOS) {
        throw SqlError.of(
            3101,
            "Exclusive access could not be obtained because the database is in use: "
                + database.name());
      }
      Thread.onSpinWait();
    }
  }

  private Database required(String name) {
    return engine
        .database(name)
        .orElseThrow(
            () ->
                SqlError.of(
                    911,
                    "Database '"
                        + name
                        + "' does not exist. Make sure that the name is entered correctly."));
  }

  private static String key(String database, String point) {
    return database.toLowerCase(Locale.ROOT) + '\0' + point.toLowerCase(Locale.ROOT);
  }
}
