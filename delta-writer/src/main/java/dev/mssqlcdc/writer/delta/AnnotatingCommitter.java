package dev.mssqlcdc.writer.delta;

import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.utils.CloseableIterator;
import java.util.Map;

/**
 * Adds to a commit what Kernel has no call for, taken from the transaction's committer properties:
 * the user metadata, whether it is a blind append, and a new table's comment.
 */
final class AnnotatingCommitter implements Committer {

  static final String USER_METADATA = "userMetadata";
  static final String BLIND_APPEND = "isBlindAppend";
  static final String DESCRIPTION = "description";

  private final Committer delegate;

  AnnotatingCommitter(Committer delegate) {
    this.delegate = delegate;
  }

  @Override
  public CommitResponse commit(
      Engine engine, CloseableIterator<Row> actions, CommitMetadata metadata)
      throws CommitFailedException {
    Map<String, String> notes = metadata.getCommitterProperties().get();
    return delegate.commit(
        engine, actions.map(row -> KernelInternals.annotated(row, notes)), metadata);
  }
}
