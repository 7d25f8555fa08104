package dev.mssqlcdc.writer.delta;

import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.hadoop.fs.FSError;

/**
 * Puts log entries in place on a local file system by a hard link, which fails when the entry is
 * there. Delta's own log store for local files renames, and was seen to lose acknowledged commits
 * of concurrent writers.
 */
final class LinkCommitter implements Committer {

  @Override
  public CommitResponse commit(
      Engine engine, CloseableIterator<Row> actions, CommitMetadata metadata)
      throws CommitFailedException {
    Path target = localPath(metadata.getPublishedDeltaFilePath());
    Path draft = target.resolveSibling(".draft-" + UUID.randomUUID());
    try {
      engine.getJsonHandler().writeJsonFileAtomically(draft.toUri().toString(), actions, true);
      Files.createLink(target, draft);
      return KernelInternals.published(
          engine.getFileSystemClient().getFileStatus(target.toUri().toString()));
    } catch (FileAlreadyExistsException e) {
      throw new CommitFailedException(true, true, "another process committed " + target, e);
    } catch (IOException | FSError e) {
      // Hadoop makes an Error of a full disk; it must not end the writer.
      throw new CommitFailedException(false, false, "cannot write " + target + ": " + e, e);
    } finally {
      delete(draft);
    }
  }

  private static Path localPath(String uri) {
    return Path.of(new org.apache.hadoop.fs.Path(uri).toUri().getPath());
  }

  private static void delete(Path draft) {
    try {
      Files.deleteIfExists(draft);
      Files.deleteIfExists(draft.resolveSibling("." + draft.getFileName() + ".crc"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + draft, e);
    }
  }
}
