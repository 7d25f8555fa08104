package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.fault.DatabaseFaults;
import dev.mssqlcdc.standin.fault.StatementFault;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The procedures of the schema {@code standin}, which no SQL Server has: faults and controls for
 * tests. They concern the current database unless {@code @database} names another.
 */
final class StandinProcedures {
  /** What their names start with among the procedures. */
  static final String SCHEMA = "standin";

  private static final int DEFAULT_ERROR = 50000;
  private static final int DEFAULT_SEVERITY = 16;

  private final Session session;

  StandinProcedures(Session session) {
    this.session = session;
  }

  private interface Control {
    void run(Arguments arguments) throws SQLException;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    put(procedures, "drop_connection", this::dropConnection);
    put(procedures, "refuse_connections", this::refuseConnections);
    put(procedures, "accept_connections", arguments -> faults(arguments).acceptConnections());
    put(procedures, "fail_statement", this::failStatement);
    put(procedures, "deadlock", this::deadlock);
    put(procedures, "slow_rows", this::slowRows);
    put(procedures, "clear_faults", this::clear);
    put(procedures, "lock_table", arguments -> database(arguments).lockTable(table(arguments)));
    put(procedures, "unlock_table", arguments -> database(arguments).unlockTable(table(arguments)));
    put(procedures, "failover", this::failover);
    put(procedures, "kill_session", this::killSession);
    put(procedures, "mark_restore_point", this::mark);
    put(procedures, "restore", this::restore);
    put(procedures, "pause_capture", arguments -> database(arguments).cdc().pause(true));
    put(procedures, "resume_capture", arguments -> database(arguments).cdc().pause(false));
    put(procedures, "capture_lag", this::captureLag);
    put(procedures, "hold_cleanup", arguments -> database(arguments).cdc().holdCleanup());
    put(procedures, "release_cleanup", arguments -> database(arguments).cdc().releaseCleanup());
    put(procedures, "capture", arguments -> database(arguments).cdc().scan());
  }

  private void put(Map<String, Procedures.Procedure> procedures, String name, Control control) {
    procedures.put(
        SCHEMA + "." + name,
        (arguments, out) -> {
          requireSysadmin(name);
          control.run(arguments);
        });
  }

  private void requireSysadmin(String name) {
    if (!session.security().isSysadmin()) {
      throw new SqlError(
          229,
          14,
          "The EXECUTE permission was denied on the object '"
              + name
              + "', database '"
              + session.database().name()
              + "', schema '"
              + SCHEMA
              + "'.");
    }
  }

  private Database database(Arguments arguments) {
    Optional<String> name = named(arguments, "@database");
    return name.isEmpty() ? session.database() : session.required(name.get());
  }

  private DatabaseFaults faults(Arguments arguments) {
    return session.engine().faults().in(database(arguments).name());
  }

  private void dropConnection(Arguments arguments) {
    faults(arguments)
        .dropConnectionAfterRows(
            number(arguments, 0, "@rows").orElse(1L), containing(arguments, 1));
  }

  private void refuseConnections(Arguments arguments) {
    Optional<Long> millis = number(arguments, 0, "@milliseconds");
    if (millis.isPresent()) {
      faults(arguments).refuseConnections(Duration.ofMillis(millis.get()));
    } else {
      faults(arguments).refuseConnections();
    }
  }

  private void failStatement(Arguments arguments) {
    int error = number(arguments, 1, "@error").orElse((long) DEFAULT_ERROR).intValue();
    faults(arguments)
        .failStatement(
            new StatementFault(
                number(arguments, 0, "@nth").orElse(1L).intValue(),
                containing(arguments, 3),
                error,
                number(arguments, 4, "@severity").orElse((long) DEFAULT_SEVERITY).intValue(),
                arguments.text(2, "@message").orElse("Error " + error + " on demand.")));
  }

  private void deadlock(Arguments arguments) {
    faults(arguments)
        .failStatement(
            StatementFault.deadlock(
                number(arguments, 0, "@nth").orElse(1L).intValue(), containing(arguments, 1)));
  }

  private void slowRows(Arguments arguments) {
    faults(arguments)
        .slowRows(
            number(arguments, 0, "@rows").orElse(1L),
            Duration.ofMillis(number(arguments, 1, "@milliseconds").orElse(1L)),
            containing(arguments, 2));
  }

  private void clear(Arguments arguments) {
    session.engine().recovery().clearFaults(database(arguments).name());
  }

  private static List<String> table(Arguments arguments) {
    String name = arguments.text(0, "@table").orElse("");
    return new TokenCursor(Lexer.tokens(name)).qualifiedName();
  }

  private void captureLag(Arguments arguments) {
    database(arguments)
        .cdc()
        .lag(Duration.ofMillis(number(arguments, 0, "@milliseconds").orElse(0L)));
  }

  private void failover(Arguments arguments) throws SQLException {
    session
        .engine()
        .recovery()
        .failover(named(arguments, "@database"), arguments.text(0, "@server_name"));
  }

  private void killSession(Arguments arguments) {
    session.engine().recovery().killSession(required(arguments, "@session_id").intValue());
  }

  private void mark(Arguments arguments) throws SQLException {
    session.engine().recovery().mark(database(arguments).name(), point(arguments));
  }

  private void restore(Arguments arguments) throws SQLException {
    Database database = database(arguments);
    if (session.worksIn(database::equals)) {
      throw SqlError.of(
          3102,
          "RESTORE cannot process database '"
              + database.name()
              + "' because it is in use by this session. It is recommended that the master"
              + " database be used when performing this operation.");
    }
    session.engine().recovery().restore(database.name(), point(arguments));
  }

  private static String point(Arguments arguments) {
    return arguments.text(0, "@point").orElse("");
  }

  private static String containing(Arguments arguments, int position) {
    return arguments.text(position, "@containing").orElse("");
  }

  private static Optional<String> named(Arguments arguments, String name) {
    return arguments.text(Integer.MAX_VALUE, name);
  }

  private static Long required(Arguments arguments, String name) {
    return number(arguments, 0, name)
        .orElseThrow(() -> SqlError.of(201, "The procedure expects parameter '" + name + "'."));
  }

  private static Optional<Long> number(Arguments arguments, int position, String name) {
    Object value = arguments.value(position, name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Number number) {
      return Optional.of(number.longValue());
    }
    throw SqlError.of(8114, "Error converting data type to bigint for parameter '" + name + "'.");
  }
}
