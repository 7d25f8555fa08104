package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.LakeException;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.ParquetRuntimeException;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Parquet file of a table while it is written. One that is not finished is deleted. */
public final class RowFile implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RowFile.class);

  // Bounds what a file holds in memory before it goes to disk.
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final KernelTables tables;
  private final Path path;
  private final List<TableColumn> columns;
  private final ParquetWriter<RowBuffer> writer;
  private final RowBuffer objects;
  private boolean finished;

  private RowFile(
      KernelTables tables, Path path, List<TableColumn> columns, ParquetWriter<RowBuffer> writer) {
    this.tables = tables;
    this.path = path;
    this.columns = columns;
    this.writer = writer;
    this.objects = new RowBuffer(columns.stream().map(TableColumn::type).toList());
  }

  /**
   * Begins a file.
   *
   * @param directory the table's folder, or the partition's
   * @param columns without the partition columns
   * @throws LakeException when it cannot be created
   */
  public static RowFile create(
      KernelTables tables, String directory, List<TableColumn> columns, Compression compression) {
    String name =
        "part-%s.%s.parquet"
            .formatted(UUID.randomUUID(), compression.name().toLowerCase(Locale.ROOT));
    Path path = new Path(directory, name);
    try {
      Builder builder =
          new Builder(HadoopOutputFile.fromPath(path, tables.hadoop()), columns)
              .withConf(tables.hadoop())
              .withCompressionCodec(compression.codec())
              .withRowGroupSize(ROW_GROUP_BYTES);
      for (TableColumn column : columns) {
        boolean dictionary = tables.dictionaries().mayPay(path.getParent().toString(), column);
        builder.withDictionaryEncoding(column.physicalName(), dictionary);
      }
      return new RowFile(tables, path, columns, builder.build());
    } catch (IOException | ParquetRuntimeException | FSError e) {
      throw failed(path, e);
    }
  }

  /**
   * Appends a row given as objects.
   *
   * @param values one per column, in the columns' order; see {@link RowBuffer#set}
   */
  public void write(Object[] values) {
    for (int i = 0; i < values.length; i++) {
      objects.set(i, values[i]);
    }
    write(objects);
  }

  /** Appends a row of the columns' types. */
  public void write(RowBuffer row) {
    try {
      writer.write(row);
    } catch (IOException | ParquetRuntimeException | FSError e) {
      throw failed(path, e);
    }
  }

  /** About how long it would be if it were completed now. */
  public long bytes() {
    return writer.getDataSize();
  }

  /** Completes the file. */
  public DataFile finish() {
    try {
      writer.close();
      FileStatus status = path.getFileSystem(tables.hadoop()).getFileStatus(path);
      finished = true;
      tables.dictionaries().learn(path.getParent().toString(), writer.getFooter());
      return new DataFile(
          new DataFileStatus(
              status.getPath().toString(),
              status.getLen(),
              status.getModificationTime(),
              Optional.of(FileStatistics.of(writer.getFooter(), columns))));
    } catch (IOException | ParquetRuntimeException | FSError e) {
      throw failed(path, e);
    }
  }

  /** Deletes the file unless it is finished. */
  @Override
  public void close() {
    if (finished) {
      return;
    }
    try {
      writer.close();
    } catch (IOException | RuntimeException | FSError e) {
      // It is thrown away in any case; what went wrong with it was told by who gave it up.
      LOG.debug("{} was given up and could not be closed", path, e);
    }
    delete(tables.hadoop(), path);
  }

  /** Removes a finished file that no commit refers to. */
  public static void discard(KernelTables tables, DataFile file) {
    delete(tables.hadoop(), new Path(file.path()));
  }

  private static void delete(Configuration hadoop, Path path) {
    try {
      path.getFileSystem(hadoop).delete(path, false);
    } catch (IOException e) {
      throw failed(path, e);
    }
  }

  /** Hadoop makes an {@link Error} of a full disk; it must not end the writer. */
  private static LakeException failed(Path path, Throwable e) {
    return new LakeException("cannot write " + path + ": " + Causes.describe(e), e);
  }

  private static final class Builder extends ParquetWriter.Builder<RowBuffer, Builder> {

    private final List<TableColumn> columns;

    Builder(OutputFile file, List<TableColumn> columns) {
      super(file);
      this.columns = columns;
    }

    @Override
    protected Builder self() {
      return this;
    }

    // The builder has no other way to a write support.
    @Override
    @SuppressWarnings("deprecation")
    protected WriteSupport<RowBuffer> getWriteSupport(Configuration configuration) {
      return new RowWriteSupport(columns);
    }
  }
}
