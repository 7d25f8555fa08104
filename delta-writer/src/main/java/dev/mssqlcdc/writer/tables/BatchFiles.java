package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.delta.DataFile;
import dev.mssqlcdc.writer.delta.FileFormat;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.RowFile;
import dev.mssqlcdc.writer.delta.TableColumn;
import java.util.ArrayList;
import java.util.List;

/** The files of one batch: none without a row, and another where one has grown to its limit. */
final class BatchFiles implements AutoCloseable {

  // Asking a file for its size goes through its columns.
  private static final int ROWS_BETWEEN_LOOKS = 100;

  private final KernelTables tables;
  private final String directory;
  private final List<TableColumn> columns;
  private final FileFormat format;
  private final List<DataFile> full = new ArrayList<>();
  private RowFile file;
  private long rows;

  BatchFiles(KernelTables tables, String directory, List<TableColumn> columns, FileFormat format) {
    this.tables = tables;
    this.directory = directory;
    this.columns = columns;
    this.format = format;
  }

  /** The file that takes the next row. */
  RowFile next() {
    rows++;
    if (file != null && rows % ROWS_BETWEEN_LOOKS == 0 && file.bytes() >= format.bytes()) {
      full.add(file.finish());
      file = null;
    }
    if (file == null) {
      file = RowFile.create(tables, directory, columns, format.compression());
    }
    return file;
  }

  /** Completes the files and hands them over. */
  List<DataFile> finish() {
    if (file != null) {
      full.add(file.finish());
      file = null;
    }
    List<DataFile> all = List.copyOf(full);
    full.clear();
    return all;
  }

  /** Deletes the files that were not handed over. */
  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
    full.forEach(done -> RowFile.discard(tables, done));
  }
}
