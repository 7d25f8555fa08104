package dev.mssqlcdc.silver.compare;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;

/**
 * What one side holds of a range, by which two sides are told apart without reading their rows.
 *
 * @param rows how many there are
 * @param keySums the sum of each integer column of the key
 */
public record RangeTotals(long rows, List<BigDecimal> keySums) {

  public RangeTotals {
    keySums = keySums.stream().map(sum -> sum.setScale(0)).toList();
  }

  /** A range without rows. */
  public static RangeTotals none(int sums) {
    return new RangeTotals(0, Collections.nCopies(sums, BigDecimal.ZERO));
  }
}
