package dev.mssqlcdc.writer.delta;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one commit does.
 *
 * @param added files, all of one partition
 * @param partition values of the partition columns, empty for none
 * @param replaced files that it removes
 * @param txns transaction ids that it carries
 * @param userMetadata kept in the log entry
 * @param columns columns that it adds or widens, as {@link KernelTable#planned} gave them
 * @param setProperties table properties that it sets
 * @param unsetProperties table properties that it removes
 */
public record CommitRequest(
    List<DataFile> added,
    Map<String, String> partition,
    List<ScanFile> replaced,
    List<Txn> txns,
    Optional<String> userMetadata,
    List<TableColumn> columns,
    Map<String, String> setProperties,
    Set<String> unsetProperties) {

  public CommitRequest {
    added = List.copyOf(added);
    partition = Map.copyOf(partition);
    replaced = List.copyOf(replaced);
    txns = List.copyOf(txns);
    columns = List.copyOf(columns);
    setProperties = Map.copyOf(setProperties);
    unsetProperties = Set.copyOf(unsetProperties);
  }

  /** Appends files. */
  public static CommitRequest append(List<DataFile> files, List<Txn> txns) {
    return new CommitRequest(
        files, Map.of(), List.of(), txns, Optional.empty(), List.of(), Map.of(), Set.of());
  }

  /** Puts one file in the place of others, in one partition. */
  public static CommitRequest replace(
      DataFile file, Map<String, String> partition, List<ScanFile> replaced) {
    return new CommitRequest(
        List.of(file),
        partition,
        replaced,
        List.of(),
        Optional.empty(),
        List.of(),
        Map.of(),
        Set.of());
  }

  /** The same, with a note in the log entry. */
  public CommitRequest noting(String metadata) {
    return new CommitRequest(
        added,
        partition,
        replaced,
        txns,
        Optional.of(metadata),
        columns,
        setProperties,
        unsetProperties);
  }

  /** The same, with a change of the table's definition. */
  public CommitRequest changing(
      List<TableColumn> newColumns, Map<String, String> set, Set<String> unset) {
    return new CommitRequest(
        added, partition, replaced, txns, userMetadata, newColumns, set, unset);
  }

  boolean changesMetadata() {
    return !columns.isEmpty() || !setProperties.isEmpty() || !unsetProperties.isEmpty();
  }

  /** Whether it neither reads nor changes anything, so that other writers' commits may overlap. */
  boolean isBlind() {
    return replaced.isEmpty() && !changesMetadata();
  }
}
