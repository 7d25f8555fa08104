package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.List;

/** Where the next range of a table ends: always on a commit boundary. */
public final class RangePlan {

  private RangePlan() {}

  /**
   * The farthest that the next range may reach, but not past a change of the table's definition
   * that was not handed on yet.
   *
   * @param max what capture has processed, or the capture instance's end
   * @param ddl in LSN order
   */
  public static Lsn limit(StreamOffset stream, Lsn max, List<Ddl> ddl) {
    return pending(stream, ddl).stream()
        .map(Ddl::lsn)
        .filter(lsn -> lsn.compareTo(stream.from()) > 0)
        .findFirst()
        .map(lsn -> Lsn.min(lsn, max))
        .orElse(max);
  }

  /**
   * Changes of the table's definition that were not handed on yet: above the last finished range,
   * or in a gap before it.
   */
  public static List<Ddl> pending(StreamOffset stream, List<Ddl> ddl) {
    return ddl.stream().filter(change -> change.lsn().compareTo(stream.ddlLsn()) > 0).toList();
  }

  /**
   * @param entries the log from the range's first change on, at most {@code commits} of them
   * @param limit where a range ends that has fewer commits than allowed
   */
  public static Lsn end(List<LogEntry> entries, int commits, Lsn limit) {
    return entries.size() < commits ? limit : entries.get(entries.size() - 1).lsn();
  }
}
