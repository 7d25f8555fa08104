package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.RetentionGuard;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;

/** Makes sure that what a table has not read yet is still there. */
final class Guard {

  private final Source source;

  Guard(Source source) {
    this.source = source;
  }

  /**
   * @throws SourceException when changes above the last finished range were removed, or the capture
   *     instance is gone
   */
  void check(TableState table) {
    check(table, source.log().minLsns(List.of(table.instance())).get(0));
  }

  /**
   * @param minLsn the instance's lowest LSN, zero when the source gives none
   */
  void check(TableState table, Lsn minLsn) {
    Lsn lowest = minLsn.isZero() ? startLsn(table) : minLsn;
    RetentionGuard.check(table.id(), table.instance(), table.stream().from(), lowest);
  }

  /** An instance that capture has not reached yet has no lowest LSN, but is listed. */
  private Lsn startLsn(TableState table) {
    return source.catalog().instances().stream()
        .filter(instance -> instance.name().equals(table.instance()))
        .map(CaptureInstance::startLsn)
        .findFirst()
        .orElseThrow(
            () ->
                new SourceException(
                    SourceException.Kind.MISSING_OBJECT,
                    "capture instance %s of table %s is gone, or the login may not see it any more; changes above LSN %s were not read"
                        .formatted(table.instance(), table.id(), table.stream().reached()),
                    "if it was disabled, enable it again and remove the connector's offset of this table so that it starts with a new snapshot; otherwise grant SELECT on the table and membership of the instance's role"));
  }
}
