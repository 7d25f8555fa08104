package dev.mssqlcdc.connector.engine;

import java.util.ArrayList;
import java.util.List;

/** Gathers records into batches for the queue, so that the two threads meet once per batch. */
final class Outbox {

  private static final int BATCH = 512;
  private static final long BATCH_BYTES = 1 << 20;

  private final HandoverQueue<Emission> queue;
  private List<Emission> batch = new ArrayList<>();
  private long bytes;

  Outbox(HandoverQueue<Emission> queue) {
    this.queue = queue;
  }

  void put(Emission emission) throws InterruptedException {
    batch.add(emission);
    bytes += emission.record().bytes();
    if (batch.size() >= BATCH || bytes >= BATCH_BYTES) {
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
