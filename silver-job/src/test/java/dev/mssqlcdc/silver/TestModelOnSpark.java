package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.silver.plan.Image;
import dev.mssqlcdc.silver.plan.TestingStream;
import dev.mssqlcdc.silver.plan.TestingStream.Change;
import dev.mssqlcdc.silver.plan.TestingStream.Entry;
import dev.mssqlcdc.silver.plan.TestingStream.Progress;
import dev.mssqlcdc.silver.plan.TestingStream.SnapshotRow;
import dev.mssqlcdc.silver.plan.TestingStream.Told;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lives of tables that {@code TestModel} runs thousands of, through Spark and Delta: 20, or 300
 * with {@code --long}. They live side by side in one lake, so that a run is one for all of them.
 */
class TestModelOnSpark {

  private static final int LIVES = 20;
  private static final boolean LONG = Boolean.getBoolean("long");
  private static final int LAKES = LONG ? 15 : 1;
  private static final int COMMITS = 20;
  private static final int STEPS = 80;
  private static final int ROUNDS = LONG ? 3 : 1;
  private static final Instant START = Instant.parse("2026-02-01T12:00:00Z");

  private static final Set<Action> HELD = Set.of(Action.NOTHING_YET, Action.HELD, Action.AHEAD);

  private final Map<String, Life> lives = new LinkedHashMap<>();
  private int compared;
  private int crashed;
  private int held;

  /** A table, its topic, and how much of it is in the lake. */
  private static final class Life {
    private final TestingStream stream;
    private int bronze;
    private int facts;
    private int control;

    Life(TestingStream stream) {
      this.stream = stream;
    }

    List<Entry> bronzeTo(int end) {
      List<Entry> more = stream.topic().subList(bronze, end);
      bronze = end;
      return more;
    }

    List<Entry> factsTo(int end) {
      List<Entry> more = stream.topic().subList(facts, end);
      facts = end;
      return more;
    }

    /** The last progress up to a place in the topic, -1 for none. */
    long verdict(int end) {
      control = end;
      return stream.topic().subList(0, end).stream()
          .filter(Progress.class::isInstance)
          .mapToLong(entry -> ((Progress) entry).end())
          .reduce(-1, (a, b) -> b);
    }
  }

  @Test
  void silverIsTheSourceTableAtItsLsn(@TempDir Path root) {
    long seed = LONG ? System.nanoTime() : 7;
    for (int number = 0; number < LAKES; number++) {
      live(new TestingLake(root.resolve("lake" + number)), seed + (long) number * LIVES);
    }
    assertThat(compared).as("seed %d: runs compared", seed).isGreaterThan(LIVES * LAKES);
    assertThat(crashed).as("seed %d: runs crashed", seed).isGreaterThan(LAKES);
    assertThat(held).as("seed %d: runs held", seed).isGreaterThan(LAKES);
  }

  private void live(TestingLake lake, long seed) {
    Random random = new Random(seed);
    begin(lake, seed);
    for (int round = 1; round <= ROUNDS; round++) {
      write(lake, random, round);
      run(lake, random, START.plus(Duration.ofHours(round)), seed);
    }
    write(lake, random, Integer.MAX_VALUE);
    SilverJob last = TestingJobs.at(START.plus(Duration.ofDays(1)), lake);
    for (ApplyResult result : last.apply(ApplyOptions.all())) {
      assertThat(result.error()).as("seed %d, %s", seed, result.table()).isEmpty();
    }
    Map<String, Map<Integer, String>> silver = lake.silverMaps(lives.keySet());
    compared += silver.size();
    lives.forEach(
        (name, life) ->
            assertThat(silver.get(name))
                .as("seed %d, %s at its end", seed, name)
                .isEqualTo(life.stream.tableAt(Long.MAX_VALUE)));
  }

  private void begin(TestingLake lake, long seed) {
    lives.clear();
    for (int i = 0; i < LIVES; i++) {
      TestingStream stream = new TestingStream(seed + i, COMMITS);
      for (int step = 0; step < STEPS; step++) {
        stream.step();
      }
      stream.end();
      lives.put("dbo.life%02d".formatted(i), new Life(stream));
    }
    String first = lives.keySet().iterator().next();
    lake.bronze(first, List.of(column("k", "integer"), column("v", "string")), "k");
    lives.keySet().stream().skip(1).forEach(name -> lake.copy(first, name));
  }

  /**
   * Facts and verdicts come as far as the round is; bronze is ahead of them, in one part or two.
   */
  private void write(TestingLake lake, Random random, int round) {
    Map<String, Long> verdicts = new HashMap<>();
    lives.forEach(
        (name, life) -> {
          int size = life.stream.topic().size();
          int part = round == 1 && random.nextBoolean() ? size * 2 / 3 : size;
          if (part > life.bronze) {
            lake.append(name, rows(life.bronzeTo(part)));
          }
          int reach = round > ROUNDS ? size : Math.min(life.bronze, size * round / (ROUNDS + 1));
          life.factsTo(Math.max(life.facts, reach)).forEach(entry -> note(lake, name, entry));
          int end = round > ROUNDS ? size : life.facts - random.nextInt(life.facts / 4 + 1);
          verdicts.put(name, life.verdict(Math.max(life.control, end)));
        });
    lake.flush();
    lake.verdicts(verdicts);
  }

  private static void note(TestingLake lake, String name, Entry entry) {
    if (entry instanceof Told told) {
      lake.event(name, told.lsn().low(), told.detail(), told.offset());
    }
  }

  private static List<TestingRow> rows(List<Entry> entries) {
    return entries.stream().flatMap(entry -> row(entry).stream()).toList();
  }

  private static List<TestingRow> row(Entry entry) {
    if (entry instanceof SnapshotRow row) {
      Image<Integer, String> image = row.image();
      return List.of(
          TestingRow.snapshot(row.snapshot(), image.startLsn().low(), image.key(), image.row())
              .inChunk(row.chunk())
              .at(entry.offset()));
    }
    return entry instanceof Change change
        ? List.of(TestingRow.change(change.image()).at(entry.offset()))
        : List.of();
  }

  private void run(TestingLake lake, Random random, Instant now, long seed) {
    SilverJob job = TestingJobs.at(now, lake, control -> crashing(control, random));
    List<ApplyResult> results = job.apply(ApplyOptions.all());
    Map<String, Map<Integer, String>> silver = lake.silverMaps(lives.keySet());
    Map<String, String> snapshots = lake.appliedSnapshots();
    for (ApplyResult result : results) {
      if (result.error().isPresent()) {
        assertThat(result.note()).as("seed %d, %s", seed, result.table()).contains("crash");
        crashed++;
      } else if (HELD.contains(result.action())) {
        held++;
      } else {
        check(result, silver, snapshots, seed);
      }
    }
  }

  private void check(
      ApplyResult result,
      Map<String, Map<Integer, String>> silver,
      Map<String, String> snapshots,
      long seed) {
    long end = result.appliedLsn().orElseThrow().low();
    assertThat(result.verdict().orElseThrow().endLsn().low()).isEqualTo(end);
    TestingStream stream = lives.get(result.table()).stream;
    if (stream.isWhole(snapshots.get(result.table()), end)) {
      compared++;
      assertThat(silver.get(result.table()))
          .as("seed %d, %s at %d", seed, result.table(), end)
          .isEqualTo(stream.tableAt(end));
    }
  }

  /** A fourth of the tables' runs die, before they begin or when they have written. */
  private static ControlRows crashing(ControlRows control, Random random) {
    Map<String, Integer> left = new HashMap<>();
    return (asRead, next) -> {
      synchronized (left) {
        int writes = left.computeIfAbsent(asRead.table(), name -> random.nextInt(8));
        if (writes == 0) {
          throw new IllegalStateException("crash");
        }
        left.put(asRead.table(), writes - 1);
      }
      return control.replace(asRead, next);
    };
  }
}
