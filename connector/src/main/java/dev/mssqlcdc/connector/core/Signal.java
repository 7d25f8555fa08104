package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * What a record of the signal topic asks for.
 *
 * @param at where it stands in the topic
 * @param id chosen by who asks; a table heeds each once
 * @param action what to do
 * @param table the table it is for; none for every table of the connector
 * @param where the rows to read, as a condition in SQL; none for all of them
 */
public record Signal(
    SignalPosition at, String id, Action action, Optional<TableId> table, Optional<String> where) {

  /** What a signal asks for. */
  public enum Action {
    /** Read the table anew. */
    SNAPSHOT,
    /** Read no more chunks until {@link #RESUME}. */
    PAUSE,
    RESUME,
    /** Give up the snapshot being read, and those asked for. */
    STOP
  }

  /**
   * @throws IllegalArgumentException when a snapshot has no table, or anything else a condition
   */
  public Signal {
    if (action == Action.SNAPSHOT && table.isEmpty()) {
      throw new IllegalArgumentException("a snapshot needs a table");
    }
    if (action != Action.SNAPSHOT && where.isPresent()) {
      throw new IllegalArgumentException("only a snapshot has a condition");
    }
  }
}
