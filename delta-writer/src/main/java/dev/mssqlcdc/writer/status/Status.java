package dev.mssqlcdc.writer.status;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the writer stands.
 *
 * @param at when, milliseconds since 1970
 * @param assigned whether the group has told this instance its topics
 * @param waitingBytes of records that were read and are not written, over all tables
 * @param memoryLimit of those bytes
 * @param tables by topic
 */
public record Status(
    long at,
    boolean assigned,
    long waitingBytes,
    long memoryLimit,
    Map<String, TableStatus> tables) {

  static final Status STARTING = new Status(System.currentTimeMillis(), false, 0, 0, Map.of());

  public Status {
    tables = Collections.unmodifiableMap(new TreeMap<>(tables));
  }
}
