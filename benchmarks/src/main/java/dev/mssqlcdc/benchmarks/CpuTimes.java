package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.Sandbox;
import java.time.Duration;

/**
 * CPU time spent so far.
 *
 * @param standin by the SQL Server stand-in
 * @param worker by the Connect worker
 * @param all by this process and all it started
 */
record CpuTimes(Duration standin, Duration worker, Duration all) {

  static CpuTimes now(Sandbox sandbox) {
    Duration all =
        ProcessHandle.current()
            .descendants()
            .map(CpuTimes::of)
            .reduce(of(ProcessHandle.current()), Duration::plus);
    return new CpuTimes(
        of(sandbox.sqlServer().process().pid()), of(sandbox.connect().process().pid()), all);
  }

  private static Duration of(long pid) {
    return of(ProcessHandle.of(pid).orElseThrow());
  }

  private static Duration of(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("no CPU time of process " + process.pid()));
  }

  CpuTimes minus(CpuTimes earlier) {
    return new CpuTimes(
        standin.minus(earlier.standin), worker.minus(earlier.worker), all.minus(earlier.all));
  }

  /** The stand-in's part of all, from 0 to 1. */
  double standinShare() {
    return (double) standin.toNanos() / all.toNanos();
  }
}
