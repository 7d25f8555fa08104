package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;

/** ALTER DATABASE ... SET. Options that change no answer of the stand-in have no effect. */
final class DatabaseAlteration {
  private static final List<String> WITHOUT_EFFECT =
      List.of(
          "READ_COMMITTED_SNAPSHOT",
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
    } else if (in.accept("OFFLINE") || in.accept("SINGLE_USER")) {
      requireAlone(altered);
    } else if (!in.peek().isAny(WITHOUT_EFFECT)) {
      throw SqlError.notSupported("this ALTER DATABASE", text);
    }
  }

  /** Nobody but this session may be there: the stand-in throws no one out. */
  private void requireAlone(Database altered) {
    int own = altered == session.database() ? 1 : 0;
    if (altered.sessions().get() > own + session.transactions().worksIn(altered)) {
      throw SqlError.notSupported("taking a database from the sessions that use it", text);
    }
  }
}
