package dev.mssqlcdc.silver.plan;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The key ranges of chunks: which keys a chunk would hold if they were there. Keys are the numbers
 * of a {@link KeyKind}.
 */
public final class ChunkRanges implements Serializable {

  private static final long serialVersionUID = 1L;

  private final long[] highs;
  private final long[] lows;
  private final boolean openBelow;
  private final String[] stamps;

  private ChunkRanges(List<Range> ranges) {
    highs = ranges.stream().mapToLong(Range::high).toArray();
    lows = ranges.stream().mapToLong(range -> range.low().orElse(Long.MIN_VALUE)).toArray();
    openBelow = ranges.get(0).low().isEmpty();
    stamps = ranges.stream().map(Range::stamp).toArray(String[]::new);
  }

  private record Range(OptionalLong low, long high, String stamp) {}

  /**
   * The ranges of chunks; empty where a snapshot has none that could be told here: its key is
   * another than silver's, or has more than one column.
   *
   * @param key silver's
   * @param kind of its one column
   */
  public static Optional<ChunkRanges> of(List<Chunk> chunks, List<String> key, KeyKind kind) {
    List<Range> ranges = new ArrayList<>();
    for (Chunk chunk : chunks) {
      if (isKeyOf(chunk, key)) {
        range(chunk, kind).ifPresent(ranges::add);
      }
    }
    ranges.sort(
        Comparator.comparing((Range range) -> range.low().isPresent())
            .thenComparingLong(Range::high));
    return ranges.isEmpty() ? Optional.empty() : Optional.of(new ChunkRanges(ranges));
  }

  private static boolean isKeyOf(Chunk chunk, List<String> key) {
    return key.size() == 1
        && chunk.key().size() == 1
        && chunk.key().get(0).equalsIgnoreCase(key.get(0));
  }

  /** An empty table's chunk has no bounds; that table waits for the rebuild. */
  private static Optional<Range> range(Chunk chunk, KeyKind kind) {
    List<String> low = chunk.detail().low();
    List<String> high = chunk.detail().high();
    OptionalLong above = low == null ? OptionalLong.empty() : kind.value(low.get(0));
    OptionalLong upTo = high == null ? OptionalLong.empty() : kind.value(high.get(0));
    boolean isKnown = upTo.isPresent() && (low == null || above.isPresent());
    return isKnown
        ? Optional.of(new Range(above, upTo.getAsLong(), chunk.detail().stamp()))
        : Optional.empty();
  }

  /** The stamp of the chunk that would hold a key, as text; null if none would. */
  public String stampOf(long key) {
    int at = first(key);
    boolean inside = at < highs.length && (lows[at] < key || (at == 0 && openBelow));
    return inside ? stamps[at] : null;
  }

  /** The first range that reaches to a key. */
  private int first(long key) {
    int from = 0;
    int to = highs.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (highs[middle] < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** No key at or below it is in a range; empty if the first is open below. */
  public OptionalLong lowest() {
    return openBelow ? OptionalLong.empty() : OptionalLong.of(lows[0]);
  }

  /** No key above it is in a range. */
  public long highest() {
    return highs[highs.length - 1];
  }
}
