package dev.mssqlcdc.logstore;

import io.delta.storage.HDFSLogStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Commits to tables on a local disk: the commit's file is completed under another name and then
 * linked into place, which fails where there is one. Delta's own stores look first and rename then,
 * and were seen to lose acknowledged commits of concurrent processes.
 */
public final class LinkLogStore extends HDFSLogStore {

  /** Called by Delta. */
  public LinkLogStore(Configuration hadoop) {
    super(hadoop);
  }

  @Override
  public void write(
      org.apache.hadoop.fs.Path path,
      Iterator<String> actions,
      Boolean overwrite,
      Configuration hadoop)
      throws IOException {
    if (overwrite) {
      super.write(path, actions, overwrite, hadoop);
      return;
    }
    Path target = Path.of(path.toUri().getPath());
    Path complete = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      Files.write(complete, LogEntry.bytes(actions));
      Files.createLink(target, complete);
    } catch (FileAlreadyExistsException e) {
      throw LogEntry.exists(path, e);
    } finally {
      Files.deleteIfExists(complete);
    }
  }
}
