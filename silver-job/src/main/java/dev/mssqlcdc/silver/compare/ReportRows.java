package dev.mssqlcdc.silver.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Reports;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table's rows of the reports table, by column: one per rule. They hold keys, and no other values
 * of the table.
 *
 * @param runId the run
 * @param at when it began, UTC
 * @param table name of the table
 */
public record ReportRows(String runId, LocalDateTime at, String table) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REPORT = "reconcile";
  private static final String ROWS = "rows";
  private static final String KEYS = "keys";
  private static final String VALUES = "values";

  /** Of a table that was compared. */
  public List<Map<String, Object>> of(Checked checked) {
    Findings found = checked.findings();
    boolean sameRows = found.sourceRows() == found.silverRows();
    return List.of(
        row(checked, ROWS, !sameRows && found.missing() > 0)
            .with(found.sourceRows(), found.silverRows())
            .detail(
                new TreeMap<>(
                    Map.of("ranges", checked.ranges(), "ranges_read", checked.rangesRead()))),
        row(checked, KEYS, found.missing() > 0)
            .with(
                found.paired() + found.count(Finding.MISSING_TARGET),
                found.paired() + found.count(Finding.MISSING_SOURCE))
            .detail(keys(found)),
        row(checked, VALUES, found.count(Finding.RECORD_DIFF) > 0)
            .with(found.paired(), found.paired() - found.count(Finding.RECORD_DIFF))
            .detail(values(checked)));
  }

  /** Of a table that could not be compared. */
  public List<Map<String, Object>> ofError(String error) {
    return List.of(ROWS, KEYS, VALUES).stream()
        .map(rule -> new Builder(start(rule, "error")).detail(Map.of("error", error)))
        .toList();
  }

  private static Map<String, Object> keys(Findings found) {
    Map<String, Object> detail = new LinkedHashMap<>();
    for (Finding finding : Finding.values()) {
      if (finding != Finding.RECORD_DIFF) {
        detail.put(finding.reportName(), found.count(finding));
      }
    }
    Map<String, Object> examples = new TreeMap<>();
    found
        .examples()
        .forEach(
            (finding, keys) -> {
              if (finding != Finding.RECORD_DIFF) {
                examples.put(finding.reportName(), keys);
              }
            });
    detail.put("examples", examples);
    return detail;
  }

  private static Map<String, Object> values(Checked checked) {
    Findings found = checked.findings();
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put(Finding.RECORD_DIFF.reportName(), found.count(Finding.RECORD_DIFF));
    detail.put("columns", found.columns());
    detail.put("not_compared", checked.left());
    detail.put("examples", found.examples().getOrDefault(Finding.RECORD_DIFF, List.of()));
    return detail;
  }

  private Builder row(Checked checked, String rule, boolean breach) {
    Map<String, Object> row = start(rule, breach ? "breach" : "ok");
    row.put(Reports.END_LSN, checked.applied().toString());
    return new Builder(row);
  }

  private Map<String, Object> start(String rule, String outcome) {
    Map<String, Object> row = new HashMap<>();
    row.put(Reports.RUN_ID, runId);
    row.put(Reports.CHECKED_AT, at);
    row.put(Reports.REPORT, REPORT);
    row.put(Reports.LAYER, Layer.SILVER.directory());
    row.put(Reports.TABLE_NAME, table);
    row.put(Reports.RULE, rule);
    row.put(Reports.OUTCOME, outcome);
    return row;
  }

  private record Builder(Map<String, Object> row) {

    Builder with(long expected, long found) {
      row.put(Reports.EXPECTED, Long.toString(expected));
      row.put(Reports.FOUND, Long.toString(found));
      return this;
    }

    Map<String, Object> detail(Map<String, ?> detail) {
      try {
        row.put(Reports.DETAIL, JSON.writeValueAsString(detail));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("names and numbers are always JSON", e);
      }
      return row;
    }
  }
}
