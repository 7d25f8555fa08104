package dev.mssqlcdc.silver.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Additions in the order of the topic. One that is not ready keeps back those after it, so that
 * what silver has is told by the last.
 *
 * @param target what silver is brought to
 * @param some in any order
 */
record Additions(Verdict target, List<? extends Addition> some) {

  Additions {
    some = List.copyOf(some);
  }

  Additions with(List<? extends Addition> others) {
    return new Additions(target, Stream.concat(some.stream(), others.stream()).toList());
  }

  /** All of them that can be applied. */
  List<Addition> all() {
    return after(Optional.empty());
  }

  /** Those of them that can be applied and that silver lacks. */
  List<Addition> after(Optional<EventOffset> addedUpTo) {
    return some.stream()
        .<Addition>map(addition -> addition)
        .sorted(Comparator.comparingLong(addition -> addition.at().offset()))
        .filter(addition -> addedUpTo.filter(addition.at()::isReachedBy).isEmpty())
        .takeWhile(addition -> addition.isReadyAt(target))
        .toList();
  }
}
