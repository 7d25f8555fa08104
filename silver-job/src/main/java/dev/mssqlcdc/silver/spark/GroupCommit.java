package dev.mssqlcdc.silver.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Has everything that threads want written by the time that the write before is over be written at
 * once, by one of them.
 *
 * @param <W> what is to be written
 * @param <R> what came of it
 */
final class GroupCommit<W, R> {

  private final Function<List<W>, List<R>> writer;
  private final List<Entry<W, R>> waiting = new ArrayList<>();
  private final Object turn = new Object();

  private static final class Entry<W, R> {
    private final W what;
    private boolean done;
    private R result;
    private RuntimeException failure;

    Entry(W what) {
      this.what = what;
    }
  }

  /**
   * @param writer writes all that it is given and tells what came of each, in the same order; never
   *     in two threads at the same time
   */
  GroupCommit(Function<List<W>, List<R>> writer) {
    this.writer = writer;
  }

  /** Returns when it is written; what the writer throws, everyone of the same write gets. */
  R write(W what) {
    Entry<W, R> entry = new Entry<>(what);
    synchronized (waiting) {
      waiting.add(entry);
    }
    synchronized (turn) {
      if (!entry.done) {
        writeAll(taken());
      }
    }
    if (entry.failure != null) {
      throw entry.failure;
    }
    return entry.result;
  }

  /** How many threads have something to write that no write has begun with. */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  private List<Entry<W, R>> taken() {
    synchronized (waiting) {
      List<Entry<W, R>> taken = List.copyOf(waiting);
      waiting.clear();
      return taken;
    }
  }

  private void writeAll(List<Entry<W, R>> entries) {
    RuntimeException failure = new IllegalStateException("the write broke off");
    List<R> results = List.of();
    try {
      results = writer.apply(entries.stream().map(entry -> entry.what).toList());
      failure = null;
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      for (int i = 0; i < entries.size(); i++) {
        Entry<W, R> entry = entries.get(i);
        entry.failure = failure;
        entry.result = failure == null ? results.get(i) : null;
        entry.done = true;
      }
    }
  }
}
