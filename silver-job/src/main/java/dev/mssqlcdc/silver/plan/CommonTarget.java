package dev.mssqlcdc.silver.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What tables of one database can all be brought to: their LSNs are of one sequence. */
public final class CommonTarget {

  private CommonTarget() {}

  /**
   * The verdict with the smallest LSN.
   *
   * @param verdicts on the bronze tables
   * @return empty while one of them has none
   */
  public static Optional<Verdict> of(Collection<Optional<Verdict>> verdicts) {
    return verdicts.stream().anyMatch(Optional::isEmpty)
        ? Optional.empty()
        : verdicts.stream()
            .flatMap(Optional::stream)
            .min(
                Comparator.comparing(Verdict::endLsn)
                    .thenComparing(verdict -> verdict.endCommitTs().isEmpty()));
  }
}
