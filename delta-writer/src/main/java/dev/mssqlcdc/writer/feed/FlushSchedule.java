package dev.mssqlcdc.writer.feed;

import dev.mssqlcdc.writer.core.FlushLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * When feeds are flushed, and which of them together: facts and control are committed once for all.
 *
 * @param memoryLimit bytes of records that may wait over all feeds
 */
public record FlushSchedule(FlushLimits limits, long memoryLimit) {

  /** Whether the records that wait reach the memory limit. */
  public boolean isFull(Collection<TableFeed> feeds) {
    return waitingBytes(feeds) >= memoryLimit;
  }

  /** Bytes of the records that wait. */
  public static long waitingBytes(Collection<TableFeed> feeds) {
    long bytes = 0;
    for (TableFeed feed : feeds) {
      bytes += feed.bufferedBytes();
    }
    return bytes;
  }

  /** When the first feed is due, milliseconds since 1970. */
  public long nextDue(Collection<TableFeed> feeds) {
    return isFull(feeds) ? 0 : firstDue(feeds);
  }

  /**
   * The feeds to flush now. When the records that wait are more than the memory limit, all of them.
   * When one is due, those that are soon join it, and where it is an idle one, the idle ones within
   * half their interval: from then on they are due together. Those that have waited longest come
   * first, in case there is no time for all.
   *
   * @param now milliseconds since 1970
   */
  public List<TableFeed> due(Collection<TableFeed> feeds, long now) {
    List<TableFeed> due = new ArrayList<>();
    if (isFull(feeds)) {
      due.addAll(feeds);
    } else if (firstDue(feeds) <= now) {
      long soon = now + limits.intervalMs() / 2;
      long soonOfIdle =
          Math.max(soon, isIdleDue(feeds, now) ? now + limits.idleIntervalMs() / 2 : 0);
      for (TableFeed feed : feeds) {
        if (dueAt(feed) <= (feed.isIdle() ? soonOfIdle : soon)) {
          due.add(feed);
        }
      }
    }
    due.sort(Comparator.comparingLong(TableFeed::lastFlush));
    return due;
  }

  private static boolean isIdleDue(Collection<TableFeed> feeds, long now) {
    for (TableFeed feed : feeds) {
      if (feed.isIdle() && dueAt(feed) <= now) {
        return true;
      }
    }
    return false;
  }

  private static long firstDue(Collection<TableFeed> feeds) {
    long first = Long.MAX_VALUE;
    for (TableFeed feed : feeds) {
      first = Math.min(first, dueAt(feed));
    }
    return first;
  }

  private static long dueAt(TableFeed feed) {
    return feed.dueAt().orElse(Long.MAX_VALUE);
  }
}
