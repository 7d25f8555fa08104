package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Planner and ranking through random lives of a table: after each run that is not held silver is
 * what the source table was at its LSN.
 */
class TestModel {

  private static final int COMMITS = 20;
  private static final int STEPS = 120;
  private static final int COUNTED = 400;

  /** How often something came about. */
  private static final class Counts {
    private int compared;
    private int chunks;
    private int gaps;
    private int crashes;
    private int held;
  }

  @Property(tries = 3_000)
  void silverIsTheSourceTableAtItsLsn(@ForAll long seed) {
    live(seed, new Counts());
  }

  @Test
  void whatMattersComesAboutOften() {
    Counts counts = new Counts();
    for (int seed = 0; seed < COUNTED; seed++) {
      live(seed, counts);
    }
    System.out.println(
        "COUNTS "
            + counts.compared
            + " "
            + counts.chunks
            + " "
            + counts.gaps
            + " "
            + counts.crashes
            + " "
            + counts.held);
    assertThat(counts.compared).isGreaterThan(3 * COUNTED);
    assertThat(counts.chunks).isGreaterThan(COUNTED);
    assertThat(counts.gaps).isGreaterThan(COUNTED / 10);
    assertThat(counts.crashes).isGreaterThan(COUNTED);
    assertThat(counts.held).isGreaterThan(COUNTED);
  }

  private static void live(long seed, Counts counts) {
    TestingStream stream = new TestingStream(seed, COMMITS);
    Random random = new Random(~seed);
    TestingLakeView lake = new TestingLakeView(stream, random);
    TestingSilver silver = new TestingSilver(lake, random);
    for (int step = 0; step < STEPS; step++) {
      stream.step();
      if (random.nextInt(3) == 0) {
        lake.step();
      }
      if (random.nextInt(4) == 0) {
        Optional<Verdict> before = silver.state().verdict();
        Optional<Plan> done = silver.run(true);
        if (isHeld(done)) {
          counts.held++;
          assertThat(silver.state().verdict()).isEqualTo(before);
        } else if (done.isPresent()) {
          check(stream, silver, counts);
        } else {
          counts.crashes++;
        }
      }
    }
    stream.end();
    lake.end();
    silver.run(false);
    assertThat(silver.run(false)).contains(new Plan.UpToDate());
    assertThat(silver.rows()).isEqualTo(stream.tableAt(Long.MAX_VALUE));
    counts.chunks += silver.chunksApplied();
    counts.gaps += silver.gapsFound();
  }

  private static boolean isHeld(Optional<Plan> done) {
    return done.filter(
            plan ->
                plan instanceof Plan.Hold
                    || plan instanceof Plan.NothingYet
                    || (plan instanceof Plan.Work work && work.held().isPresent()))
        .isPresent();
  }

  private static void check(TestingStream stream, TestingSilver silver, Counts counts) {
    long end = silver.state().applied().orElseThrow().low();
    assertThat(silver.state().verdict().orElseThrow().endLsn().low()).isEqualTo(end);
    if (stream.isWhole(silver.state().snapshotId().orElse(null), end)) {
      counts.compared++;
      assertThat(silver.rows()).isEqualTo(stream.tableAt(end));
    }
  }
}
