package dev.mssqlcdc.quickstart;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Changes of a source that go on while a test looks elsewhere. */
final class Meanwhile {

  interface Change {
    void make() throws SQLException;
  }

  private Meanwhile() {}

  /** Makes a change again and again, in a thread of its own. */
  static CompletableFuture<Void> until(AtomicBoolean done, Change change) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            while (!done.get()) {
              change.make();
            }
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
