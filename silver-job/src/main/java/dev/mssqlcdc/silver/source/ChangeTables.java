package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.compare.ComparedColumn;
import dev.mssqlcdc.silver.plan.SilverException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The changes of one table that the source still holds. */
public final class ChangeTables {

  /** Commits of one moment may bear times in another order than their LSNs. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final SourceDatabase database;
  private final SourceTable table;
  private final List<ComparedColumn> key;

  public ChangeTables(SourceDatabase database, SourceTable table, List<ComparedColumn> key) {
    this.database = database;
    this.table = table;
    this.key = List.copyOf(key);
  }

  /**
   * Waits until capture has come past a time, so that every commit before it is in the change
   * tables.
   *
   * @param until server's local time
   * @return the last captured LSN then; empty when capture did not get there
   */
  public Optional<Lsn> awaitPast(LocalDateTime until, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      Optional<Lsn> reached = database.head().maxLsn().filter(isPast(until.plus(MARGIN)));
      if (reached.isPresent() || System.nanoTime() > deadline) {
        return reached;
      }
      sleep(pause);
    }
  }

  private Predicate<Lsn> isPast(LocalDateTime time) {
    return lsn -> database.lastCommit(lsn).filter(last -> last.isAfter(time)).isPresent();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SilverException("interrupted while capture was waited for", e);
    }
  }

  /**
   * The keys of the changes in a range; a key may come several times.
   *
   * @param from exclusive
   * @param to inclusive
   */
  public List<SourceScan> keys(Lsn from, Lsn to) {
    return withKey().map(instance -> scan(instance, from, to)).toList();
  }

  private Stream<CaptureInstance> withKey() {
    List<String> names = key.stream().map(ComparedColumn::source).toList();
    return database.instances(table).stream()
        .filter(instance -> database.capturedNames(instance).containsAll(names));
  }

  /**
   * Whether no change above an LSN has been cleaned up. To be asked after the keys were read: what
   * is cleaned up is first announced.
   */
  public boolean reachBackTo(Lsn lsn) {
    return withKey().anyMatch(instance -> instance.startLsn().compareTo(lsn.next()) <= 0);
  }

  private SourceScan scan(CaptureInstance instance, Lsn from, Lsn to) {
    String changes = "[cdc]." + SourceTable.quote(instance.name() + "_CT");
    String sql =
        "SELECT %s FROM %s WHERE __$start_lsn > %s AND __$start_lsn <= %s"
            .formatted(SourceTable.names(key), changes, from, to);
    return new SourceScan(database.address(), "reading changes of " + table, sql, key);
  }
}
