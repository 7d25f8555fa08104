package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.core.SignalTables;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where signals come from.
 *
 * @param arrived gives each signal once, and does not wait
 * @param names the tables as signals name them
 * @param begin from where on a table is told that has seen none yet
 */
public record SignalSource(
    Supplier<List<Signal>> arrived, SignalTables names, Optional<SignalPosition> begin) {

  /** Nobody sends any. */
  public static final SignalSource NONE =
      new SignalSource(List::of, new SignalTables(List.of(), List.of()), Optional.empty());
}
