package dev.mssqlcdc.logstore;

import io.delta.storage.CloseableIterator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Iterator;
import org.apache.hadoop.fs.Path;

/** A commit's file. */
final class LogEntry {

  private LogEntry() {}

  /** All of it, before anything is written: what fails here leaves nothing behind. */
  static byte[] bytes(Iterator<String> actions) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try {
      while (actions.hasNext()) {
        lines.writeBytes(actions.next().getBytes(StandardCharsets.UTF_8));
        lines.write('\n');
      }
    } finally {
      if (actions instanceof CloseableIterator<String> closeable) {
        closeable.close();
      }
    }
    return lines.toByteArray();
  }

  /** What Delta takes for a conflict. */
  static FileAlreadyExistsException exists(Path path, Exception cause) {
    FileAlreadyExistsException known = new FileAlreadyExistsException(path.toString());
    known.initCause(cause);
    return known;
  }
}
