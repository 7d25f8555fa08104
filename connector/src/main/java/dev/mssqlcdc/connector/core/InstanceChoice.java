package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;

/**
 * From which of its capture instances a table is read. Every commit from a newer instance's start
 * on is in the older one too, so that reading the older below it and the newer from it on reads
 * each commit once.
 */
public sealed interface InstanceChoice {

  /**
   * Reading goes on with the current instance.
   *
   * @param current the instance as it is listed now
   * @param end the last LSN to read from it, where a newer one begins
   */
  record Stay(CaptureInstance current, Optional<Lsn> end) implements InstanceChoice {}

  /**
   * Everything before another instance was read: that one is read from now on.
   *
   * @param next the other instance
   * @param at the first LSN to read from it
   */
  record GoOver(CaptureInstance next, Lsn at) implements InstanceChoice {}

  /**
   * The current instance is gone before its end.
   *
   * @param survivor the table's oldest other instance
   */
  record Gone(Optional<CaptureInstance> survivor) implements InstanceChoice {}

  /**
   * @param own the table's instances as they are listed now
   * @param stream how far the table was read
   */
  static InstanceChoice of(List<CaptureInstance> own, StreamOffset stream) {
    Optional<CaptureInstance> current =
        own.stream().filter(instance -> instance.name().equals(stream.instance())).findFirst();
    Optional<CaptureInstance> next =
        own.stream()
            .filter(instance -> !instance.name().equals(stream.instance()))
            .filter(instance -> current.filter(c -> !isOlder(c, instance)).isEmpty())
            .min(CaptureInstance.AGE);
    Lsn unread = stream.from().next();
    if (!stream.isRangeOpen() && next.filter(n -> isIn(unread, n)).isPresent()) {
      return new GoOver(next.get(), unread);
    }
    return current
        .<InstanceChoice>map(c -> new Stay(c, next.map(n -> n.startLsn().previous())))
        .orElseGet(() -> new Gone(next));
  }

  private static boolean isOlder(CaptureInstance a, CaptureInstance b) {
    return CaptureInstance.AGE.compare(a, b) < 0;
  }

  private static boolean isIn(Lsn lsn, CaptureInstance instance) {
    return instance.startLsn().compareTo(lsn) <= 0;
  }
}
