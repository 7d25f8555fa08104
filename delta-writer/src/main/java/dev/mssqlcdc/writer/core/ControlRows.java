package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The control table's rows of layer bronze, which are the writer's. */
public final class ControlRows {

  private ControlRows() {}

  /**
   * The rows after verdicts have moved. A verdict only moves forward; every column that a row has,
   * known or not, is carried.
   *
   * @param rows values by column name
   * @param verdicts by name of the bronze table
   * @param now microseconds UTC
   * @return empty when no verdict moves
   */
  public static Optional<List<Map<String, Object>>> advanced(
      List<Map<String, Object>> rows,
      Map<String, Verdict> verdicts,
      Granularity granularity,
      long now) {
    Map<String, Map<String, Object>> byTable = new TreeMap<>();
    rows.forEach(row -> byTable.put((String) row.get(Control.TABLE_NAME), row));
    boolean moved = false;
    for (Map.Entry<String, Verdict> entry : verdicts.entrySet()) {
      Map<String, Object> old = byTable.getOrDefault(entry.getKey(), Map.of());
      if (isAhead(entry.getValue(), old)) {
        byTable.put(entry.getKey(), row(entry.getKey(), old, entry.getValue(), granularity, now));
        moved = true;
      }
    }
    return moved ? Optional.of(new ArrayList<>(byTable.values())) : Optional.empty();
  }

  private static boolean isAhead(Verdict verdict, Map<String, Object> row) {
    String old = (String) row.get(Control.END_LSN);
    return old == null || verdict.endLsn().compareTo(Lsn.parse(old)) > 0;
  }

  private static Map<String, Object> row(
      String table, Map<String, Object> old, Verdict verdict, Granularity granularity, long now) {
    Map<String, Object> row = new HashMap<>(old);
    row.put(Control.LAYER, Layer.BRONZE.directory());
    row.put(Control.TABLE_NAME, table);
    row.put(Control.END_LSN, verdict.endLsn().toString());
    row.put(Control.UPDATED_AT, now);
    verdict
        .endCommitTs()
        .ifPresent(
            time -> {
              row.put(Control.END_COMMIT_TS, time);
              row.merge(
                  Control.FINALIZED_UNTIL,
                  granularity.truncate(time),
                  (before, after) -> Math.max((Long) before, (Long) after));
            });
    return row;
  }
}
