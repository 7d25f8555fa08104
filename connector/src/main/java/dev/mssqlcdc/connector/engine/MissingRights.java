package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SourceException.Kind;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.jdbc.Access;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names the rights that are missing, if that is why a table cannot be read. */
final class MissingRights {

  private static final Logger LOG = LoggerFactory.getLogger(MissingRights.class);

  private final Access access;

  MissingRights(Access access) {
    this.access = access;
  }

  /**
   * The failure, with what a db_owner has to run where that is known.
   *
   * @throws SourceException when asking fails in a way that concerns every table
   */
  SourceException explain(TableState table, SourceException e) {
    if (e.kind() != Kind.PERMISSION && e.kind() != Kind.MISSING_OBJECT) {
      return e;
    }
    String instance =
        table.hasPosition() ? table.stream().instance() : CaptureInstance.defaultName(table.id());
    List<String> missing = of(table.id(), instance);
    return missing.isEmpty()
        ? e
        : new SourceException(
            Kind.PERMISSION,
            e.getMessage(),
            "have a db_owner run: " + String.join("; ", missing) + "; then restart the task",
            e);
  }

  private List<String> of(TableId table, String instance) {
    try {
      return access.missing(table, instance);
    } catch (SourceException e) {
      if (e.isTaskWide()) {
        throw e;
      }
      LOG.debug("Table {}: asking for missing rights failed", table, e);
      return List.of();
    }
  }
}
