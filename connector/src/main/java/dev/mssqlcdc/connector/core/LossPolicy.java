package dev.mssqlcdc.connector.core;

import java.util.concurrent.TimeUnit;

/**
 * What happens to a table that lost changes.
 *
 * @param action the setting {@code on.data.loss}
 * @param resnapshotMillis least time between two snapshots of a table because of losses
 */
public record LossPolicy(Action action, long resnapshotMillis) {

  /** What to do. */
  public enum Action {
    /** The table stops. */
    FAIL,
    /** It goes on with what is left. */
    SKIP,
    /** It goes on with what is left, and its rows are read anew. */
    RESNAPSHOT
  }

  /** Whether the table goes on at all. */
  public boolean goesOn() {
    return action != Action.FAIL;
  }

  public boolean resnapshots() {
    return action == Action.RESNAPSHOT;
  }

  /**
   * Whether a snapshot may be taken: a table that loses changes again and again needs a person.
   *
   * @param now by the server's clock, microseconds since 1970 UTC
   */
  public boolean mayResnapshot(SnapshotOffset snapshot, long now) {
    long since = TimeUnit.MICROSECONDS.toMillis(now - snapshot.lossTs());
    return snapshot.lossTs() == 0 || since >= resnapshotMillis;
  }
}
