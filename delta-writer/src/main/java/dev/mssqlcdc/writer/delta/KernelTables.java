package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableEngine;
import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.transaction.CreateTableTransactionBuilder;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens, creates and commits to Delta tables. A commit is made at exactly the version that follows
 * the one that was read, or not at all. For one thread.
 */
public final class KernelTables implements TableEngine<KernelTable> {

  private static final Logger LOG = LoggerFactory.getLogger(KernelTables.class);
  private static final String ENGINE_INFO = "mssql-cdc-delta";

  private final Engine engine;
  private final Configuration hadoop;
  private final CommitterFactory committers;
  private final Dictionaries dictionaries = new Dictionaries();

  /**
   * @param hadoop options of the file systems
   */
  public KernelTables(Map<String, String> hadoop, CommitterFactory committers) {
    this.hadoop = new Configuration();
    this.hadoop.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    // Hadoop would close its file systems at SIGTERM, while the last batches are being written.
    this.hadoop.set("fs.automatic.close", "false");
    LogStores.configure(this.hadoop);
    hadoop.forEach(this.hadoop::set);
    this.engine = DefaultEngine.create(this.hadoop);
    this.committers = committers;
  }

  @Override
  public Optional<KernelTable> find(String path) {
    try {
      return Optional.of(load(path));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      throw new LakeException("cannot read table " + path + ": " + Causes.describe(e), e);
    }
  }

  @Override
  public KernelTable create(String path, TableDefinition definition) {
    try {
      CreateTableTransactionBuilder builder =
          TableManager.buildCreateTableTransaction(
                  path, KernelSchemas.schema(definition.columns()), ENGINE_INFO)
              .withTableProperties(definition.properties())
              .withMaxRetries(0)
              .withCommitter(new AnnotatingCommitter(committers.committer(path)));
      if (!definition.partitionColumns().isEmpty()) {
        builder =
            builder.withDataLayoutSpec(
                DataLayoutSpec.partitioned(
                    definition.partitionColumns().stream().map(Column::new).toList()));
      }
      Transaction transaction = builder.build(engine);
      transaction.withCommitterProperties(
          () -> Map.of(AnnotatingCommitter.DESCRIPTION, definition.comment()));
      transaction.commit(engine, CloseableIterable.emptyIterable());
      LOG.info("created table {}", path);
    } catch (TableAlreadyExistsException
        | ConcurrentWriteException
        | MaxCommitRetryLimitReachedException e) {
      LOG.info("table {} was created by another process", path);
    } catch (RuntimeException e) {
      throw new LakeException("cannot create table " + path + ": " + Causes.describe(e), e);
    }
    return find(path).orElseThrow(() -> new LakeException("table " + path + " is not there"));
  }

  @Override
  public Optional<KernelTable> change(
      KernelTable table, List<dev.mssqlcdc.lake.Column> added, Map<String, String> properties) {
    try {
      return Optional.of(
          commit(
              table,
              CommitRequest.append(List.of(), List.of())
                  .changing(table.planned(added), properties, Set.of())));
    } catch (CommitConflictException e) {
      return Optional.empty();
    }
  }

  /**
   * The table at its newest version.
   *
   * @throws LakeException when it is gone or cannot be read
   */
  public KernelTable reload(KernelTable table) {
    return find(table.path())
        .orElseThrow(() -> new LakeException("table " + table.path() + " is gone"));
  }

  /**
   * Whether the table is as its newest log entry left it: two looks at the file system, however
   * long the log is.
   *
   * @throws LakeException when the log cannot be read
   */
  public boolean isNewest(KernelTable table) {
    try {
      FileSystem files = new Path(table.path()).getFileSystem(hadoop);
      return files.exists(LogEntries.path(table.path(), table.version()))
          && !files.exists(LogEntries.path(table.path(), table.version() + 1));
    } catch (IOException e) {
      throw new LakeException(
          "cannot read the log of " + table.path() + ": " + Causes.describe(e), e);
    }
  }

  /**
   * The version that an application's last commit carried; empty when there was none.
   *
   * @throws LakeException when the log cannot be read
   */
  public OptionalLong transactionVersion(KernelTable table, String appId) {
    try {
      return KernelInternals.transactionVersion(engine, table.snapshot(), appId);
    } catch (RuntimeException e) {
      throw new LakeException(
          "cannot read the log of table " + table.path() + ": " + Causes.describe(e), e);
    }
  }

  /**
   * Commits at exactly the version that follows the table's.
   *
   * @return the table at the new version
   * @throws CommitConflictException when another process committed that version
   * @throws LakeException when the commit failed; whether it took place is then unknown
   */
  public KernelTable commit(KernelTable table, CommitRequest request)
      throws CommitConflictException {
    try {
      Transaction transaction = transaction(table, request);
      transaction.withCommitterProperties(() -> notes(request));
      TransactionCommitResult result =
          transaction.commit(
              engine, CloseableIterable.inMemoryIterable(actions(transaction, request)));
      // After a checkpoint the log is read anew from there, or a snapshot would grow for ever.
      return CommitHooks.run(engine, table, result) || result.getPostCommitSnapshot().isEmpty()
          ? reload(table)
          : new KernelTable(table.path(), result.getPostCommitSnapshot().get());
    } catch (LakeException e) {
      throw e;
    } catch (RuntimeException | IOException e) {
      if (isConflict(e)) {
        throw new CommitConflictException(
            "table %s changed after version %d".formatted(table.path(), table.version()), e);
      }
      throw new LakeException(
          "cannot commit to table %s after version %d: %s"
              .formatted(table.path(), table.version(), Causes.describe(e)),
          e);
    }
  }

  Engine engine() {
    return engine;
  }

  Configuration hadoop() {
    return hadoop;
  }

  Dictionaries dictionaries() {
    return dictionaries;
  }

  /** A commit that was given up for any other reason may have taken place. */
  private static boolean isConflict(Exception e) {
    return e instanceof ConcurrentWriteException
        || (e instanceof MaxCommitRetryLimitReachedException
            && e.getCause() instanceof CommitFailedException refused
            && refused.isConflict());
  }

  private KernelTable load(String path) {
    Snapshot snapshot =
        TableManager.loadSnapshot(path)
            .withCommitter(new AnnotatingCommitter(committers.committer(path)))
            .build(engine);
    return new KernelTable(path, snapshot);
  }

  private Transaction transaction(KernelTable table, CommitRequest request) {
    if (request.changesMetadata()) {
      return KernelInternals.metadataTransaction(
          engine,
          table.snapshot(),
          ENGINE_INFO,
          request.columns(),
          request.setProperties(),
          request.unsetProperties());
    }
    return table
        .snapshot()
        .buildUpdateTableTransaction(
            ENGINE_INFO,
            request.replaced().isEmpty() ? Operation.STREAMING_UPDATE : Operation.MANUAL_UPDATE)
        .withMaxRetries(0)
        .build(engine);
  }

  private static Map<String, String> notes(CommitRequest request) {
    Map<String, String> notes = new HashMap<>();
    notes.put(AnnotatingCommitter.BLIND_APPEND, Boolean.toString(request.isBlind()));
    request.userMetadata().ifPresent(text -> notes.put(AnnotatingCommitter.USER_METADATA, text));
    return notes;
  }

  private CloseableIterator<Row> actions(Transaction transaction, CommitRequest request)
      throws IOException {
    Stream<Row> txns =
        request.txns().stream()
            .map(txn -> KernelInternals.transactionAction(txn.appId(), txn.version()));
    Stream<Row> removes =
        request.replaced().stream().map(file -> KernelInternals.removeAction(file.row()));
    return Iterators.closeable(Stream.concat(txns, removes).iterator())
        .combine(adds(transaction, request));
  }

  private CloseableIterator<Row> adds(Transaction transaction, CommitRequest request)
      throws IOException {
    if (request.added().isEmpty()) {
      // A partitioned table has no write context without a partition.
      return Iterators.closeable(List.<Row>of().iterator());
    }
    Map<String, Literal> partition = new HashMap<>();
    request.partition().forEach((name, value) -> partition.put(name, Literal.ofString(value)));
    Row state = transaction.getTransactionState(engine);
    return Transaction.generateAppendActions(
        engine,
        state,
        Iterators.closeable(request.added().stream().map(DataFile::status).iterator()),
        Transaction.getWriteContext(engine, state, partition));
  }
}
