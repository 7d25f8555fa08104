package dev.mssqlcdc.writer.feed;

import dev.mssqlcdc.writer.delta.CommitterFactory;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;

/** Puts log entries in place as the real one does, and fails where a test says so. */
public final class TestingFaults implements CommitterFactory {

  /** What happens at a commit. */
  public enum Fault {
    CRASH_BEFORE,
    CRASH_AFTER,
    /** The entry is in place, but the caller is told of an I/O error. */
    UNKNOWN_AFTER,
    /** The entry is in place, but the caller is told that another process put it there. */
    CONFLICT_AFTER,
    FAIL_BEFORE
  }

  private final CommitterFactory real = CommitterFactory.standard();
  private Fault fault;
  private int countdown = -1;

  /** The n th commit from now on, counted from 0, has the fault. */
  public void plan(int commit, Fault kind) {
    countdown = commit;
    fault = kind;
  }

  /** Whether the planned fault has not come yet. */
  public boolean isPending() {
    return countdown >= 0;
  }

  @Override
  public Committer committer(String path) {
    Committer delegate = real.committer(path);
    return (engine, actions, metadata) -> {
      boolean now = countdown == 0;
      if (countdown >= 0) {
        countdown--;
      }
      if (now && fault == Fault.CRASH_BEFORE) {
        throw new CrashError("before " + metadata.getPublishedDeltaFilePath());
      }
      if (now && fault == Fault.FAIL_BEFORE) {
        throw new CommitFailedException(true, false, "no space left on device");
      }
      CommitResponse response = delegate.commit(engine, actions, metadata);
      if (now && fault == Fault.CRASH_AFTER) {
        throw new CrashError("after " + metadata.getPublishedDeltaFilePath());
      }
      if (now && fault == Fault.UNKNOWN_AFTER) {
        throw new CommitFailedException(true, false, "connection reset");
      }
      if (now && fault == Fault.CONFLICT_AFTER) {
        throw new CommitFailedException(true, true, "412 Precondition Failed");
      }
      return response;
    };
  }
}
