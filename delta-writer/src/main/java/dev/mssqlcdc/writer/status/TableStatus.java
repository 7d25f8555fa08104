package dev.mssqlcdc.writer.status;

import dev.mssqlcdc.writer.core.Verdict;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a table stands.
 *
 * @param table name of the bronze table, once it was opened
 * @param nextOffset of the first record that is not written, once that is known
 * @param lag records of the topic that are not written, while it is open
 * @param waitingBytes of records that were read and are not written
 * @param finalizedUntil end of the last complete period, microseconds UTC
 * @param failure the last one
 */
public record TableStatus(
    String topic,
    Optional<String> table,
    State state,
    OptionalLong nextOffset,
    OptionalLong lag,
    long waitingBytes,
    Optional<Verdict> verdict,
    OptionalLong finalizedUntil,
    SourceReport source,
    Totals totals,
    Optional<Failure> failure) {

  /** What is done with it. */
  public enum State {
    /** Where it stands is found out. */
    OPENING,
    /** It is read and written. */
    OPEN,
    /** It could not be written, is read again, and nothing is written yet. */
    RETRYING,
    /** Its owner has paused it. */
    PAUSED,
    /** It cannot go on, and is tried again now and then. */
    STOPPED
  }

  /** Whether nothing of it is written because something is wrong. */
  public boolean isStopped() {
    return state == State.STOPPED || state == State.RETRYING;
  }

  /** Whether it was opened, or could not be, at least once. */
  public boolean isTried() {
    return nextOffset.isPresent() || failure.isPresent() || state == State.PAUSED;
  }
}
