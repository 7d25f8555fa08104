package dev.mssqlcdc.standin.lock;

/** A session that waits for locks. */
public record Waiter(LockOwner owner, Patience patience) {

  /**
   * Waits until the shape of a table is the session's alone, after all who write it. It stays so
   * until the statement ends.
   *
   * @throws dev.mssqlcdc.standin.model.SqlError 1222 after the timeout, 1205 if the wait would
   *     never end
   */
  public void alone(int table) {
    LockErrors.require(owner.acquire(Resource.shape(table), LockMode.EXCLUSIVE, false, patience));
  }
}
