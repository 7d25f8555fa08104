package dev.mssqlcdc.silver.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;

/** Takes a step with several tables at the same time. */
final class Parallel {

  private final Executor pool;

  Parallel(Executor pool) {
    this.pool = pool;
  }

  /**
   * How a step went with one table.
   *
   * @param value null where it failed
   * @param failure null where it did not
   */
  record Attempt<T>(T value, Exception failure) {}

  /** Takes the step with all tables, whether it fails with some or not. */
  <I, O> Map<TableView, Attempt<O>> each(
      Map<TableView, I> inputs, BiFunction<TableView, I, O> step) {
    Map<TableView, CompletableFuture<O>> running = new LinkedHashMap<>();
    inputs.forEach(
        (table, input) ->
            running.put(
                table, CompletableFuture.supplyAsync(() -> step.apply(table, input), pool)));
    Map<TableView, Attempt<O>> attempts = new LinkedHashMap<>();
    running.forEach((table, future) -> attempts.put(table, ended(future)));
    return attempts;
  }

  private static <O> Attempt<O> ended(CompletableFuture<O> future) {
    try {
      return new Attempt<>(future.join(), null);
    } catch (CompletionException e) {
      if (e.getCause() instanceof Exception failure) {
        return new Attempt<>(null, failure);
      }
      throw e;
    }
  }
}
