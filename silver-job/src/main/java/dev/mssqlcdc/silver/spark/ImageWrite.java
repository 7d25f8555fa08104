package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.silver.run.Changes;
import java.util.Optional;

/** A way to bring images into a silver table that has rows. */
interface ImageWrite {

  /**
   * Tries once, in one commit.
   *
   * @param fence the commit's number
   * @return empty where a commit with that number or a greater one was there before
   * @throws io.delta.exceptions.DeltaConcurrentModificationException when somebody else's commit
   *     came in between
   */
  Optional<Changes.Written> write(long fence);
}
