package dev.mssqlcdc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Delays between commits at a steady rate and the moments at which they are seen elsewhere. */
final class Delays {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  /** Nothing more is on its way when nothing came for so long after the last commit. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private Delays() {}

  /** Commits one change. */
  @FunctionalInterface
  interface Commit {

    /**
     * @param number from 1
     */
    void run(int number) throws Exception;
  }

  /**
   * Commits in a thread of its own and looks from this one. Changes of earlier commits may still
   * become visible: those of these commits are the last.
   *
   * @param visible how many changes are visible by now, in the order of their commits
   * @return milliseconds from each commit's return to its being visible
   */
  static List<Double> measure(Commit commit, int commits, int perSecond, Callable<Long> visible)
      throws Exception {
    long before = visible.call();
    CompletableFuture<List<Long>> writer =
        CompletableFuture.supplyAsync(() -> commitAll(commit, commits, perSecond));
    List<Long> seen = new ArrayList<>();
    long lastNews = System.nanoTime();
    while (!writer.isDone()
        || System.nanoTime() - lastNews < QUIET.toNanos()
        || seen.size() < commits) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      long count = visible.call();
      long now = System.nanoTime();
      for (; before < count; before++) {
        seen.add(now);
        lastNews = now;
      }
      if (writer.isCompletedExceptionally()) {
        writer.get();
      }
      if (now - lastNews > PATIENCE.toNanos()) {
        throw new IllegalStateException(
            "%d changes were seen after %d commits".formatted(seen.size(), commits));
      }
    }
    return between(writer.get(), seen);
  }

  /**
   * As {@link #measure}, of rows inserted into the first table.
   *
   * @param warmUp how long inserts are not counted
   * @param counted how long they are
   */
  static List<Double> ofInserts(
      SourceDatabase database,
      Duration warmUp,
      Duration counted,
      int perSecond,
      Callable<Long> visible)
      throws Exception {
    int cold = (int) warmUp.toSeconds() * perSecond;
    int commits = cold + (int) counted.toSeconds() * perSecond;
    try (Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO dbo.t1 (id, c) VALUES (?, 'delay')")) {
      List<Double> millis =
          measure(
              commit -> {
                insert.setInt(1, commit);
                insert.executeUpdate();
              },
              commits,
              perSecond,
              visible);
      return millis.subList(cold, commits);
    }
  }

  private static List<Long> commitAll(Commit commit, int commits, int perSecond) {
    long pause = TimeUnit.SECONDS.toNanos(1) / perSecond;
    List<Long> committed = new ArrayList<>(commits);
    long start = System.nanoTime();
    for (int i = 0; i < commits; i++) {
      long due = start + i * pause;
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      try {
        commit.run(i + 1);
      } catch (Exception e) {
        throw new IllegalStateException("commit " + (i + 1) + " failed", e);
      }
      committed.add(System.nanoTime());
    }
    return committed;
  }

  /**
   * Matches commits with what was seen, in order.
   *
   * @param committed nanoseconds
   * @param seen nanoseconds, of earlier commits too
   */
  static List<Double> between(List<Long> committed, List<Long> seen) {
    int earlier = seen.size() - committed.size();
    return IntStream.range(0, committed.size())
        .mapToObj(i -> (seen.get(earlier + i) - committed.get(i)) / NANOS_PER_MILLI)
        .toList();
  }
}
