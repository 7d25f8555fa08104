package dev.mssqlcdc.writer.delta;

import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.hook.PostCommitHook.PostCommitHookType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is written after every so many commits: a checkpoint, which speeds up reads, and a checksum,
 * which speeds up commits. Kernel looks for a table's clustering at each: in the checksum, which it
 * carries on from commit to commit, or else in the whole log since the last checkpoint.
 */
final class CommitHooks {

  private static final Logger LOG = LoggerFactory.getLogger(CommitHooks.class);

  private static final Map<PostCommitHookType, String> WRITTEN =
      Map.of(
          PostCommitHookType.CHECKPOINT, "checkpoint",
          PostCommitHookType.CHECKSUM_SIMPLE, "checksum",
          PostCommitHookType.CHECKSUM_FULL, "checksum");

  private CommitHooks() {}

  /**
   * Writes them, where a checkpoint is due.
   *
   * @return whether it was
   */
  static boolean run(Engine engine, KernelTable table, TransactionCommitResult result) {
    List<PostCommitHook> hooks = result.getPostCommitHooks();
    if (hooks.stream().noneMatch(hook -> hook.getType() == PostCommitHookType.CHECKPOINT)) {
      return false;
    }
    hooks.stream()
        .filter(hook -> WRITTEN.containsKey(hook.getType()))
        .forEach(hook -> run(engine, table, hook));
    return true;
  }

  // The commit stands without them.
  private static void run(Engine engine, KernelTable table, PostCommitHook hook) {
    try {
      hook.threadSafeInvoke(engine);
    } catch (IOException | RuntimeException | FSError e) {
      LOG.warn(
          "table {}: no {} was written: {}",
          table.path(),
          WRITTEN.get(hook.getType()),
          e.toString());
    }
  }
}
