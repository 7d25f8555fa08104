package dev.mssqlcdc.soak;

import java.util.List;

/**
 * A committed transaction.
 *
 * @param id ascends within its session
 * @param began tick before its first statement
 * @param decided tick when the load knew of its commit
 */
record Transaction(long id, int session, long began, long decided, List<Change> changes) {

  @Override
  public String toString() {
    return "transaction " + id + " of session " + session;
  }
}
