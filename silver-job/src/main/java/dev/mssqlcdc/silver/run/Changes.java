package dev.mssqlcdc.silver.run;

/** The latest image of each key, ready to be written to silver. */
public interface Changes extends AutoCloseable {

  /** Rows of bronze that were read. */
  long rowsRead();

  /** Whether silver would stay as it is. */
  boolean isEmpty();

  /**
   * Makes silver such that it can take them: created, with all columns.
   *
   * @throws dev.mssqlcdc.silver.plan.SilverException when it cannot, and what to do
   */
  void prepare();

  /**
   * Writes them to silver, once it is prepared, in one commit; doing it again changes nothing.
   *
   * @param fence see {@link TableData#fence}: no commit happens when a greater one was there before
   */
  Written write(long fence);

  @Override
  void close();

  /**
   * What a write did.
   *
   * @param upserted rows inserted or updated
   * @param deleted rows deleted
   */
  record Written(long upserted, long deleted) {
    static final Written NOTHING = new Written(0, 0);
  }
}
