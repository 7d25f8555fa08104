package dev.mssqlcdc.silver.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ranges whose rows are read.
 *
 * @param unequal those whose totals differ
 * @param sampled some of the others: totals say nothing of values
 */
public record RangeChoice(Set<Integer> unequal, Set<Integer> sampled) {

  public RangeChoice {
    unequal = Collections.unmodifiableSet(new TreeSet<>(unequal));
    sampled = Collections.unmodifiableSet(new TreeSet<>(sampled));
  }

  /**
   * Chooses ranges.
   *
   * @param source totals of each range in the source
   * @param silver totals of each range in silver
   * @param sample the part of the equal ranges to read: of any part above 0 at least one range
   */
  public static RangeChoice of(
      List<RangeTotals> source, List<RangeTotals> silver, double sample, Random random) {
    Set<Integer> unequal = new TreeSet<>();
    List<Integer> equal = new ArrayList<>();
    for (int i = 0; i < source.size(); i++) {
      if (source.get(i).equals(silver.get(i))) {
        equal.add(i);
      } else {
        unequal.add(i);
      }
    }
    Collections.shuffle(equal, random);
    int wanted = (int) Math.ceil(sample * equal.size());
    return new RangeChoice(unequal, Set.copyOf(equal.subList(0, wanted)));
  }

  /** Both. */
  public Set<Integer> all() {
    Set<Integer> all = new TreeSet<>(unequal);
    all.addAll(sampled);
    return all;
  }
}
