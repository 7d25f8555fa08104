package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.delta.DataFile;
import dev.mssqlcdc.writer.delta.RowFile;
import java.util.Optional;
import java.util.function.Supplier;

/** A file that is begun with its first row: a batch without rows writes none. */
final class LazyFile implements AutoCloseable {

  private final Supplier<RowFile> create;
  private RowFile file;

  LazyFile(Supplier<RowFile> create) {
    this.create = create;
  }

  RowFile get() {
    if (file == null) {
      file = create.get();
    }
    return file;
  }

  Optional<DataFile> finish() {
    return Optional.ofNullable(file).map(RowFile::finish);
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
