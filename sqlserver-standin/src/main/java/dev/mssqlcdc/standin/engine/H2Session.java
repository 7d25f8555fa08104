package dev.mssqlcdc.standin.engine;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.tx.Transaction;

/** What JDBC has no words for in a connection to H2. */
final class H2Session {
  private static final Field TRANSACTION = field(SessionLocal.class, "transaction");
  private static final Field STATE = field(Transaction.class, "statusAndLogId");
  private static final Method COMPOSED = composed();

  private H2Session() {}

  /** Empty if the connection is closed. */
  static Optional<SessionLocal> of(Connection h2) throws SQLException {
    return Optional.ofNullable((SessionLocal) h2.unwrap(JdbcConnection.class).getSession());
  }

  /** The open transaction; asking the session itself would begin one. */
  static Optional<Transaction> transaction(Connection h2) throws SQLException {
    return of(h2).flatMap(H2Session::transaction);
  }

  private static Optional<Transaction> transaction(SessionLocal session) {
    try {
      return Optional.ofNullable((Transaction) TRANSACTION.get(session));
    } catch (IllegalAccessException e) {
      throw unreadable(e);
    }
  }

  /** True if H2 has chosen the open transaction as the victim of a deadlock. */
  static boolean isVictim(Connection h2) throws SQLException {
    return transaction(h2).filter(t -> t.getStatus() != Transaction.STATUS_OPEN).isPresent();
  }

  /** How far the open transaction has come: a mark to go back to. */
  static long position(Connection h2) throws SQLException {
    return transaction(h2).map(Transaction::setSavepoint).orElse(0L);
  }

  /** Takes back what the transaction did after a mark. */
  static void rollbackTo(Connection h2, long position) throws SQLException {
    transaction(h2).ifPresent(transaction -> transaction.rollbackToSavepoint(position));
    forgetRollback(h2);
  }

  /**
   * After a rollback of a part, H2 lets nobody wait for the transaction: who wants its rows asks
   * for them again and again, without a pause and without a timeout.
   */
  static void forgetRollback(Connection h2) throws SQLException {
    Optional<Transaction> transaction = transaction(h2);
    if (transaction.isPresent()) {
      try {
        long position = transaction.get().setSavepoint();
        ((AtomicLong) STATE.get(transaction.get()))
            .compareAndSet(state(position, true), state(position, false));
      } catch (ReflectiveOperationException e) {
        throw unreadable(e);
      }
    }
  }

  private static long state(long position, boolean rolledBack) throws ReflectiveOperationException {
    return (long) COMPOSED.invoke(null, Transaction.STATUS_OPEN, position, rolledBack);
  }

  /** Work in a connection. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws SQLException;
  }

  /** Runs work that waits no longer than this for what H2 locks. */
  static <T> T waiting(Connection h2, int millis, Work<T> work) throws SQLException {
    SessionLocal session = of(h2).orElseThrow();
    int before = session.getLockTimeout();
    session.setLockTimeout(millis);
    try {
      return work.run();
    } finally {
      session.setLockTimeout(before);
    }
  }

  /**
   * Lets go of H2's catalog, which it locks for a temporary table as well and writes nothing to.
   */
  static void unlockCatalog(Connection h2) throws SQLException {
    SessionLocal session = of(h2).orElseThrow();
    session.getDatabase().unlockMeta(session);
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException e) {
      throw unreadable(e);
    }
  }

  private static Method composed() {
    try {
      Method method =
          Transaction.class.getDeclaredMethod("composeState", int.class, long.class, boolean.class);
      method.setAccessible(true);
      return method;
    } catch (ReflectiveOperationException e) {
      throw unreadable(e);
    }
  }

  private static IllegalStateException unreadable(ReflectiveOperationException cause) {
    return new IllegalStateException("H2's transaction cannot be read", cause);
  }
}
