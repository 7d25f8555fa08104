package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestChunkRanges {

  private static final List<String> KEY = List.of("k");

  /** Chunks of all keys up to the greatest bound, or of those above the first one. */
  @Property
  void aKeyIsInTheChunkThatWouldHoldIt(
      @ForAll @NotEmpty @Size(max = 20) List<Long> bounds,
      @ForAll boolean openBelow,
      @ForAll long key) {
    List<Long> highs = new ArrayList<>(new TreeSet<>(bounds));
    List<Chunk> chunks = new ArrayList<>();
    for (int i = openBelow ? 0 : 1; i < highs.size(); i++) {
      chunks.add(chunk(i, i == 0 ? null : highs.get(i - 1).toString(), highs.get(i).toString()));
    }
    Optional<ChunkRanges> ranges = ChunkRanges.of(chunks, KEY, KeyKind.INTEGER);
    assertThat(ranges.isPresent()).isEqualTo(!chunks.isEmpty());
    if (ranges.isPresent()) {
      List<Long> asked = new ArrayList<>(highs);
      asked.add(key);
      highs.forEach(high -> asked.add(high + 1));
      asked.forEach(
          k -> assertThat(ranges.get().stampOf(k)).isEqualTo(expected(k, highs, openBelow)));
      asked.stream()
          .filter(k -> ranges.get().stampOf(k) != null)
          .forEach(k -> assertThat(isSpanned(ranges.get(), k)).isTrue());
    }
  }

  private static boolean isSpanned(ChunkRanges ranges, long key) {
    return key <= ranges.highest()
        && (ranges.lowest().isEmpty() || key > ranges.lowest().getAsLong());
  }

  private static String expected(long key, List<Long> highs, boolean openBelow) {
    for (int i = openBelow ? 0 : 1; i < highs.size(); i++) {
      if (key <= highs.get(i) && (i == 0 || key > highs.get(i - 1))) {
        return stamp(i);
      }
    }
    return null;
  }

  @Test
  void theGreatestAndTheSmallestNumbersAreKeysLikeOthers() {
    String least = Long.toString(Long.MIN_VALUE);
    String greatest = Long.toString(Long.MAX_VALUE);
    ChunkRanges ranges = ranges(KeyKind.INTEGER, chunk(0, null, least), chunk(1, least, greatest));
    assertThat(ranges.stampOf(Long.MIN_VALUE)).isEqualTo(stamp(0));
    assertThat(ranges.stampOf(Long.MIN_VALUE + 1)).isEqualTo(stamp(1));
    assertThat(ranges.stampOf(Long.MAX_VALUE)).isEqualTo(stamp(1));
  }

  @Test
  void datesAndTimesAreInTheOrderOfTime() {
    ChunkRanges dates = ranges(KeyKind.DATE, chunk(0, "1969-12-31", "1970-01-02"));
    assertThat(dates.stampOf(-1)).isNull();
    assertThat(dates.stampOf(0)).isEqualTo(stamp(0));
    ChunkRanges times =
        ranges(KeyKind.TIMESTAMP, chunk(0, "1969-12-31T23:59:59.999999", "1970-01-01T00:00"));
    assertThat(times.stampOf(-1)).isNull();
    assertThat(times.stampOf(0)).isEqualTo(stamp(0));
    ChunkRanges zoned =
        ranges(KeyKind.TIMESTAMP_WITH_OFFSET, chunk(0, null, "1970-01-01T02:00:00+02:00"));
    assertThat(zoned.stampOf(0)).isEqualTo(stamp(0));
    assertThat(zoned.stampOf(1)).isNull();
  }

  @Test
  void withoutBoundsThatCanBeToldThereAreNoRanges() {
    Chunk empty = chunk(0, null, null);
    assertThat(ChunkRanges.of(List.of(empty), KEY, KeyKind.INTEGER)).isEmpty();
    Chunk other = chunk(0, null, "99999999999999999999");
    assertThat(ChunkRanges.of(List.of(other), KEY, KeyKind.INTEGER)).isEmpty();
    Chunk unknownLow = chunk(1, "0.5", "7");
    assertThat(ChunkRanges.of(List.of(unknownLow), KEY, KeyKind.INTEGER)).isEmpty();
  }

  @Test
  void aKeyThatIsNotTheSnapshotsOwnHasNoRanges() {
    Chunk chunk = chunk(0, null, "7");
    assertThat(ChunkRanges.of(List.of(chunk), List.of("K"), KeyKind.INTEGER)).isPresent();
    assertThat(ChunkRanges.of(List.of(chunk), List.of("id"), KeyKind.INTEGER)).isEmpty();
    assertThat(ChunkRanges.of(List.of(chunk), List.of("k", "l"), KeyKind.INTEGER)).isEmpty();
    Chunk composite = new Chunk(chunk.detail(), List.of("k", "l"), chunk.at());
    assertThat(ChunkRanges.of(List.of(composite), KEY, KeyKind.INTEGER)).isEmpty();
  }

  private static ChunkRanges ranges(KeyKind kind, Chunk... chunks) {
    return ChunkRanges.of(List.of(chunks), KEY, kind).orElseThrow();
  }

  private static Chunk chunk(int number, String low, String high) {
    EventDetail.SnapshotChunk detail =
        new EventDetail.SnapshotChunk(
            "a", number, texts(low), texts(high), stamp(number), 0, false, null);
    return new Chunk(detail, KEY, new EventOffset("topic", number));
  }

  private static List<String> texts(String value) {
    return value == null ? null : List.of(value);
  }

  private static String stamp(int number) {
    return new Lsn(0, number + 1).toString();
  }
}
