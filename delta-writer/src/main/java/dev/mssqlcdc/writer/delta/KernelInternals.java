package dev.mssqlcdc.writer.delta;

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.commit.DefaultFileSystemManagedTableOnlyCommitter;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Every call into Kernel's internal packages, so that an upgrade touches one file. What they are
 * needed for is told in the project's notes on Delta Kernel.
 */
final class KernelInternals {

  private static final String COMMIT_INFO = "commitInfo";
  private static final String ADD = "add";
  private static final String METADATA = "metaData";

  private KernelInternals() {}

  /** The version that an application's last commit carried. */
  static OptionalLong transactionVersion(Engine engine, Snapshot snapshot, String appId) {
    return ((SnapshotImpl) snapshot)
        .getLatestTransactionVersion(engine, appId)
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  static String tableId(Snapshot snapshot) {
    return snapshot.getMetadata().getId();
  }

  /** Commits through the log store that Delta has for the table's scheme. */
  static Committer logStoreCommitter() {
    return DefaultFileSystemManagedTableOnlyCommitter.INSTANCE;
  }

  static Row transactionAction(String appId, long version) {
    return SingleAction.createTxnSingleAction(
        new SetTransaction(appId, version, Optional.of(System.currentTimeMillis())).toRow());
  }

  /**
   * A transaction that changes the metadata as it appends, at exactly the next version. The public
   * builder refuses a new schema without column mapping.
   */
  static Transaction metadataTransaction(
      Engine engine,
      Snapshot snapshot,
      String engineInfo,
      List<TableColumn> columns,
      Map<String, String> set,
      Set<String> unset) {
    // The builder's checks of what Kernel can write hold here too.
    snapshot.buildUpdateTableTransaction(engineInfo, Operation.WRITE).build(engine);
    SnapshotImpl table = (SnapshotImpl) snapshot;
    Map<String, String> properties = new HashMap<>(set);
    ColumnMapping.greaterMaxId(snapshot.getTableProperties(), columns)
        .ifPresent(id -> properties.put(ColumnMapping.MAX_ID, Integer.toString(id)));
    Metadata metadata =
        table
            .getMetadata()
            .withNewSchema(KernelSchemas.changed(table.getSchema(), columns))
            .withMergedConfiguration(properties)
            .withConfigurationKeysUnset(unset);
    return new TransactionImpl(
        false,
        new Path(table.getPath()),
        Optional.of(table),
        engineInfo,
        Operation.WRITE,
        Optional.empty(),
        Optional.of(metadata),
        table.getCommitter(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(0),
        0,
        System::currentTimeMillis);
  }

  static Row removeAction(Row scanFile) {
    AddFile file = new AddFile(scanFile.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL));
    return SingleAction.createRemoveFileSingleAction(
        file.toRemoveFileRow(true, Optional.of(System.currentTimeMillis())));
  }

  /** The row by which a scan would tell of a file. */
  static Row scanFile(Snapshot snapshot, DataFileStatus file, Map<String, String> partition) {
    Map<String, Literal> values = new HashMap<>();
    partition.forEach((name, value) -> values.put(name, Literal.ofString(value)));
    AddFile added =
        AddFile.convertDataFileStatus(
            snapshot.getSchema(),
            new Path(snapshot.getPath()).toUri(),
            new DataFileStatus(
                file.getPath(), file.getSize(), file.getModificationTime(), Optional.empty()),
            values,
            true,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new GenericRow(
        new StructType().add(ADD, added.toRow().getSchema()),
        Map.of(InternalScanFileUtils.ADD_FILE_ORDINAL, added.toRow()));
  }

  static FileStatus dataFile(Row scanFile) {
    return InternalScanFileUtils.getAddFileStatus(scanFile);
  }

  static Map<String, String> partitionValues(Row scanFile) {
    return InternalScanFileUtils.getPartitionValues(scanFile);
  }

  static StructType physicalReadSchema(Row scanState) {
    return ScanStateRow.getPhysicalDataReadSchema(scanState);
  }

  static Row annotated(Row action, Map<String, String> notes) {
    Row first = annotated(action, COMMIT_INFO, AnnotatingCommitter.USER_METADATA, notes);
    Row second = blindAppend(first, notes);
    return annotated(second, METADATA, AnnotatingCommitter.DESCRIPTION, notes);
  }

  private static Row blindAppend(Row action, Map<String, String> notes) {
    String blind = notes.get(AnnotatingCommitter.BLIND_APPEND);
    return blind == null
        ? action
        : with(action, COMMIT_INFO, AnnotatingCommitter.BLIND_APPEND, Boolean.valueOf(blind));
  }

  private static Row annotated(Row action, String kind, String field, Map<String, String> notes) {
    String value = notes.get(field);
    return value == null ? action : with(action, kind, field, value);
  }

  private static Row with(Row action, String kind, String field, Object value) {
    int ordinal = action.getSchema().indexOf(kind);
    if (ordinal < 0 || action.isNullAt(ordinal)) {
      return action;
    }
    Row inner = action.getStruct(ordinal);
    StructType schema = inner.getSchema();
    Map<Integer, Object> values = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      if (!inner.isNullAt(i)) {
        values.put(i, RowValues.value(inner, i));
      }
    }
    StructType widened =
        schema.indexOf(field) >= 0
            ? schema
            : schema.add(new StructField(field, StringType.STRING, true));
    values.put(widened.indexOf(field), value);
    return new GenericRow(
        new StructType().add(kind, widened), Map.of(0, new GenericRow(widened, values)));
  }

  /** What is read of a log entry to find its user metadata. */
  static StructType userMetadataSchema() {
    return new StructType()
        .add(
            COMMIT_INFO,
            new StructType().add(AnnotatingCommitter.USER_METADATA, StringType.STRING));
  }
}
