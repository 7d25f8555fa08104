package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.writer.core.ControlRows;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.delta.CommitConflictException;
import dev.mssqlcdc.writer.delta.CommitRequest;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.DataFile;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.RowFile;
import dev.mssqlcdc.writer.delta.ScanFile;
import dev.mssqlcdc.writer.delta.TableColumn;
import dev.mssqlcdc.writer.delta.TableReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control table's rows of layer bronze: read, changed and written back at exactly the next
 * version. For one thread.
 */
public final class ControlTable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlTable.class);
  private static final int MAX_CONFLICTS = 100;
  private static final Map<String, String> PARTITION =
      Map.of(Control.LAYER, Layer.BRONZE.directory());

  private final KernelTables tables;
  private final Compression compression;
  private final Granularity granularity;
  private final TableOpener<KernelTable> opener;
  private KernelTable table;
  // Of the table's version; empty until it is read.
  private Optional<Contents> contents = Optional.empty();
  private boolean outdated;

  /** The rows of layer bronze, and the files that hold them. */
  private record Contents(List<ScanFile> files, List<Map<String, Object>> rows) {}

  /**
   * Opens the table, or creates it.
   *
   * @throws LakeException when it can be neither
   */
  public ControlTable(
      Lake lake, KernelTables tables, Compression compression, Granularity granularity) {
    this.tables = tables;
    this.compression = compression;
    this.granularity = granularity;
    this.opener = new TableOpener<>(tables);
    this.table = opener.openOrCreate(lake.control(), TableDefinition.control());
  }

  /**
   * Moves verdicts forward; what would move backward stays.
   *
   * @param verdicts by name of the bronze table
   * @param now microseconds UTC
   * @throws LakeException when the commit failed
   */
  public void advance(Map<String, Verdict> verdicts, long now) {
    for (int conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      if (outdated) {
        table = opener.reopen(table.path(), TableKind.CONTROL);
        contents = Optional.empty();
      }
      // Until it has gone well: files of a version that others replaced may be gone.
      outdated = true;
      try {
        advanceOnce(verdicts, now);
        outdated = false;
        return;
      } catch (CommitConflictException e) {
        LOG.debug("table {}: reading it anew", table.path(), e);
      }
    }
    throw new LakeException(
        "table %s: other processes committed %d times in between; trying again later"
            .formatted(table.path(), MAX_CONFLICTS));
  }

  private void advanceOnce(Map<String, Verdict> verdicts, long now) throws CommitConflictException {
    Contents before = contents.orElseGet(this::read);
    contents = Optional.of(before);
    Optional<List<Map<String, Object>>> advanced =
        ControlRows.advanced(before.rows(), verdicts, granularity, now);
    if (advanced.isEmpty()) {
      return;
    }
    // After a conflict the file stays: whether it is part of the table is not known for certain.
    DataFile file = write(advanced.get());
    table = tables.commit(table, CommitRequest.replace(file, PARTITION, before.files()));
    contents =
        Optional.of(new Contents(List.of(ScanFile.added(table, file, PARTITION)), advanced.get()));
  }

  private Contents read() {
    TableReader reader = new TableReader(tables, table);
    List<ScanFile> files =
        reader.files().stream().filter(file -> file.partition().equals(PARTITION)).toList();
    return new Contents(files, files.stream().flatMap(file -> reader.rows(file).stream()).toList());
  }

  private DataFile write(List<Map<String, Object>> rows) {
    List<TableColumn> columns =
        table.columns().stream().filter(column -> !column.name().equals(Control.LAYER)).toList();
    String directory = table.path() + "/" + Control.LAYER + "=" + Layer.BRONZE.directory();
    try (RowFile file = RowFile.create(tables, directory, columns, compression)) {
      for (Map<String, Object> row : rows) {
        file.write(columns.stream().map(column -> row.get(column.name())).toArray());
      }
      return file.finish();
    }
  }
}
