package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.Sandbox;
import java.time.Duration;

/**
 * CPU time spent so far.
 *
 * @param standin by the SQL Server stand-in
 * @param all by this process and all it started
 */
record CpuTimes(Duration standin, Duration all) {

  static CpuTimes now(Sandbox sandbox) {
    ProcessHandle standin = ProcessHandle.of(sandbox.sqlServer().process().pid()).orElseThrow();
    Duration all =
        ProcessHandle.current()
            .descendants()
            .map(CpuTimes::of)
            .reduce(of(ProcessHandle.current()), Duration::plus);
    return new CpuTimes(of(standin), all);
  }

  private static Duration of(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("no CPU time of process " + process.pid()));
  }

  /** The stand-in's part of all that was spent since, from 0 to 1. */
  double standinShareSince(CpuTimes earlier) {
    double spent = standin.minus(earlier.standin).toNanos();
    return spent / all.minus(earlier.all).toNanos();
  }
}
