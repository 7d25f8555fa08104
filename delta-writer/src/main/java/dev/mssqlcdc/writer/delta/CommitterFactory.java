package dev.mssqlcdc.writer.delta;

import io.delta.kernel.commit.Committer;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** Chooses who puts the log entries of a table in place. */
@FunctionalInterface
public interface CommitterFactory {

  /**
   * @param path the table's folder, a URI or an absolute local path
   */
  Committer committer(String path);

  /** Put-if-absent on local files; elsewhere what Delta's log store of the scheme does. */
  static CommitterFactory standard() {
    return path -> {
      String scheme = new Path(path).toUri().getScheme();
      return scheme == null || scheme.toLowerCase(Locale.ROOT).equals("file")
          ? new LinkCommitter()
          : KernelInternals.logStoreCommitter();
    };
  }
}
