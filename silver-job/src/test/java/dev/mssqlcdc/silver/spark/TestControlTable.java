package dev.mssqlcdc.silver.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.SilverState;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestControlTable {

  private static final int WRITES = 3;

  @Test
  void jobsThatWriteAtTheSameTimeLoseNothing(@TempDir Path root) throws Exception {
    TestingLake lake = new TestingLake(root);
    lake.verdict(10, "a", "b");
    long before = lake.controlVersion();
    ExecutorService jobs = Executors.newFixedThreadPool(2);
    try {
      List<Callable<ControlRow>> writers =
          List.of(writer(control(lake), "a"), writer(control(lake), "b"));
      for (Future<ControlRow> done : jobs.invokeAll(writers)) {
        assertThat(done.get().state().applied()).contains(new Lsn(0, WRITES));
      }
    } finally {
      jobs.shutdownNow();
    }
    assertThat(lake.applied("a")).isEqualTo(new Lsn(0, WRITES));
    assertThat(lake.applied("b")).isEqualTo(new Lsn(0, WRITES));
    assertThat(lake.controlRow("a").<String>getAs(Control.LAYER)).isEqualTo("silver");
    assertThat(lake.controlVersion()).isEqualTo(before + 2 * WRITES);
  }

  @Test
  void writesOfOneJobShareCommitsAndEachHasItsOwnAnswer(@TempDir Path root) throws Exception {
    TestingLake lake = new TestingLake(root);
    ControlTable control = control(lake);
    ControlRow stale = ControlRow.absent("b");
    List<String> names = List.of("a", "b", "c", "d");
    ExecutorService threads = Executors.newFixedThreadPool(names.size());
    try {
      for (Future<ControlRow> done :
          threads.invokeAll(names.stream().map(name -> writer(control, name)).toList())) {
        assertThat(done.get().state().applied()).contains(new Lsn(0, WRITES));
      }
    } finally {
      threads.shutdownNow();
    }
    for (String name : names) {
      assertThat(lake.applied(name)).as(name).isEqualTo(new Lsn(0, WRITES));
    }
    long before = lake.controlVersion();
    assertThat(before).isLessThan((long) WRITES * names.size());
    assertThat(control.replace(stale, SilverState.NONE)).isEmpty();
    assertThat(lake.controlVersion()).isEqualTo(before);
  }

  /** As another process would have it: with a lock of its own. */
  private static ControlTable control(TestingLake lake) {
    return new ControlTable(
        new SparkTables(Sessions.child(TestingSpark.session())),
        lake.lake().control(),
        Clock.systemUTC());
  }

  private static Callable<ControlRow> writer(ControlTable control, String table) {
    return () -> {
      ControlRow row = ControlRow.absent(table);
      for (int end = 1; end <= WRITES; end++) {
        Verdict verdict = new Verdict(new Lsn(0, end), Optional.empty(), Optional.empty());
        Plan.Work done =
            new Plan.Apply(Optional.empty(), verdict, false, List.of(), Optional.empty());
        SilverState next = row.state().finish(done);
        row = control.replace(row, next).orElseThrow();
      }
      return row;
    };
  }
}
