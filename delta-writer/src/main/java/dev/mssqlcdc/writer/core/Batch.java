package dev.mssqlcdc.writer.core;

import java.util.List;
import java.util.Optional;

/**
 * What came of a batch's records.
 *
 * @param last its last offset
 * @param rows rows for bronze
 * @param repeated records that had come before
 * @param facts its events' rows, and last its own
 * @param after the table's state after it
 * @param source server and database, when a record named them
 */
public record Batch(
    long last,
    long rows,
    long repeated,
    List<FactsRow> facts,
    TableState after,
    Optional<String> source) {

  public Batch {
    facts = List.copyOf(facts);
  }
}
