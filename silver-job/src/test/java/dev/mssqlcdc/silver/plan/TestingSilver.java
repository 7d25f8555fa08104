package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.TestingStream.Change;
import dev.mssqlcdc.silver.plan.TestingStream.Entry;
import dev.mssqlcdc.silver.plan.TestingStream.SnapshotRow;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Silver as the planner and the ranking make it, without Spark; its runs crash. */
final class TestingSilver {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 1, 12, 0);
  private static final Lease EXPIRED = new Lease("crashed", NOW);

  private final TestingLakeView lake;
  private final Random random;
  private Map<Integer, Ranking.Current<String>> rows = new HashMap<>();
  private SilverState state = SilverState.NONE;
  private int chunksApplied;
  private int gapsFound;

  TestingSilver(TestingLakeView lake, Random random) {
    this.lake = lake;
    this.random = random;
  }

  SilverState state() {
    return state;
  }

  Map<Integer, String> rows() {
    Map<Integer, String> plain = new TreeMap<>();
    rows.forEach((key, row) -> plain.put(key, row.row()));
    return plain;
  }

  int chunksApplied() {
    return chunksApplied;
  }

  int gapsFound() {
    return gapsFound;
  }

  /**
   * A run, which crashes or not; the writer goes on meanwhile.
   *
   * @return the plan, if it was carried out
   */
  Optional<Plan> run(boolean mayCrash) {
    Optional<Verdict> verdict = lake.verdict();
    between(mayCrash);
    List<FactEvent> events = needed(verdict, lake.events());
    between(mayCrash);
    Plan plan = Planner.plan(verdict, Optional.empty(), events, state, NOW);
    if (!(plan instanceof Plan.Work work)) {
      return Optional.of(plan);
    }
    List<Image<Integer, String>> read = read(work);
    if (crashes(mayCrash)) {
      return Optional.empty();
    }
    state = state.begin(work, EXPIRED);
    if (crashes(mayCrash)) {
      return Optional.empty();
    }
    write(work, read);
    if (crashes(mayCrash)) {
      return Optional.empty();
    }
    state = state.finish(work);
    return Optional.of(plan);
  }

  private void between(boolean mayCrash) {
    if (mayCrash && random.nextInt(4) == 0) {
      lake.step();
    }
  }

  private boolean crashes(boolean may) {
    return may && random.nextInt(5) == 0;
  }

  /** As the lake's reader does it: chunks are read only where and from which they are needed. */
  private List<FactEvent> needed(Optional<Verdict> verdict, List<FactEvent> all) {
    List<FactEvent> decisive = all.stream().filter(event -> !isChunk(event)).toList();
    Optional<EventOffset> from = verdict.flatMap(some -> Chunks.neededFrom(some, decisive, state));
    return Stream.concat(
            decisive.stream(),
            all.stream()
                .filter(TestingSilver::isChunk)
                .filter(event -> from.isPresent() && event.offset() >= from.get().offset()))
        .toList();
  }

  private static boolean isChunk(FactEvent event) {
    return event.detail() instanceof EventDetail.SnapshotChunk;
  }

  private List<Image<Integer, String>> read(Plan.Work plan) {
    Lsn end = plan.target().endLsn();
    return lake.bronze().stream()
        .flatMap(entry -> image(entry, plan).stream())
        .filter(image -> image.startLsn().compareTo(end) <= 0)
        .toList();
  }

  private static Optional<Image<Integer, String>> image(Entry entry, Plan.Work plan) {
    if (entry instanceof Change change) {
      return Optional.of(change.image())
          .filter(image -> plan.changesAfter().filter(image.startLsn()::equals).isEmpty())
          .filter(
              image ->
                  plan.changesAfter()
                      .filter(after -> image.startLsn().compareTo(after) < 0)
                      .isEmpty());
    }
    return entry instanceof SnapshotRow row
            && (plan.snapshots().contains(row.snapshot()) || isOfChunk(row, plan.chunks()))
        ? Optional.of(row.image())
        : Optional.empty();
  }

  private static boolean isOfChunk(SnapshotRow row, List<Chunk> chunks) {
    return chunks.stream()
        .map(Chunk::detail)
        .anyMatch(chunk -> chunk.snapshot().equals(row.snapshot()) && chunk.chunk() == row.chunk());
  }

  private void write(Plan.Work plan, List<Image<Integer, String>> images) {
    if (plan instanceof Plan.Rebuild) {
      rows = rebuilt(images);
      return;
    }
    Optional<ChunkRanges> ranges = ChunkRanges.of(plan.chunks(), List.of("k"), KeyKind.INTEGER);
    chunksApplied += plan.chunks().size();
    Map<Integer, Ranking.Current<String>> without = Ranking.apply(rows, images);
    rows = Ranking.apply(rows, images, key -> ranges.map(all -> all.stampOf(key)).map(Lsn::parse));
    gapsFound += without.size() - rows.size();
  }

  /** A row that silver has of a later time stays, as a run that was overtaken leaves it. */
  private Map<Integer, Ranking.Current<String>> rebuilt(List<Image<Integer, String>> images) {
    Map<Integer, Ranking.Current<String>> anew = Ranking.rebuild(images);
    anew.replaceAll(
        (key, row) -> {
          Ranking.Current<String> own = rows.get(key);
          return own != null && own.startLsn().compareTo(row.startLsn()) > 0 ? own : row;
        });
    return anew;
  }
}
