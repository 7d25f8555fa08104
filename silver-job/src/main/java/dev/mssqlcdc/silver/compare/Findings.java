package dev.mssqlcdc.silver.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was found in a table.
 *
 * @param sourceRows rows of the source
 * @param silverRows rows of silver
 * @param paired keys of both sides whose values were compared
 * @param keys how many keys there are of each finding; none is left out
 * @param examples some of the keys of each finding
 * @param columns how many rows differ in a column, without those in flight
 */
public record Findings(
    long sourceRows,
    long silverRows,
    long paired,
    Map<Finding, Long> keys,
    Map<Finding, List<String>> examples,
    Map<String, Long> columns) {

  public Findings {
    Map<Finding, Long> all = new EnumMap<>(Finding.class);
    for (Finding finding : Finding.values()) {
      all.put(finding, keys.getOrDefault(finding, 0L));
    }
    keys = all;
    examples = new TreeMap<>(examples);
    columns = new TreeMap<>(columns);
  }

  /** Nothing differs. */
  public static Findings equal(long sourceRows, long silverRows, long paired) {
    return new Findings(sourceRows, silverRows, paired, Map.of(), Map.of(), Map.of());
  }

  /** The same findings, in tables of so many rows, not all of which were read. */
  public Findings withRows(long source, long silver) {
    return new Findings(source, silver, paired, keys, examples, columns);
  }

  public long count(Finding finding) {
    return keys.get(finding);
  }

  /** Keys that differ and that no change explains. */
  public long unexplained() {
    return missing() + count(Finding.RECORD_DIFF);
  }

  /** Keys that one side lacks and that no change explains. */
  long missing() {
    return count(Finding.MISSING_TARGET) + count(Finding.MISSING_SOURCE);
  }
}
