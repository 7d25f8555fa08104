package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.DeclaredKeys.Fate;
import dev.mssqlcdc.silver.plan.Ranking.Current;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestDeclaredKeys {

  private static final int COMMITS = 10;

  @Property
  void runsMayEndAtAnyCommitAndBeRepeated(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = COMMITS) int cut) {
    TestingKeylessHistory history = new TestingKeylessHistory(seed, COMMITS);
    var first = apply(Map.of(), history.range(0, cut));
    assertThat(rows(first)).isEqualTo(history.tableAt(cut));
    var second = apply(first, history.range(cut, COMMITS));
    assertThat(rows(second)).isEqualTo(history.tableAt(COMMITS));
    assertThat(apply(second, history.range(cut, COMMITS))).isEqualTo(second);
  }

  @Property
  void aRunAfterACrashedOneReadsAgainWhatThatHadApplied(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = COMMITS) int applied,
      @ForAll @IntRange(min = 0, max = COMMITS) int applying) {
    TestingKeylessHistory history = new TestingKeylessHistory(seed, COMMITS);
    var before = apply(Map.of(), history.range(0, applied));
    var crashed = apply(before, history.range(applied, Math.max(applied, applying)));
    var repaired = apply(crashed, history.range(applied, COMMITS));
    assertThat(rows(repaired)).isEqualTo(history.tableAt(COMMITS));
  }

  @Property
  void theOrderOfBronzesRowsDoesNotMatter(@ForAll long seed) {
    TestingKeylessHistory history = new TestingKeylessHistory(seed, COMMITS);
    List<Image<Integer, String>> images = new ArrayList<>(history.images());
    Collections.shuffle(images, new Random(seed));
    assertThat(DeclaredKeys.decide(images, List.of()))
        .isEqualTo(DeclaredKeys.decide(history.images(), List.of()));
  }

  @Property
  void aSnapshotReadAfterItsStampAndTheChangesAfterItsSAreTheSourceTable(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = COMMITS) int s,
      @ForAll @IntRange(min = 0, max = COMMITS) int stamp,
      @ForAll @IntRange(min = 0, max = COMMITS) int readAt) {
    TestingKeylessHistory history = new TestingKeylessHistory(seed, COMMITS);
    int stamped = Math.max(s, stamp);
    var chunk = chunk(history.tableAt(Math.max(stamped, readAt)), stamped);
    var rebuilt =
        DeclaredKeys.rebuild(DeclaredKeys.decide(history.range(s, COMMITS), List.of(chunk)));
    assertThat(rows(rebuilt)).isEqualTo(history.tableAt(COMMITS));
  }

  @Property
  void aPartialSnapshotMakesTheKeysThatItHoldsRightAndNoOtherWrong(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = COMMITS) int lostUpTo,
      @ForAll @IntRange(min = 0, max = COMMITS) int applied,
      @ForAll @IntRange(min = 0, max = COMMITS) int s,
      @ForAll @IntRange(min = 0, max = COMMITS) int readAt) {
    TestingKeylessHistory history = new TestingKeylessHistory(seed, COMMITS);
    int from = Math.min(lostUpTo, s);
    int to = Math.max(from, applied);
    var before = apply(Map.of(), history.range(from, to));
    Map<Integer, String> read = new TreeMap<>(history.tableAt(Math.max(s, readAt)));
    read.keySet().removeIf(key -> key % 2 == 0);
    var again = history.range(Math.max(from, Math.min(to, s)), COMMITS);
    var without = apply(before, again);
    var with = DeclaredKeys.apply(before, DeclaredKeys.decide(again, List.of(chunk(read, s))));
    for (int key = 0; key < TestingKeylessHistory.KEYS; key++) {
      String expected =
          read.containsKey(key) ? history.tableAt(COMMITS).get(key) : rows(without).get(key);
      assertThat(rows(with).get(key)).as("key %d", key).isEqualTo(expected);
    }
  }

  /** The order of the two rows' changes is that which makes the before image of key 1 its last. */
  @Test
  void aSwapWithinAStatementKeepsBothKeys() {
    var decisions =
        DeclaredKeys.decide(
            List.of(
                change(5, 1, Operation.UPDATE_BEFORE, 2, "b"),
                change(5, 1, Operation.UPDATE_AFTER, 1, "b"),
                change(5, 2, Operation.UPDATE_BEFORE, 1, "a"),
                change(5, 2, Operation.UPDATE_AFTER, 2, "a")),
            List.of());
    assertThat(decisions.get(1).fate()).isEqualTo(Fate.AS_IN_SILVER);
    assertThat(decisions.get(1).image().row()).isEqualTo("b");
    assertThat(decisions.get(2).image().row()).isEqualTo("a");
    var silver = Map.of(1, new Current<>("a", new Lsn(0, 1)), 2, new Current<>("b", new Lsn(0, 1)));
    assertThat(rows(DeclaredKeys.apply(silver, decisions))).isEqualTo(Map.of(1, "b", 2, "a"));
  }

  /** As where the source removed changes before they were read. */
  @Test
  void ofWhatSpeaksAgainstASnapshotsRowOnlyWhatIsNotOlderCounts() {
    var gone = change(5, 1, Operation.DELETE, 1, "a");
    assertThat(fate(gone, 6)).isEqualTo(Fate.PRESENT);
    assertThat(fate(gone, 5)).isEqualTo(Fate.GONE);
    assertThat(fate(gone, 4)).isEqualTo(Fate.GONE);
  }

  private static Fate fate(Image<Integer, String> change, long stamp) {
    return DeclaredKeys.decide(List.of(change), List.of(chunk(Map.of(1, "b"), stamp)))
        .get(1)
        .fate();
  }

  @Test
  void aKeyThatACommitOrAWindowAddsTwiceIsNotUnique() {
    assertThat(ofChanges(List.of(insert(5, "a"), insert(5, "b")))).isEqualTo(Fate.NOT_UNIQUE);
    assertThat(ofChanges(List.of(insert(5, "a"), insert(6, "b")))).isEqualTo(Fate.NOT_UNIQUE);
    assertThat(
            ofChanges(
                List.of(insert(5, "a"), change(6, 1, Operation.DELETE, 1, "a"), insert(6, "b"))))
        .isEqualTo(Fate.PRESENT);
  }

  @Test
  void aKeyWithTwoRowsInAChunkIsNotUniqueAndARepeatedRowIsOne() {
    assertThat(ofChunks(List.of(chunk(Map.of(1, "a"), 5), chunk(Map.of(1, "b"), 5))))
        .isEqualTo(Fate.PRESENT);
    var both = new ArrayList<>(chunk(Map.of(1, "a"), 5));
    both.addAll(chunk(Map.of(1, "a"), 5));
    assertThat(ofChunks(List.of(both))).isEqualTo(Fate.PRESENT);
    both.addAll(chunk(Map.of(1, "b"), 5));
    assertThat(ofChunks(List.of(both))).isEqualTo(Fate.NOT_UNIQUE);
  }

  private static Fate ofChanges(List<Image<Integer, String>> changes) {
    return DeclaredKeys.decide(changes, List.of()).get(1).fate();
  }

  private static Fate ofChunks(List<List<Image<Integer, String>>> chunks) {
    return DeclaredKeys.decide(List.<Image<Integer, String>>of(), chunks).get(1).fate();
  }

  private static Image<Integer, String> insert(long lsn, String row) {
    return change(lsn, 2, Operation.INSERT, 1, row);
  }

  private static Image<Integer, String> change(
      long lsn, int seqval, Operation operation, int key, String row) {
    return new Image<>(
        key, row, new Lsn(0, lsn), Optional.of(1), Optional.of(new Lsn(0, seqval)), operation, 1);
  }

  private static List<Image<Integer, String>> chunk(Map<Integer, String> rows, long stamp) {
    List<Image<Integer, String>> images = new ArrayList<>();
    rows.forEach(
        (key, row) ->
            images.add(
                new Image<>(
                    key,
                    row,
                    new Lsn(0, stamp),
                    Optional.empty(),
                    Optional.empty(),
                    Operation.SNAPSHOT,
                    1_000)));
    return images;
  }

  private static Map<Integer, Current<String>> apply(
      Map<Integer, Current<String>> silver, Collection<Image<Integer, String>> changes) {
    var decisions = DeclaredKeys.decide(changes, List.of());
    assertThat(decisions.values()).noneMatch(each -> each.fate() == Fate.NOT_UNIQUE);
    return DeclaredKeys.apply(silver, decisions);
  }

  private static Map<Integer, String> rows(Map<Integer, Current<String>> silver) {
    Map<Integer, String> rows = new TreeMap<>();
    silver.forEach((key, current) -> rows.put(key, current.row()));
    return rows;
  }
}
