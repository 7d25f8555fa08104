package dev.mssqlcdc.writer.status;

import java.util.OptionalLong;

/**
 * Why a table stopped last.
 *
 * @param at milliseconds since 1970
 * @param nextAttempt milliseconds since 1970; empty once that was made
 */
public record Failure(String message, long at, OptionalLong nextAttempt) {

  /** The same, after the next attempt was made. */
  public Failure retried() {
    return new Failure(message, at, OptionalLong.empty());
  }
}
