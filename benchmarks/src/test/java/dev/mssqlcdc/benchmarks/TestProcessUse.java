package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestProcessUse {

  @Test
  void thePeakOfResidentMemoryIsReadFromTheStatus() {
    String status = "Name:\tjava\nVmPeak:\t 4803048 kB\nVmHWM:\t  843776 kB\nVmRSS:\t  100000 kB\n";
    assertThat(ProcessUse.peakMegabytes(status)).hasValue(824);
    assertThat(ProcessUse.peakMegabytes("Name:\tkthreadd\n")).isEmpty();
  }

  @Test
  void theCpuOfALivingProcessIsKnown() {
    assertThat(ProcessUse.cpu(ProcessHandle.current().pid())).isPositive();
  }
}
