package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.RetentionGuard;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;

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
        .orElseThrow(() -> gone(table, Optional.empty()));
  }

  /**
   * What to say of a table whose capture instance is gone before it was read to its end.
   *
   * @param survivor another instance of the table
   */
  SourceException gone(TableState table, Optional<CaptureInstance> survivor) {
    StreamOffset stream = table.stream();
    if (survivor.isPresent()) {
      return new SourceException(
          SourceException.Kind.DATA_LOSS,
          "capture instance %s of table %s is gone before it was read to its end: changes above LSN %s and below LSN %s, where capture instance %s begins, are lost"
              .formatted(
                  stream.instance(),
                  table.id(),
                  stream.reached(),
                  survivor.get().startLsn(),
                  survivor.get().name()),
          "remove the connector's offset of this table so that it starts with a new snapshot; disable an old instance only after the event capture_instance_released");
    }
    return new SourceException(
        SourceException.Kind.MISSING_OBJECT,
        "table %s has no capture instance %s that the login may see; changes above LSN %s were not read"
            .formatted(table.id(), stream.instance(), stream.reached()),
        "if it was disabled, enable it again and remove the connector's offset of this table so that it starts with a new snapshot; otherwise grant SELECT on the table and membership of the instance's role");
  }
}
