package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.LakeException;
import io.delta.kernel.Scan;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads a table's rows, file by file. */
public final class TableReader {

  private final Engine engine;
  private final KernelTable table;
  private final Scan scan;

  public TableReader(KernelTables tables, KernelTable table) {
    this.engine = tables.engine();
    this.table = table;
    this.scan = table.snapshot().getScanBuilder().build();
  }

  /** The table's files, the newest first. */
  public List<ScanFile> files() {
    List<ScanFile> files = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
      while (batches.hasNext()) {
        eachRow(batches.next(), row -> files.add(new ScanFile(row)));
      }
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
    files.sort(Comparator.comparingLong(ScanFile::modificationTime).reversed());
    return files;
  }

  /**
   * The rows of one file: values by column name, null where there is none.
   *
   * @see RowValues#value
   */
  public List<Map<String, Object>> rows(ScanFile file) {
    Row state = scan.getScanState(engine);
    StructType physical = KernelInternals.physicalReadSchema(state);
    List<Map<String, Object>> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        Scan.transformPhysicalData(
            engine,
            state,
            file.row(),
            engine
                .getParquetHandler()
                .readParquetFiles(
                    Iterators.closeable(List.of(KernelInternals.dataFile(file.row())).iterator()),
                    physical,
                    Optional.empty())
                .map(result -> result.getData()))) {
      while (batches.hasNext()) {
        eachRow(batches.next(), row -> rows.add(values(row)));
      }
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
    return rows;
  }

  /** All rows of the table. */
  public List<Map<String, Object>> rows() {
    return files().stream().flatMap(file -> rows(file).stream()).toList();
  }

  private static void eachRow(FilteredColumnarBatch batch, Consumer<Row> consumer)
      throws IOException {
    try (CloseableIterator<Row> rows = batch.getRows()) {
      while (rows.hasNext()) {
        consumer.accept(rows.next());
      }
    }
  }

  private static Map<String, Object> values(Row row) {
    StructType schema = row.getSchema();
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      values.put(schema.at(i).getName(), RowValues.value(row, i));
    }
    return values;
  }

  private LakeException unreadable(Exception cause) {
    return new LakeException(
        "cannot read table %s at version %d: %s"
            .formatted(table.path(), table.version(), Causes.describe(cause)),
        cause);
  }
}
