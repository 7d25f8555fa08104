package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rules by which images become the current state, as plain code: what any engine that applies
 * bronze has to agree with.
 */
public final class Ranking {

  /** Bronze's columns that rank the images of a key, the most significant first; null is lowest. */
  public static final List<String> COLUMNS =
      List.of(
          Fields.START_LSN,
          Fields.COMMAND_ID,
          Fields.SEQVAL,
          Fields.OPERATION,
          Fields.KAFKA_OFFSET);

  private Ranking() {}

  /**
   * A row of silver.
   *
   * @param row the row's values
   * @param startLsn the position of the image that it is
   * @param <R> the row
   */
  public record Current<R>(R row, Lsn startLsn) {}

  /** The latest image of each key. */
  public static <K, R> Map<K, Image<K, R>> latest(Collection<Image<K, R>> images) {
    Map<K, Image<K, R>> latest = new HashMap<>();
    for (Image<K, R> image : images) {
      latest.merge(image.key(), image, (a, b) -> Image.<K, R>byRank().compare(a, b) >= 0 ? a : b);
    }
    return latest;
  }

  /**
   * Silver after changes, and rows of snapshots: a row only takes an image that is newer than its
   * own. Of two snapshot rows with one stamp the later wins, which silver has not seen.
   */
  public static <K, R> Map<K, Current<R>> apply(
      Map<K, Current<R>> silver, Collection<Image<K, R>> changes) {
    return apply(silver, changes, key -> Optional.empty());
  }

  /**
   * As {@link #apply(Map, Collection)}, with chunks, which lack what is gone.
   *
   * @param chunkOf the stamp of the chunk in whose range a key lies
   */
  public static <K, R> Map<K, Current<R>> apply(
      Map<K, Current<R>> silver,
      Collection<Image<K, R>> changes,
      Function<K, Optional<Lsn>> chunkOf) {
    Map<K, Current<R>> after = new HashMap<>(silver);
    latest(changes)
        .forEach(
            (key, image) -> {
              Current<R> before = silver.get(key);
              if (before == null || isTaken(image, before)) {
                put(after, image);
              }
            });
    after.entrySet().removeIf(row -> isGap(row.getValue().startLsn(), chunkOf.apply(row.getKey())));
    return after;
  }

  /** The chunk would hold the key, with its stamp. */
  private static boolean isGap(Lsn position, Optional<Lsn> stamp) {
    return stamp.filter(chunk -> position.compareTo(chunk) < 0).isPresent();
  }

  static boolean isTaken(Image<?, ?> image, Current<?> before) {
    int order = image.startLsn().compareTo(before.startLsn());
    return order > 0 || (order == 0 && image.operation() == Operation.SNAPSHOT);
  }

  /**
   * Silver as a full snapshot has it.
   *
   * @param images the snapshot's rows, those of newer partial ones, and the changes after its S
   */
  public static <K, R> Map<K, Current<R>> rebuild(Collection<Image<K, R>> images) {
    Map<K, Current<R>> after = new HashMap<>();
    latest(images).values().forEach(image -> put(after, image));
    return after;
  }

  private static <K, R> void put(Map<K, Current<R>> silver, Image<K, R> image) {
    if (image.operation().isImage()) {
      silver.put(image.key(), new Current<>(image.row(), image.startLsn()));
    } else {
      silver.remove(image.key());
    }
  }
}
