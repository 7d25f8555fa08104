package dev.mssqlcdc.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;

/** What another process of this machine has used so far. */
final class ProcessUse {

  private static final double KILOBYTES = 1024;
  private static final String PEAK = "VmHWM:";

  private ProcessUse() {}

  static Duration cpu(long pid) {
    return cpu(ProcessHandle.of(pid).orElseThrow());
  }

  static Duration cpu(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("no CPU time of process " + process.pid()));
  }

  /** The most memory that it held at once (resident set); only Linux tells. */
  static OptionalDouble peakMegabytes(long pid) throws IOException {
    Path status = Path.of("/proc", String.valueOf(pid), "status");
    return Files.exists(status) ? peakMegabytes(Files.readString(status)) : OptionalDouble.empty();
  }

  static OptionalDouble peakMegabytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith(PEAK))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KILOBYTES)
        .findFirst();
  }
}
