package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.writer.core.FactsRow;
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
import dev.mssqlcdc.writer.delta.Txn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The facts table: one commit for all batches of a flush cycle. For one thread. */
public final class FactsTable {

  private static final int MAX_CONFLICTS = 100;

  private final KernelTables tables;
  private final Compression compression;
  private KernelTable table;
  private boolean trusted;

  /**
   * Opens the table, or creates it.
   *
   * @throws LakeException when it can be neither
   */
  public FactsTable(Lake lake, KernelTables tables, Compression compression) {
    this.tables = tables;
    this.compression = compression;
    this.table = new TableOpener<>(tables).openOrCreate(lake.facts(), TableDefinition.facts());
  }

  /** Reads the table's newest version. */
  public void refresh() {
    table = tables.reload(table);
  }

  /** How far the table has come; as of the version that was read or written last. */
  public OptionalLong offset(Topic topic) {
    return tables.transactionVersion(table, topic.factsAppId());
  }

  /** The row of a batch; empty when it is not there. */
  public Optional<FactsRow> batch(Topic topic, long offset) {
    TableReader reader = new TableReader(tables, table);
    for (ScanFile file : reader.files()) {
      Optional<FactsRow> found =
          reader.rows(file).stream()
              .map(FactsRow::new)
              .filter(FactsRow::isBatch)
              .filter(row -> row.text(Facts.APP_ID).equals(Optional.of(topic.appId())))
              .filter(row -> row.number(Facts.BATCH_ID).equals(OptionalLong.of(offset)))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * Writes the rows of all batches whose predecessor is the last one in the table.
   *
   * @return application ids of the batches that are not written, because another instance has
   *     written on
   * @throws LakeException when the commit failed; whether it took place is then unknown
   */
  public Set<String> append(List<FactsBatch> batches) {
    Set<String> stale = new HashSet<>();
    List<FactsBatch> open = new ArrayList<>(batches);
    for (int conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      if (!trusted) {
        keepFollowing(open, stale);
      }
      if (open.isEmpty()) {
        return stale;
      }
      trusted = false;
      try {
        commit(open);
        trusted = true;
        return stale;
      } catch (CommitConflictException e) {
        refresh();
      }
    }
    throw new LakeException(
        "table %s: other processes committed %d times in between; trying again later"
            .formatted(table.path(), MAX_CONFLICTS));
  }

  private void keepFollowing(List<FactsBatch> open, Set<String> stale) {
    open.removeIf(
        batch -> {
          OptionalLong found = tables.transactionVersion(table, Topic.factsAppId(batch.appId()));
          if (found.equals(OptionalLong.of(batch.last()))) {
            return true;
          }
          if (!found.equals(batch.previous())) {
            stale.add(batch.appId());
            return true;
          }
          return false;
        });
  }

  private void commit(List<FactsBatch> batches) throws CommitConflictException {
    DataFile file = write(batches);
    try {
      table =
          tables.commit(
              table,
              CommitRequest.append(
                  Optional.of(file),
                  batches.stream()
                      .map(batch -> new Txn(Topic.factsAppId(batch.appId()), batch.last()))
                      .toList()));
    } catch (CommitConflictException e) {
      RowFile.discard(tables, file);
      throw e;
    }
  }

  private DataFile write(List<FactsBatch> batches) {
    List<String> names = table.columns().stream().map(TableColumn::name).toList();
    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), compression)) {
      for (FactsBatch batch : batches) {
        for (FactsRow row : batch.rows()) {
          file.write(names.stream().map(name -> row.values().get(name)).toArray());
        }
      }
      return file.finish();
    }
  }
}
