package dev.mssqlcdc.silver.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.delta.actions.AddFile;

/**
 * The files of a table that has few of them and many commits, followed from commit to commit: Delta
 * makes the state of each version anew, by several Spark jobs.
 */
final class FollowedFiles {

  /** Commits that are followed at once; of more, Delta's state is the shorter way. */
  private static final int MOST = 100;

  private final Map<String, AddFile> files = new LinkedHashMap<>();
  private String id = "";
  private long version;

  /** The files of a version, by Spark jobs only where it is far from the one asked for before. */
  synchronized List<AddFile> at(SparkTable table) {
    long ahead = table.version() - version;
    if (!table.id().equals(id) || ahead < 0 || ahead > MOST) {
      files.clear();
      table.files().forEach(file -> files.put(file.path(), file));
    } else if (ahead > 0) {
      table.changesSince(version, files::remove, file -> files.put(file.path(), file));
    }
    id = table.id();
    version = table.version();
    return List.copyOf(files.values());
  }
}
