package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;

/** ALTER DATABASE ... SET. Options that change no answer of the stand-in have no effect. */
final class DatabaseAlteration {
  private static final List<String> WITHOUT_EFFECT =
      List.of(
          "RECOVERY",
          "COMPATIBILITY_LEVEL",
          "AUTO_CLOSE",
          "AUTO_SHRINK",
          "AUTO_CREATE_STATISTICS",
          "AUTO_UPDATE_STATISTICS",
          "PAGE_VERIFY",
          "QUERY_STORE",
          "DELAYED_DURABILITY",
          "TARGET_RECOVERY_TIME",
          "MULTI_USER",
          "READ_WRITE",
          "ONLINE");

  private final Session session;
  private final String text;

  DatabaseAlteration(Session session, String text) {
    this.session = session;
    this.text = text;
  }

  void run(TokenCursor in) throws SQLException {
    String name = in.accept("CURRENT") ? session.database().name() : in.name();
    Database altered =
        session
            .engine()
            .database(name)
            .orElseThrow(() -> SqlError.of(5011, "Database '" + name + "' does not exist."));
    in.expect("SET");
    if (in.accept("ALLOW_SNAPSHOT_ISOLATION")) {
      altered.allowSnapshotIsolation(in.accept("ON"));
      session.engine().describeDatabases();
    } else if (in.accept("READ_COMMITTED_SNAPSHOT")) {
      altered.readCommittedVersions(in.accept("ON"));
      session.engine().describeDatabases();
    } else if (in.accept("OFFLINE") || in.accept("SINGLE_USER")) {
      if (in.accept("WITH", "ROLLBACK", "IMMEDIATE")) {
        session.engine().recovery().clear(altered, session);
      }
      requireAlone(altered);
    } else if (!in.peek().isAny(WITHOUT_EFFECT)) {
      throw SqlError.notSupported("this ALTER DATABASE", text);
    }
  }

  /** Nobody but this session may be there: the stand-in waits for no one to go. */
  private void requireAlone(Database altered) {
    if (altered.sessions().get() > session.uses(altered)) {
      throw SqlError.notSupported("taking a database from the sessions that use it", text);
    }
  }
}
