package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.ChildJvm;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * How a process made a topic's rows readable, from the first that could be read on: its start and
 * its first batch are not counted.
 *
 * @param rows that became readable in between
 * @param seconds between the two moments
 * @param cpuSeconds of the process in between
 * @param peakMegabytes the most memory that the process held, its start included
 */
record Ingestion(long rows, double seconds, double cpuSeconds, OptionalDouble peakMegabytes) {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final double NANOS = 1e9;

  private record Moment(long rows, long nanos, Duration cpu) {

    static Moment of(ChildJvm process, long rows) {
      return new Moment(rows, System.nanoTime(), ProcessUse.cpu(process.pid()));
    }
  }

  /**
   * Watches a process that has just been started.
   *
   * @param readable how many rows can be read by now
   * @param enough rows with which it ends
   */
  static Ingestion measure(ChildJvm process, Callable<Long> readable, long enough)
      throws Exception {
    Moment first = await(process, readable, 1);
    Moment last = await(process, readable, enough);
    return between(first, last, ProcessUse.peakMegabytes(process.pid()));
  }

  private static Ingestion between(Moment first, Moment last, OptionalDouble peak) {
    return new Ingestion(
        last.rows - first.rows,
        (last.nanos - first.nanos) / NANOS,
        last.cpu.minus(first.cpu).toNanos() / NANOS,
        peak);
  }

  private static Moment await(ChildJvm process, Callable<Long> readable, long enough)
      throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long rows = readable.call();
    while (rows < enough) {
      if (!process.alive() || System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "%d of %d rows were readable, then no more:%n%s"
                .formatted(rows, enough, process.tail()));
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      rows = readable.call();
    }
    return Moment.of(process, rows);
  }

  double rowsPerSecond() {
    return rows / seconds;
  }

  double cpuSecondsPerMillion() {
    return cpuSeconds * 1e6 / rows;
  }
}
