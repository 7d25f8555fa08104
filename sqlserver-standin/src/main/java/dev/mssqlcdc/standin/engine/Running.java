package dev.mssqlcdc.standin.engine;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The statement that a session runs in H2, so that another thread can stop it. */
final class Running {
  private static final Logger LOG = LoggerFactory.getLogger(Running.class);

  private Optional<Work> work = Optional.empty();

  private record Work(PreparedStatement statement, Thread thread) {}

  /** On the thread that is about to run the statement. */
  synchronized void begin(PreparedStatement statement) {
    work = Optional.of(new Work(statement, Thread.currentThread()));
  }

  /** On the same thread, whatever came of it. */
  synchronized void end() {
    if (work.isPresent()) {
      work = Optional.empty();
      // a cancel that came too late must not meet the next statement
      Thread.interrupted();
    }
  }

  /** H2 looks at a cancel while it works, and at an interrupt while it waits for a row. */
  synchronized void cancel() {
    if (work.isPresent()) {
      try {
        work.get().statement().cancel();
        work.get().thread().interrupt();
      } catch (SQLException e) {
        LOG.debug("A statement could not be cancelled", e);
      }
    }
  }
}
