package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;

/** The commits of one range with their times, asked for in ascending LSN order. */
public final class CommitTimes {

  private final List<LogEntry> entries;
  private final long[] micros;
  private int next;

  /**
   * @param entries in LSN order
   * @param floor time of the last commit before them, microseconds since 1970 UTC
   */
  public CommitTimes(List<LogEntry> entries, ServerZone zone, long floor) {
    this.entries = List.copyOf(entries);
    this.micros = new long[entries.size()];
    long last = floor;
    for (int i = 0; i < micros.length; i++) {
      last = zone.toMicros(entries.get(i).time(), last);
      micros[i] = last;
    }
  }

  /**
   * The time of a commit, microseconds since 1970 UTC. Amortised constant: LSNs must not descend.
   *
   * @throws SourceException when the mapping has no entry of the commit
   */
  public long at(Lsn lsn) {
    while (next < micros.length && entries.get(next).lsn().compareTo(lsn) < 0) {
      next++;
    }
    if (next == micros.length || !entries.get(next).lsn().equals(lsn)) {
      throw new SourceException(
          SourceException.Kind.INCONSISTENT,
          "cdc.lsn_time_mapping has no entry for the commit at LSN " + lsn,
          "check whether the mapping was cleaned by hand; if its rows are gone, re-snapshot the table");
    }
    return micros[next];
  }

  /** The time of the last commit at or below an LSN; {@code otherwise} when there is none here. */
  public long atOrBelow(Lsn lsn, long otherwise) {
    int i = indexAtOrBelow(lsn);
    return i < 0 ? otherwise : micros[i];
  }

  /** The last entry at or below an LSN. */
  public Optional<LogEntry> entryAtOrBelow(Lsn lsn) {
    int i = indexAtOrBelow(lsn);
    return i < 0 ? Optional.empty() : Optional.of(entries.get(i));
  }

  private int indexAtOrBelow(Lsn lsn) {
    int i = micros.length - 1;
    while (i >= 0 && entries.get(i).lsn().compareTo(lsn) > 0) {
      i--;
    }
    return i;
  }
}
