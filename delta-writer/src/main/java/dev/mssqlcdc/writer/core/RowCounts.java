package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Counts and bounds over the rows of a batch. */
final class RowCounts {

  private long rows;
  private long deletes;
  private long inserts;
  private long updates;
  private Lsn minLsn;
  private Lsn maxLsn;
  private long minCommitTs = Long.MAX_VALUE;
  private long maxCommitTs = Long.MIN_VALUE;

  void addChange(SourcePosition position, OptionalLong commitTs) {
    switch (Operation.of(position.operation())) {
      case DELETE -> deletes++;
      case INSERT -> inserts++;
      case UPDATE_AFTER -> updates++;
      case UPDATE_BEFORE, SNAPSHOT -> {}
    }
    add(position.startLsn(), commitTs);
  }

  void addSnapshotRow(Lsn lsn, OptionalLong commitTs) {
    inserts++;
    add(lsn, commitTs);
  }

  long rows() {
    return rows;
  }

  Map<String, Object> columns() {
    Map<String, Object> columns = new HashMap<>();
    columns.put(Facts.ROWS, rows);
    columns.put(Facts.DELETES, deletes);
    columns.put(Facts.INSERTS, inserts);
    columns.put(Facts.UPDATES, updates);
    if (rows > 0) {
      columns.put(Facts.MIN_LSN, minLsn.toString());
      columns.put(Facts.MAX_LSN, maxLsn.toString());
    }
    if (minCommitTs <= maxCommitTs) {
      columns.put(Facts.MIN_COMMIT_TS, minCommitTs);
      columns.put(Facts.MAX_COMMIT_TS, maxCommitTs);
    }
    return columns;
  }

  private void add(Lsn lsn, OptionalLong commitTs) {
    minLsn = rows == 0 ? lsn : Lsn.min(minLsn, lsn);
    maxLsn = rows == 0 ? lsn : Lsn.max(maxLsn, lsn);
    rows++;
    if (commitTs.isPresent()) {
      minCommitTs = Math.min(minCommitTs, commitTs.getAsLong());
      maxCommitTs = Math.max(maxCommitTs, commitTs.getAsLong());
    }
  }
}
