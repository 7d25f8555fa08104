package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.LakeException;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the user metadata of commits in a table's log. */
public final class CommitNotes {

  private final KernelTables tables;

  public CommitNotes(KernelTables tables) {
    this.tables = tables;
  }

  /**
   * The newest commit's user metadata that a test accepts, looking back from the table's version to
   * the oldest log entry that is kept.
   *
   * @throws LakeException when the log cannot be read
   */
  public Optional<String> newest(KernelTable table, Predicate<String> wanted) {
    try {
      for (long version = table.version(); version >= 0; version--) {
        Optional<String> note = note(table, version).filter(wanted);
        if (note.isPresent()) {
          return note;
        }
      }
    } catch (IOException | RuntimeException e) {
      if (isGone(e)) {
        return Optional.empty();
      }
      throw new LakeException("cannot read the log of " + table.path() + ": " + e.getMessage(), e);
    }
    return Optional.empty();
  }

  private static boolean isGone(Throwable e) {
    return e instanceof FileNotFoundException
        || (e.getCause() != null && e.getCause() != e && isGone(e.getCause()));
  }

  private Optional<String> note(KernelTable table, long version) throws IOException {
    String path = LogEntries.path(table.path(), version).toString();
    FileStatus entry = tables.engine().getFileSystemClient().getFileStatus(path);
    try (CloseableIterator<ColumnarBatch> batches =
        tables
            .engine()
            .getJsonHandler()
            .readJsonFiles(
                Iterators.closeable(List.of(entry).iterator()),
                KernelInternals.userMetadataSchema(),
                Optional.empty())) {
      while (batches.hasNext()) {
        Optional<String> found = note(batches.next());
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> note(ColumnarBatch batch) {
    ColumnVector infos = batch.getColumnVector(0);
    ColumnVector notes = infos.getChild(0);
    for (int i = 0; i < batch.getSize(); i++) {
      if (!infos.isNullAt(i) && !notes.isNullAt(i)) {
        return Optional.of(notes.getString(i));
      }
    }
    return Optional.empty();
  }
}
