package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.CaptureInstance;
import dev.mssqlcdc.standin.cdc.CdcErrors;
import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;

/** What change data capture allows of schema changes. */
record TrackedTable(TableDef table, List<CaptureInstance> instances) {

  static TrackedTable of(Database database, TableDef table) {
    return new TrackedTable(table, database.cdc().instancesOf(table));
  }

  boolean isTracked() {
    return !instances.isEmpty();
  }

  /** A captured column keeps its name. */
  void requireRenamable(ColumnDef column) {
    boolean captured =
        instances.stream()
            .anyMatch(i -> i.captured().stream().anyMatch(c -> c.id() == column.id()));
    if (captured) {
      throw CdcErrors.columnReplicated(column.name());
    }
  }

  /** The key that identifies the rows of an instance stays. */
  void requireDroppable(KeyDef key) {
    boolean used =
        instances.stream()
            .anyMatch(i -> i.indexName().filter(key.name()::equalsIgnoreCase).isPresent());
    if (used) {
      boolean index = key.kind() == KeyDef.Kind.UNIQUE_INDEX;
      throw index
          ? CdcErrors.indexInUse(table, key.name())
          : CdcErrors.constraintInUse(table, key.name());
    }
  }

  void requireTruncatable() {
    if (isTracked()) {
      throw SqlError.of(
          4711,
          "Cannot truncate table '"
              + table.name()
              + "' because it is published for replication or enabled for Change Data Capture.");
    }
  }
}
