package dev.mssqlcdc.standin.engine;

import java.sql.SQLException;

/** What SET sets within dynamic SQL or a prepared statement ends with it. */
final class OptionScope {
  private final Session session;
  private final SessionOptions before;

  OptionScope(Session session) {
    this.session = session;
    this.before = session.options().copy();
  }

  void end() {
    SessionOptions now = session.options();
    try {
      if (before.isolation() != now.isolation()) {
        session.transactions().isolation(before.isolation());
      }
      now.set(before);
    } catch (SQLException e) {
      throw SqlErrors.of(e, session.database(), "SET");
    }
  }
}
