package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import java.util.Optional;

/** What runs on this thread: H2 calls functions by name and hands them no session of ours. */
record RunningStatement(Session session, Database database) {
  private static final ThreadLocal<RunningStatement> CURRENT = new ThreadLocal<>();

  /** Empty where no client's statement runs, as in the server's own work: all is visible then. */
  static Optional<RunningStatement> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /** Marks the start of a statement; returns what ran before it. */
  RunningStatement enter() {
    RunningStatement before = CURRENT.get();
    CURRENT.set(this);
    return before;
  }

  /** Marks the end of a statement. */
  static void exit(RunningStatement before) {
    if (before == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(before);
    }
  }

  boolean sees(int objectId) {
    SessionSecurity security = session.security();
    if (security.isUnrestricted(database)) {
      return true;
    }
    Optional<TableDef> table = database.catalog().byId(objectId);
    return table.map(t -> security.sees(database, Securables.of(t), t.schema())).orElse(true);
  }

  /** Raises 229 unless the session may call a change function. */
  void requireFunction(String name) {
    session.access().checkFunction(database, name);
  }

  boolean mayRead(String captureInstance) {
    Optional<CaptureInstance> instance = database.cdc().instance(captureInstance);
    return instance.map(i -> session.access().mayRead(database, i)).orElse(false);
  }
}
