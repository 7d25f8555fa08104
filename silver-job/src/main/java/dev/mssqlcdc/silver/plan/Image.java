package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * What one row of bronze says of one key. A snapshot row has neither command id nor seqval, and so
 * ranks below every change of the commit that it is stamped with: that change is in it, or came
 * with it.
 *
 * @param key the key's values; may hold nulls
 * @param row the row's values
 * @param startLsn LSN of the commit; of a snapshot row its chunk's stamp
 * @param commandId order of the command in its transaction
 * @param seqval order inside the command
 * @param operation what it says
 * @param offset Kafka offset of the row's record: of two repeats the later wins
 * @param <K> the key
 * @param <R> the row
 */
public record Image<K, R>(
    K key,
    R row,
    Lsn startLsn,
    Optional<Integer> commandId,
    Optional<Lsn> seqval,
    Operation operation,
    long offset) {

  public Image {
    Objects.requireNonNull(startLsn, "startLsn");
    Objects.requireNonNull(commandId, "commandId");
    Objects.requireNonNull(seqval, "seqval");
    Objects.requireNonNull(operation, "operation");
  }

  /** Orders images of one key; the greatest is the latest. */
  public static <K, R> Comparator<Image<K, R>> byRank() {
    return Comparator.<Image<K, R>, Lsn>comparing(Image::startLsn)
        .thenComparing(Image::commandId, emptyFirst())
        .thenComparing(Image::seqval, emptyFirst())
        .thenComparingInt(image -> image.operation().code())
        .thenComparingLong(Image::offset);
  }

  private static <T extends Comparable<? super T>> Comparator<Optional<T>> emptyFirst() {
    return Comparator.comparing(
        value -> value.orElse(null), Comparator.nullsFirst(Comparator.<T>naturalOrder()));
  }
}
