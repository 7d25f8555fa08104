package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.SourceException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Asks one question for many tables. If it fails because of one of them (a missing grant, a dropped
 * change table), each is asked alone, and only that one fails.
 */
final class EachAlone {

  private final TableFailures failures;

  EachAlone(TableFailures failures) {
    this.failures = failures;
  }

  <A> void ask(
      List<TableState> tables,
      Function<List<TableState>, List<A>> question,
      BiConsumer<TableState, A> answer)
      throws InterruptedException {
    if (tables.isEmpty()) {
      return;
    }
    try {
      List<A> answers = question.apply(tables);
      for (int i = 0; i < tables.size(); i++) {
        answer.accept(tables.get(i), answers.get(i));
      }
    } catch (SourceException e) {
      if (e.isTaskWide()) {
        throw e;
      }
      for (TableState table : tables) {
        failures.attempt(table, () -> answer.accept(table, question.apply(List.of(table)).get(0)));
      }
    }
  }
}
