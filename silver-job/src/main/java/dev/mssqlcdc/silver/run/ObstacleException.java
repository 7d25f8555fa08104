package dev.mssqlcdc.silver.run;

/** What stands in the way of one table, for which the others of its group wait. */
final class ObstacleException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient TableView table;
  private final transient Outcome outcome;

  ObstacleException(TableView table, Outcome outcome) {
    super(outcome.note());
    this.table = table;
    this.outcome = outcome;
  }

  TableView table() {
    return table;
  }

  /** Of the table itself. */
  Outcome outcome() {
    return outcome;
  }
}
