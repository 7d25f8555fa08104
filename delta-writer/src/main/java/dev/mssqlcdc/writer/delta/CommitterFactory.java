package dev.mssqlcdc.writer.delta;

import io.delta.kernel.commit.Committer;

/** Chooses who puts the log entries of a table in place. */
@FunctionalInterface
public interface CommitterFactory {

  /**
   * @param path the table's folder, a URI or an absolute local path
   */
  Committer committer(String path);

  /** Commits through the log store of the table's scheme; see {@link LogStores}. */
  static CommitterFactory standard() {
    return path -> KernelInternals.logStoreCommitter();
  }
}
