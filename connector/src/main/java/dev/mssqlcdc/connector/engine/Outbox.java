package dev.mssqlcdc.connector.engine;

import java.util.ArrayList;
import java.util.List;

/** Gathers records into batches for the queue, so that the two threads meet once per batch. */
final class Outbox {

  private static final int MAX_BATCH = 512;
  private static final long BATCH_BYTES = 1 << 20;

  private final HandoverQueue<Emission> queue;
  private final int maxBatch;
  private List<Emission> batch = new ArrayList<>();
  private long bytes;

  /**
   * @param atMost records in a batch
   */
  Outbox(HandoverQueue<Emission> queue, int atMost) {
    this.queue = queue;
    this.maxBatch = Math.min(MAX_BATCH, atMost);
  }

  void put(Emission emission) throws InterruptedException {
    batch.add(emission);
    bytes += emission.record().bytes();
    if (batch.size() >= maxBatch || bytes >= BATCH_BYTES) {
      flush();
    }
  }

  void flush() throws InterruptedException {
    if (!batch.isEmpty()) {
      queue.put(batch, bytes);
      batch = new ArrayList<>();
      bytes = 0;
    }
  }
}
