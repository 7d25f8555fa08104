package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * Which rows of a table a snapshot reads.
 *
 * @param table the table
 * @param select a SELECT statement to read in its place
 * @param where a predicate that the rows meet, in T-SQL
 * @param session how the server reads
 */
public record TableScan(
    TableDefinition table, Optional<String> select, Optional<String> where, ScanSession session) {

  /** What stands after FROM. A comment at the end of a statement ends with its line. */
  public String from() {
    return select
        .map(statement -> "(" + statement + "\n) AS [selected]")
        .orElseGet(() -> table.table().quoted());
  }

  /** The predicate in parentheses, which {@link SqlCondition} has checked. */
  public Optional<String> condition() {
    return where.map(predicate -> "(" + predicate + ")");
  }
}
