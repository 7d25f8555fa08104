package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableDef;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The transaction log of a database as far as capture needs it. One lock covers giving out an LSN,
 * the commit in H2 and the append: the order of LSNs is the order of commits.
 */
final class CaptureLog {
  private final LsnClock lsns = new LsnClock();
  private final ServerClock clock;
  private final Deque<Logged> records = new ArrayDeque<>();
  private long lastTransactionId = 0x1000;

  private record Logged(LogRecord content, long nanos) {}

  CaptureLog(ServerClock clock) {
    this.clock = clock;
  }

  private void add(LogRecord content) {
    records.add(new Logged(content, System.nanoTime()));
  }

  /** Commits what the session wrote and logs its changes. */
  synchronized void commit(Connection h2, ChangeBuffer buffer) throws SQLException {
    LocalDateTime began = buffer.began();
    Lsn first = lsns.reserve(2L * buffer.size() + 1);
    Lsn lsn = lsns.next();
    h2.commit();
    add(
        new LogRecord.Commit(
            lsn, first, ++lastTransactionId, began, clock.datetime(), buffer.take()));
  }

  /** Runs an action under the log's lock with an LSN of its own: no commit comes between. */
  synchronized <T> T at(Function<Lsn, T> action) {
    return action.apply(lsns.next());
  }

  synchronized void altered(TableDef after, String command, Optional<Integer> column) {
    LocalDateTime minute = clock.datetime().withSecond(0).withNano(0);
    add(new LogRecord.Ddl(lsns.next(), minute, after, command, column));
  }

  /** Logs an idle entry, unless there is something else to capture. */
  synchronized void idle() {
    if (records.isEmpty()) {
      add(new LogRecord.Idle(lsns.next(), clock.datetime()));
    }
  }

  /**
   * The oldest records, which stay in the log until they are removed.
   *
   * @param age how old a record is at least
   */
  synchronized List<LogRecord> peek(int count, Duration age) {
    long now = System.nanoTime();
    return records.stream()
        .limit(count)
        .takeWhile(logged -> now - logged.nanos() >= age.toNanos())
        .map(Logged::content)
        .toList();
  }

  synchronized void remove(int count) {
    for (int i = 0; i < count; i++) {
      records.remove();
    }
  }

  synchronized void clear() {
    records.clear();
  }

  /** What the log and its clock hold at one moment. */
  record State(long position, long lastTransactionId, List<LogRecord> records) {}

  /** Takes the state together with what else must belong to the same moment. */
  synchronized <T> T freeze(Frozen<T> action) throws SQLException {
    return action.take(
        new State(
            lsns.position(), lastTransactionId, records.stream().map(Logged::content).toList()));
  }

  synchronized void restore(State state) {
    lsns.position(state.position());
    lastTransactionId = state.lastTransactionId();
    records.clear();
    state.records().forEach(this::add);
  }

  /** Reads while no commit comes between. */
  @FunctionalInterface
  interface Frozen<T> {
    T take(State state) throws SQLException;
  }
}
