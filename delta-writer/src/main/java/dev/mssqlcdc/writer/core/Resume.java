package dev.mssqlcdc.writer.core;

import java.util.OptionalLong;

/**
 * Where a table stands when it is taken over.
 *
 * @param bronze last offset in the bronze table
 * @param facts last offset in the facts table; ahead of bronze where batches had no rows
 */
public record Resume(OptionalLong bronze, OptionalLong facts) {

  /** The last offset that is safe; empty when nothing is. */
  public OptionalLong last() {
    if (bronze.isEmpty() && facts.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(bronze.orElse(-1), facts.orElse(-1)));
  }

  /** Whether a crash came between bronze and facts. */
  public boolean needsRepair() {
    return bronze.orElse(-1) > facts.orElse(-1);
  }
}
