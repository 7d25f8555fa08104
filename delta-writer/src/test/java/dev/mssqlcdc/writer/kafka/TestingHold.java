package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.delta.CommitterFactory;
import io.delta.kernel.commit.Committer;
import java.util.concurrent.CountDownLatch;

/** Holds the commits of one bronze table until they are let go. */
final class TestingHold implements CommitterFactory {

  private final String table;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  TestingHold(String table) {
    this.table = table;
  }

  void awaitCommit() throws InterruptedException {
    reached.await();
  }

  void release() {
    released.countDown();
  }

  @Override
  public Committer committer(String path) {
    Committer real = CommitterFactory.standard().committer(path);
    return (engine, actions, metadata) -> {
      if (path.endsWith("/bronze/" + table)) {
        reached.countDown();
        hold();
      }
      return real.commit(engine, actions, metadata);
    };
  }

  private void hold() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
