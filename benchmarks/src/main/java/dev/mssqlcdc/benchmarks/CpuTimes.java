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
            .map(ProcessUse::cpu)
            .reduce(ProcessUse.cpu(ProcessHandle.current()), Duration::plus);
    return new CpuTimes(
        ProcessUse.cpu(sandbox.sqlServer().process().pid()),
        ProcessUse.cpu(sandbox.connect().process().pid()),
        all);
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
