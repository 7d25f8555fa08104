package dev.mssqlcdc.standin.engine;

import java.util.List;

/** What SET has set. */
final class SessionOptions {
  private IsolationLevel isolation = IsolationLevel.READ_COMMITTED;
  private boolean implicitTransactions;
  private boolean countsHidden;
  private boolean abortsTransactions;
  private int rowLimit;
  private int lockTimeout = -1;
  private List<String> identityInsert = List.of();

  /** What is set now. */
  SessionOptions copy() {
    SessionOptions copy = new SessionOptions();
    copy.set(this);
    return copy;
  }

  /** Sets everything as another has it. */
  void set(SessionOptions other) {
    isolation = other.isolation;
    implicitTransactions = other.implicitTransactions;
    countsHidden = other.countsHidden;
    abortsTransactions = other.abortsTransactions;
    rowLimit = other.rowLimit;
    lockTimeout = other.lockTimeout;
    identityInsert = other.identityInsert;
  }

  IsolationLevel isolation() {
    return isolation;
  }

  void isolation(IsolationLevel level) {
    isolation = level;
  }

  boolean implicitTransactions() {
    return implicitTransactions;
  }

  void implicitTransactions(boolean on) {
    implicitTransactions = on;
  }

  /** True under SET NOCOUNT ON. */
  boolean countsHidden() {
    return countsHidden;
  }

  void countsHidden(boolean hidden) {
    countsHidden = hidden;
  }

  /** True under SET XACT_ABORT ON: an error ends the batch and rolls its transaction back. */
  boolean abortsTransactions() {
    return abortsTransactions;
  }

  void abortsTransactions(boolean aborts) {
    abortsTransactions = aborts;
  }

  /** SET ROWCOUNT; 0 means no limit. */
  int rowLimit() {
    return rowLimit;
  }

  void rowLimit(int rows) {
    rowLimit = rows;
  }

  /** The table of SET IDENTITY_INSERT ... ON as it was named. */
  List<String> identityInsert() {
    return identityInsert;
  }

  void identityInsert(List<String> table) {
    identityInsert = table;
  }

  /** Milliseconds, -1 for no limit. */
  int lockTimeout() {
    return lockTimeout;
  }

  void lockTimeout(int millis) {
    lockTimeout = millis;
  }
}
