package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.FactEvent;
import dev.mssqlcdc.silver.plan.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What a run needs to know of one table before it opens it.
 *
 * @param name of the table
 * @param verdict on bronze, read before the events
 * @param events that decide what may be applied
 * @param control silver's row, read before the events
 */
public record TableView(
    String name, Optional<Verdict> verdict, List<FactEvent> events, ControlRow control) {

  /** Of a table that there is nothing of yet. */
  public static TableView absent(String name) {
    return new TableView(name, Optional.empty(), List.of(), ControlRow.absent(name));
  }
}
