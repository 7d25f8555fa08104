package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.SnapshotOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers a table's records into batches for the queue, so that the two threads meet once per
 * batch. A batch ends where a source transaction ends, unless that is too far away.
 */
final class Outbox {

  private static final int MAX_BATCH = 512;

  /**
   * Before a topic's first record the worker creates the topic, in the middle of a transaction that
   * must not take long: so few tables may begin in one batch of the worker.
   */
  private static final int BEGINNINGS = 16;

  /** Rows of snapshots that wait in the queue delay the changes behind them. */
  private static final int PART_OF_SNAPSHOTS = 4;

  private static final long BATCH_BYTES = 1 << 20;

  private final HandoverQueue<Emission> queue;
  private final int maxBatch;
  private final int beginning;
  private boolean isNew;
  private List<Emission> batch = new ArrayList<>();
  private long bytes;

  /**
   * @param atMost records in a batch
   * @param isNew whether nothing of the table was ever handed over
   */
  Outbox(HandoverQueue<Emission> queue, int atMost, boolean isNew) {
    this.queue = queue;
    this.beginning = atMost / BEGINNINGS;
    this.isNew = isNew;
    this.maxBatch = Math.min(MAX_BATCH, atMost);
  }

  void put(Emission emission) throws InterruptedException {
    if (isHalfFull()) {
      Emission before = batch.get(batch.size() - 1);
      if (!before.isFollowedInTransactionBy(emission)) {
        batch.set(batch.size() - 1, before.last());
        flush();
      } else if (isFull()) {
        flush();
      }
    }
    batch.add(emission);
    bytes += emission.record().bytes();
  }

  private boolean isHalfFull() {
    return !batch.isEmpty() && (batch.size() >= maxBatch / 2 || bytes >= BATCH_BYTES / 2);
  }

  private boolean isFull() {
    return batch.size() >= maxBatch || bytes >= BATCH_BYTES;
  }

  void flush() throws InterruptedException {
    if (!batch.isEmpty()) {
      int weight = isNew ? Math.max(batch.size(), beginning) : batch.size();
      boolean canWait = batch.get(batch.size() - 1).change() instanceof SnapshotOffset;
      queue.put(batch, weight, bytes, canWait ? PART_OF_SNAPSHOTS : 1);
      isNew = false;
      batch = new ArrayList<>();
      bytes = 0;
    }
  }
}
