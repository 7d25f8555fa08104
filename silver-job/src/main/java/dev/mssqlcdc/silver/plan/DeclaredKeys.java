package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The rules for a key that the user declares unique, as plain code like {@link Ranking}. Change
 * data capture does not know such a key, so rows can exchange it in one statement, and then the
 * latest row of a key may be the before image of the row that left it. Whether a key exists is
 * therefore told by balance: a commit adds it once more than it removes it, or once less, or
 * changes nothing. A key that no commit of the window changes so exists where it did before.
 */
public final class DeclaredKeys {

  private DeclaredKeys() {}

  /** What becomes of a key. */
  public enum Fate {
    /** It has a row. */
    PRESENT,
    /** It has none. */
    GONE,
    /** It has a row if silver has one. */
    AS_IN_SILVER,
    /** The source holds it twice. */
    NOT_UNIQUE
  }

  /**
   * What the images of one key come to.
   *
   * @param image the row, or where the key is gone what says so last
   */
  public record Decision<K, R>(Fate fate, Image<K, R> image) {}

  /**
   * Decides on each key.
   *
   * @param changes of whole commits, each once
   * @param chunks rows of snapshots, those of a chunk together
   */
  public static <K, R> Map<K, Decision<K, R>> decide(
      Collection<Image<K, R>> changes, Collection<? extends Collection<Image<K, R>>> chunks) {
    Map<K, Decision<K, R>> decisions = new HashMap<>();
    Set<K> doubles = new HashSet<>();
    chunks.forEach(chunk -> doubles.addAll(doubles(chunk)));
    List<Image<K, R>> all =
        Stream.concat(changes.stream(), chunks.stream().flatMap(Collection::stream)).toList();
    for (K key : all.stream().map(Image::key).distinct().toList()) {
      List<Image<K, R>> own = all.stream().filter(image -> key.equals(image.key())).toList();
      Fate fate = doubles.contains(key) ? Fate.NOT_UNIQUE : fate(own);
      decisions.put(key, new Decision<>(fate, fate == Fate.GONE ? last(own) : lastRow(own)));
    }
    return decisions;
  }

  /** A row that came twice as it was is a repeat. */
  private static <K, R> Set<K> doubles(Collection<Image<K, R>> chunk) {
    Map<K, R> rows = new HashMap<>();
    Set<K> doubles = new HashSet<>();
    for (Image<K, R> image : chunk) {
      R before = rows.put(image.key(), image.row());
      if (before != null && !before.equals(image.row())) {
        doubles.add(image.key());
      }
    }
    return doubles;
  }

  private static <K, R> Fate fate(List<Image<K, R>> images) {
    NavigableMap<Lsn, Integer> nets = new TreeMap<>();
    Optional<Lsn> read = Optional.empty();
    for (Image<K, R> image : images) {
      if (image.operation() == Operation.SNAPSHOT) {
        read =
            Optional.of(read.map(lsn -> Lsn.max(lsn, image.startLsn())).orElse(image.startLsn()));
      } else {
        nets.merge(image.startLsn(), image.operation().isImage() ? 1 : -1, Integer::sum);
      }
    }
    if (nets.values().stream().anyMatch(net -> Math.abs(net) > 1) || Math.abs(sum(nets)) > 1) {
      return Fate.NOT_UNIQUE;
    }
    nets.values().removeIf(net -> net == 0);
    NavigableMap<Lsn, Integer> afterRead = read.map(lsn -> nets.tailMap(lsn, true)).orElse(nets);
    if (!afterRead.isEmpty()) {
      return afterRead.get(afterRead.lastKey()) > 0 ? Fate.PRESENT : Fate.GONE;
    }
    return read.isPresent() ? Fate.PRESENT : Fate.AS_IN_SILVER;
  }

  private static int sum(NavigableMap<Lsn, Integer> nets) {
    return nets.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static <K, R> Image<K, R> last(List<Image<K, R>> images) {
    return images.stream().max(Image.byRank()).orElseThrow();
  }

  private static <K, R> Image<K, R> lastRow(List<Image<K, R>> images) {
    return images.stream()
        .filter(image -> image.operation().isImage())
        .max(Image.byRank())
        .orElseGet(() -> last(images));
  }

  /** Silver after changes, and rows of partial snapshots, as {@link Ranking#apply}. */
  public static <K, R> Map<K, Ranking.Current<R>> apply(
      Map<K, Ranking.Current<R>> silver, Map<K, Decision<K, R>> decisions) {
    Map<K, Ranking.Current<R>> after = new HashMap<>(silver);
    decisions.forEach(
        (key, decision) -> {
          Ranking.Current<R> before = silver.get(key);
          boolean isTaken =
              before == null
                  ? decision.fate() == Fate.PRESENT
                  : Ranking.isTaken(decision.image(), before);
          if (isTaken) {
            put(after, decision);
          }
        });
    return after;
  }

  /** Silver as a full snapshot has it: what the snapshot did not see and nothing added is gone. */
  public static <K, R> Map<K, Ranking.Current<R>> rebuild(Map<K, Decision<K, R>> decisions) {
    Map<K, Ranking.Current<R>> after = new HashMap<>();
    decisions.values().stream()
        .filter(decision -> decision.fate() == Fate.PRESENT)
        .forEach(decision -> put(after, decision));
    return after;
  }

  private static <K, R> void put(Map<K, Ranking.Current<R>> silver, Decision<K, R> decision) {
    Image<K, R> image = decision.image();
    if (decision.fate() == Fate.GONE) {
      silver.remove(image.key());
    } else {
      silver.put(image.key(), new Ranking.Current<>(image.row(), image.startLsn()));
    }
  }
}
