package dev.mssqlcdc.silver.spark;

import io.delta.storage.CloseableIterator;
import io.delta.storage.HDFSLogStore;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Commits to tables on a local disk so that no two processes can both write one version: the commit
 * file is completed under another name and then linked into place, which fails where there is one.
 * Delta's own stores look first and rename then, and the delta-writer commits to control at the
 * same time.
 */
public final class LinkLogStore extends HDFSLogStore {

  static final String CONF = "spark.delta.logStore.file.impl";

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
      writeLines(complete, actions);
      Files.createLink(target, complete);
    } catch (FileAlreadyExistsException e) {
      FileAlreadyExistsException known = new FileAlreadyExistsException(path.toString());
      known.initCause(e);
      throw known;
    } finally {
      Files.deleteIfExists(complete);
    }
  }

  private static void writeLines(Path file, Iterator<String> actions) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      while (actions.hasNext()) {
        out.write(actions.next());
        out.write('\n');
      }
    } finally {
      if (actions instanceof CloseableIterator<String> closeable) {
        closeable.close();
      }
    }
  }
}
