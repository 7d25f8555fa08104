package dev.mssqlcdc.soak;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.standin.StandinServer;
import dev.mssqlcdc.standin.fault.DatabaseFaults;
import dev.mssqlcdc.standin.fault.StatementFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What goes wrong at the source. Only sessions can be killed on a server that is no stand-in. */
final class Faults {

  private static final int LOCK_TIMEOUT = 1222;
  private static final int SEVERITY = 16;
  private static final int STATEMENTS = 4;
  private static final int ROWS = 60;
  private static final int LONGEST_REFUSAL_MILLIS = 2_500;

  /** What only the connector's statements contain. */
  private static final List<String> OF_CONNECTOR =
      List.of(
          "_CT]",
          "fn_cdc_get_max_lsn",
          "fn_cdc_get_min_lsn",
          "sp_cdc_help_change_data_capture",
          "sp_cdc_get_ddl_history");

  private final SoakDatabase database;
  private final List<Session> sessions;
  private final RandomGenerator random;

  Faults(SoakDatabase database, List<Session> sessions, RandomGenerator random) {
    this.database = database;
    this.sessions = sessions;
    this.random = random;
  }

  /**
   * Something goes wrong.
   *
   * @return whether every connection to the database may be gone
   */
  boolean any(Connection connection) throws SQLException {
    Optional<StandinServer> standin = database.server().standin();
    int chance = standin.isPresent() ? random.nextInt(100) : 0;
    if (chance < 35) {
      killSession(connection);
    } else if (chance < 55) {
      faults(standin.get()).failStatement(StatementFault.deadlock(nth(), ofConnector()));
    } else if (chance < 65) {
      faults(standin.get())
          .failStatement(
              new StatementFault(
                  nth(),
                  ofConnector(),
                  LOCK_TIMEOUT,
                  SEVERITY,
                  "Lock request time out period exceeded."));
    } else if (chance < 90) {
      faults(standin.get()).dropConnectionAfterRows(1 + random.nextInt(ROWS), ofConnector());
    } else if (chance < 95) {
      faults(standin.get())
          .refuseConnections(Duration.ofMillis(random.nextInt(LONGEST_REFUSAL_MILLIS)));
    } else {
      standin.get().faults().failover(database.name(), Optional.empty());
      return true;
    }
    return false;
  }

  void clear() {
    database.server().standin().ifPresent(standin -> standin.faults().clear(database.name()));
  }

  private DatabaseFaults faults(StandinServer standin) {
    return standin.faults().in(database.name());
  }

  private int nth() {
    return 1 + random.nextInt(STATEMENTS);
  }

  private String ofConnector() {
    return OF_CONNECTOR.get(random.nextInt(OF_CONNECTOR.size()));
  }

  private void killSession(Connection connection) throws SQLException {
    int spid = sessions.get(random.nextInt(sessions.size())).spid();
    if (spid == 0) {
      return;
    }
    String kill =
        database.server().standin().isPresent()
            ? "EXEC standin.kill_session @session_id = "
            : "KILL ";
    Sql.execute(connection, kill + spid);
  }
}
