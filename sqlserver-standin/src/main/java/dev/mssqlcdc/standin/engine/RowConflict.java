package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockErrors;
import dev.mssqlcdc.standin.lock.Patience;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement that would write rows of others' transactions. H2 says so after {@link #H2_MILLIS};
 * the wait is here, and the statement then runs again.
 */
final class RowConflict {
  /** How long H2 itself waits for a row: as short as it can. */
  static final int H2_MILLIS = 1;

  private static final int LOCK_TIMEOUT = 50200;
  private static final int CONCURRENT_UPDATE = 90131;
  private static final Pattern ROW = Pattern.compile("Map entry <([^>]+)> with key <(-?\\d+)>");

  private final DatabaseSession writer;
  private final List<TableDef> written;
  private final long began = System.nanoTime();

  RowConflict(DatabaseSession writer, List<TableDef> written) {
    this.writer = writer;
    this.written = written;
  }

  static boolean isIn(SQLException failure) {
    return failure.getErrorCode() == LOCK_TIMEOUT;
  }

  /**
   * Waits for who holds the rows.
   *
   * @throws dev.mssqlcdc.standin.model.SqlError 1222 after the timeout, 1205 if the wait would
   *     never end
   */
  void await(SQLException failure, Patience patience) throws SQLException {
    if (patience.cancelled().getAsBoolean()) {
      throw LockErrors.cancelled();
    }
    List<Holder> holders = holders(failure);
    LockErrors.require(Holder.await(holders, writer, patience));
    // H2's own connections are no sessions, and whoever was meant may have gone
    boolean late = patience.timeout().map(this::hasPassed).orElse(false);
    if (holders.isEmpty() && late) {
      throw LockErrors.timedOut();
    }
  }

  private boolean hasPassed(Duration time) {
    return System.nanoTime() - began >= time.toNanos();
  }

  private List<Holder> holders(SQLException failure) throws SQLException {
    Optional<Matcher> row = row(failure);
    List<Holder> holders = new ArrayList<>();
    for (DatabaseSession other : writer.database().working()) {
      if (other != writer) {
        Holder holder = new Holder(other, other.transaction());
        boolean holds =
            row.isPresent()
                ? H2Changes.has(other.h2(), row.get().group(1), Long.parseLong(row.get().group(2)))
                : isAboutKey(failure) && hasWritten(other);
        if (holds) {
          holders.add(holder);
        }
      }
    }
    return holders;
  }

  /**
   * The row as H2 names it. The transaction that it names too may have ended, its number another's.
   */
  private static Optional<Matcher> row(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Matcher row = ROW.matcher(String.valueOf(cause.getMessage()));
      if (row.find()) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  /** Of a key of a unique index H2 does not tell who has taken it. */
  private static boolean isAboutKey(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && e.getErrorCode() == CONCURRENT_UPDATE) {
        return true;
      }
    }
    return false;
  }

  private boolean hasWritten(DatabaseSession session) throws SQLException {
    for (TableDef table : written) {
      if (!H2Changes.rows(session.h2(), table).isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
