package dev.mssqlcdc.logstore;

import io.delta.storage.HadoopFileSystemLogStore;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.RemoteFileChangedException;

/**
 * Commits to tables in S3 by a conditional put ({@code If-None-Match: *}), which the store refuses
 * where the object exists, whoever wrote it. Delta's own store for S3 is safe inside one process
 * only. A store without conditional puts must not be used: it would overwrite.
 *
 * <p>A put whose answer is lost is sent again and then refused because of itself: the caller reads
 * the table anew after a conflict, and finds its own commit.
 */
public final class ConditionalPutLogStore extends HadoopFileSystemLogStore {

  /** Called by Delta. */
  public ConditionalPutLogStore(Configuration hadoop) {
    super(hadoop);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration hadoop)
      throws IOException {
    byte[] entry = LogEntry.bytes(actions);
    FileSystem store = path.getFileSystem(hadoop);
    // The object appears when the stream is closed, or not at all.
    try (FSDataOutputStream out = overwrite ? store.create(path, true) : create(store, path)) {
      out.write(entry);
    } catch (RemoteFileChangedException e) {
      throw LogEntry.exists(path, e);
    }
  }

  private static FSDataOutputStream create(FileSystem store, Path path) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = store.createFile(path);
    builder.create().recursive();
    return builder.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true).build();
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration hadoop) {
    return false;
  }
}
