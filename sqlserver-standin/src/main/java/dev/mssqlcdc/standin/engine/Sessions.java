package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The sessions of a server, so that they can be killed. Thread-safe. */
public final class Sessions {
  private final Map<Session, Runnable> sessions = new ConcurrentHashMap<>();

  /**
   * Enters a session.
   *
   * @param disconnect breaks its connection at once
   */
  public void add(Session session, Runnable disconnect) {
    sessions.put(session, disconnect);
  }

  public void remove(Session session) {
    sessions.remove(session);
  }

  /** Ends the sessions that a condition chooses; their transactions roll back. */
  void kill(Predicate<Session> chosen) {
    sessions.forEach(
        (session, disconnect) -> {
          if (chosen.test(session)) {
            disconnect.run();
          }
        });
  }

  /**
   * Ends one session.
   *
   * @throws SqlError 6106 if there is none of this number
   */
  void kill(int spid) {
    if (sessions.keySet().stream().noneMatch(session -> session.spid() == spid)) {
      throw SqlError.of(6106, "Process ID " + spid + " is not an active process ID.");
    }
    kill(session -> session.spid() == spid);
  }
}
