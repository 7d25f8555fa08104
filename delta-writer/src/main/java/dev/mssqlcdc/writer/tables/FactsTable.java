package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.writer.core.FactsRow;
import dev.mssqlcdc.writer.delta.CommitConflictException;
import dev.mssqlcdc.writer.delta.CommitRequest;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.DataFile;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.RowFile;
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
  private final TableOpener<KernelTable> opener;
  private KernelTable table;
  private BatchRows batches;
  // Application ids that were compared with the table; since then only our own commits came.
  private final Set<String> compared = new HashSet<>();

  /**
   * Opens the table, or creates it.
   *
   * @throws LakeException when it can be neither
   */
  public FactsTable(Lake lake, KernelTables tables, Compression compression) {
    this.tables = tables;
    this.compression = compression;
    this.opener = new TableOpener<>(tables);
    this.table = opener.openOrCreate(lake.facts(), TableDefinition.facts());
    this.batches = new BatchRows(new TableReader(tables, table));
  }

  /** Reads the table's newest version. */
  public void refresh() {
    table = opener.reopen(table.path(), TableKind.FACTS);
    compared.clear();
    batches = new BatchRows(new TableReader(tables, table));
  }

  /** How far the table has come; as of the version that was read or written last. */
  public OptionalLong offset(Topic topic) {
    return tables.transactionVersion(table, topic.factsAppId());
  }

  /** The row of a batch, as of the last {@link #refresh}; empty when it is not there. */
  public Optional<FactsRow> batch(Topic topic, long offset) {
    return batches.find(topic.appId(), offset);
  }

  /**
   * Writes the rows of all batches whose predecessor is the last one in the table.
   *
   * @return application ids of the batches that are not written, because another instance has
   *     written on
   * @throws LakeException when the commit failed; whether it took place is then unknown
   */
  public Set<String> append(List<FactsBatch> appended) {
    Set<String> stale = new HashSet<>();
    List<FactsBatch> open = new ArrayList<>(appended);
    Optional<DataFile> orphan = Optional.empty();
    for (int conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      keepFollowing(open, stale);
      if (open.isEmpty()) {
        return stale;
      }
      // A batch of it is not in the table, so the commit that met a conflict did not take place.
      orphan.ifPresent(file -> RowFile.discard(tables, file));
      DataFile file = write(open);
      try {
        table = tables.commit(table, CommitRequest.append(List.of(file), txns(open)));
        return stale;
      } catch (CommitConflictException e) {
        refresh();
        orphan = Optional.of(file);
      }
    }
    throw new LakeException(
        "table %s: other processes committed %d times in between; trying again later"
            .formatted(table.path(), MAX_CONFLICTS));
  }

  /** Keeps the batches that follow what the table holds, and not those that it holds already. */
  private void keepFollowing(List<FactsBatch> open, Set<String> stale) {
    for (FactsBatch batch : List.copyOf(open)) {
      if (compared.contains(batch.appId())) {
        continue;
      }
      OptionalLong found = tables.transactionVersion(table, Topic.factsAppId(batch.appId()));
      if (found.equals(batch.previous())) {
        compared.add(batch.appId());
        continue;
      }
      open.remove(batch);
      if (!found.equals(OptionalLong.of(batch.last()))) {
        stale.add(batch.appId());
      }
    }
  }

  private static List<Txn> txns(List<FactsBatch> appended) {
    return appended.stream()
        .map(batch -> new Txn(Topic.factsAppId(batch.appId()), batch.last()))
        .toList();
  }

  private DataFile write(List<FactsBatch> appended) {
    List<String> names = table.columns().stream().map(TableColumn::name).toList();
    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), compression)) {
      for (FactsBatch batch : appended) {
        for (FactsRow row : batch.rows()) {
          file.write(names.stream().map(name -> row.values().get(name)).toArray());
        }
      }
      return file.finish();
    }
  }
}
