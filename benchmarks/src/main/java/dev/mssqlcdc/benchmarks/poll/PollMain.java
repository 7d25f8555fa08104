package dev.mssqlcdc.benchmarks.poll;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;

/** Polls a connector's task in a process of its own, so that the process's CPU is the task's. */
public final class PollMain {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double NANOS = 1e9;

  private final PollJob job;
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private PollMain(PollJob job) {
    this.job = job;
  }

  /**
   * Does a job.
   *
   * @param args the path of a file that holds a {@link PollJob}
   */
  public static void main(String[] args) throws Exception {
    new PollMain(JSON.readValue(new File(args[0]), PollJob.class)).run();
    // tasks may leave threads behind that are no daemons
    System.exit(0);
  }

  private void run() throws Exception {
    if (job.rows() == 0) {
      storeFirst();
      return;
    }
    for (int i = 0; i < job.warmUps(); i++) {
      pass();
    }
    JSON.writeValue(new File(job.figures()), pass());
  }

  private TaskHost start() throws IOException, ReflectiveOperationException {
    return TaskHost.start(job, FileOffsets.read(Path.of(job.offsets())));
  }

  private void storeFirst() throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    try (TaskHost task = start()) {
      while (rows(records) == 0) {
        records.addAll(task.poll());
      }
    }
    FileOffsets.write(Path.of(job.offsets()), records);
  }

  private PollFigures pass() throws Exception {
    try (TaskHost task = start()) {
      long first = 0;
      while (first == 0) {
        first = rows(task.poll());
      }
      long start = System.nanoTime();
      long cpu = process.getProcessCpuTime();
      long rows = first;
      while (rows < job.rows()) {
        rows += rows(task.poll());
      }
      return new PollFigures(
          rows - first,
          (System.nanoTime() - start) / NANOS,
          (process.getProcessCpuTime() - cpu) / NANOS);
    }
  }

  private long rows(List<SourceRecord> records) {
    long rows = 0;
    for (SourceRecord each : records) {
      if (each.key() != null && each.topic().equals(job.topic())) {
        rows++;
      }
    }
    return rows;
  }
}
