package dev.mssqlcdc.writer.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/** Records of one topic that wait for their batch. */
public final class RecordBuffer {

  private final FlushLimits limits;
  private final Deque<RawRecord> records = new ArrayDeque<>();
  private long bytes;
  private int events;
  private int progress;

  public RecordBuffer(FlushLimits limits) {
    this.limits = limits;
  }

  public void add(RawRecord record) {
    records.addLast(record);
    count(record, 1);
  }

  public boolean isEmpty() {
    return records.isEmpty();
  }

  public int size() {
    return records.size();
  }

  /** Bytes of memory that it takes, about. */
  public long bytes() {
    return bytes;
  }

  /** The records of the next batch; they stay here until {@link #remove}. */
  public List<RawRecord> nextBatch() {
    List<RawRecord> batch = new ArrayList<>();
    long size = 0;
    int batchEvents = 0;
    for (RawRecord record : records) {
      if (batch.size() == limits.rows()
          || batchEvents == FlushLimits.EVENTS
          || (!batch.isEmpty() && size + record.size() > limits.bytes())) {
        break;
      }
      batch.add(record);
      size += record.size();
      batchEvents += record.isEvent() ? 1 : 0;
    }
    return batch;
  }

  /** Drops the first records, which are committed. */
  public void remove(int count) {
    for (int i = 0; i < count; i++) {
      count(records.removeFirst(), -1);
    }
  }

  public void clear() {
    remove(records.size());
  }

  /**
   * When the next batch is due, milliseconds since 1970; empty when there is nothing.
   *
   * @param state the table's state
   * @param lastFlush when its last batch was committed
   */
  public OptionalLong dueAt(TableState state, long lastFlush) {
    if (records.isEmpty()) {
      return OptionalLong.empty();
    }
    if (records.size() >= limits.rows()
        || bytes >= limits.bytes()
        || events >= FlushLimits.EVENTS) {
      return OptionalLong.of(0);
    }
    long due = records.getFirst().arrivedAt() + limits.intervalMs();
    return OptionalLong.of(
        isIdle(state) ? Math.max(due, lastFlush + limits.idleIntervalMs()) : due);
  }

  /** Whether nothing waits but progress that says that nothing happened. */
  public boolean isIdle(TableState state) {
    return !records.isEmpty() && progress == records.size() && state.isCovered();
  }

  private void count(RawRecord record, int sign) {
    bytes += sign * record.size();
    events += record.isEvent() ? sign : 0;
    progress += record.isProgress() ? sign : 0;
  }
}
