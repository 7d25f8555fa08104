package dev.mssqlcdc.benchmarks.poll;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What one pass of the poll loop took, from the first batch that held a row (it is not counted) to
 * the last.
 *
 * @param rows change rows polled
 * @param seconds elapsed
 * @param cpuSeconds of the whole process: every thread, the collector's and the compiler's too
 */
public record PollFigures(long rows, double seconds, double cpuSeconds) {

  @JsonIgnore
  public double rowsPerSecond() {
    return rows / seconds;
  }

  @JsonIgnore
  public double cpuSecondsPerMillion() {
    return cpuSeconds * 1e6 / rows;
  }
}
