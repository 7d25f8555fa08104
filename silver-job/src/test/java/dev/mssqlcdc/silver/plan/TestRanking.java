package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestRanking {

  private static final int COMMITS = 12;

  @Property
  void changesAppliedInOneRunAreTheSourceTable(@ForAll long seed) {
    TestingHistory history = new TestingHistory(seed, COMMITS);
    assertThat(rows(Ranking.apply(Map.of(), history.images()))).isEqualTo(history.tableAt(COMMITS));
  }

  @Property
  void theOrderOfBronzesRowsDoesNotMatter(@ForAll long seed) {
    List<Image<Integer, String>> images =
        new ArrayList<>(new TestingHistory(seed, COMMITS).images());
    Map<Integer, Image<Integer, String>> inOrder = Ranking.latest(images);
    Collections.shuffle(images, new Random(seed));
    assertThat(Ranking.latest(images)).isEqualTo(inOrder);
  }

  @Property
  void runsMayEndAtAnyCommitAndBeRepeated(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = COMMITS) int cut) {
    TestingHistory history = new TestingHistory(seed, COMMITS);
    var first = Ranking.apply(Map.of(), range(history, 0, cut));
    assertThat(rows(first)).isEqualTo(history.tableAt(cut));
    var second = Ranking.apply(first, range(history, cut, COMMITS));
    assertThat(rows(second)).isEqualTo(history.tableAt(COMMITS));
    assertThat(Ranking.apply(second, range(history, cut, COMMITS))).isEqualTo(second);
  }

  @Property
  void aRunAfterACrashedOneReadsAgainWhatThatHadApplied(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = COMMITS) int applied,
      @ForAll @IntRange(min = 0, max = COMMITS) int applying) {
    TestingHistory history = new TestingHistory(seed, COMMITS);
    int crashedAt = Math.max(applied, applying);
    var before = Ranking.apply(Map.of(), range(history, 0, applied));
    var crashed = Ranking.apply(before, range(history, applied, crashedAt));
    var repaired = Ranking.apply(crashed, range(history, applied, COMMITS));
    assertThat(rows(repaired)).isEqualTo(history.tableAt(COMMITS));
  }

  @Property
  void aSnapshotReadInChunksWhileCaptureLagsAndTheChangesAfterItsSAreTheSourceTable(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = COMMITS) int s) {
    TestingHistory history = new TestingHistory(seed, COMMITS);
    List<Image<Integer, String>> images = new ArrayList<>(range(history, s, COMMITS));
    images.addAll(snapshotRows(history, s, new Random(seed)));
    assertThat(rows(Ranking.rebuild(images))).isEqualTo(history.tableAt(COMMITS));
  }

  @Property
  void aPartialSnapshotMendsTheKeysThatItHoldsAndNoOthers(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = COMMITS) int s,
      @ForAll @IntRange(min = 0, max = COMMITS) int applied) {
    TestingHistory history = new TestingHistory(seed, COMMITS);
    Random random = new Random(seed);
    int lostUpTo = random.nextInt(s + 1);
    var before = Ranking.apply(Map.of(), range(history, lostUpTo, Math.max(lostUpTo, applied)));
    List<Image<Integer, String>> partial =
        snapshotRows(history, s, random).stream().filter(row -> random.nextBoolean()).toList();
    List<Image<Integer, String>> images =
        new ArrayList<>(range(history, Math.min(Math.max(lostUpTo, applied), s), COMMITS));
    var without = Ranking.apply(before, images);
    images.addAll(partial);
    var with = Ranking.apply(before, images);
    Set<Integer> held = partial.stream().map(Image::key).collect(Collectors.toSet());
    for (int key = 0; key < TestingHistory.KEYS; key++) {
      String expected =
          held.contains(key) ? history.tableAt(COMMITS).get(key) : rows(without).get(key);
      assertThat(rows(with).get(key)).as("key %d", key).isEqualTo(expected);
    }
    assertThat(Ranking.apply(with, images)).isEqualTo(with);
  }

  /**
   * The rows of a snapshot that was opened at S: each chunk is read some commits after its stamp,
   * which is as far as capture had come, and later than the chunk before it.
   */
  private static List<Image<Integer, String>> snapshotRows(
      TestingHistory history, int s, Random random) {
    List<Image<Integer, String>> rows = new ArrayList<>();
    int stamp = s;
    int readAt = s;
    for (int key = 0; key < TestingHistory.KEYS; key++) {
      if (random.nextBoolean()) { // another chunk
        readAt += random.nextInt(COMMITS - readAt + 1);
        stamp += random.nextInt(readAt - stamp + 1);
      }
      String row = history.tableAt(readAt).get(key);
      if (row != null) {
        rows.add(snapshotRow(key, row, new Lsn(0, stamp)));
      }
    }
    return rows;
  }

  @Test
  void aChangeOfTheStampsOwnCommitOutranksTheSnapshotRow() {
    Lsn stamp = new Lsn(0, 5);
    Image<Integer, String> change =
        new Image<>(
            1, "change", stamp, Optional.of(1), Optional.of(stamp), Operation.UPDATE_AFTER, 1);
    assertThat(Ranking.latest(List.of(snapshotRow(1, "snapshot", stamp), change)).get(1))
        .isEqualTo(change);
  }

  private static Image<Integer, String> snapshotRow(int key, String row, Lsn stamp) {
    return new Image<>(
        key, row, stamp, Optional.empty(), Optional.empty(), Operation.SNAPSHOT, 1_000);
  }

  private static Collection<Image<Integer, String>> range(
      TestingHistory history, long after, long end) {
    return history.images().stream()
        .filter(image -> image.startLsn().low() > after && image.startLsn().low() <= end)
        .toList();
  }

  private static Map<Integer, String> rows(Map<Integer, Ranking.Current<String>> silver) {
    Map<Integer, Ranking.Current<String>> sorted = new TreeMap<>(silver);
    return sorted.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> entry.getValue().row(), (a, b) -> a, HashMap::new));
  }
}
