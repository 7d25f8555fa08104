package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.Ddl;
import dev.mssqlcdc.connector.core.DefinitionChanges;
import dev.mssqlcdc.connector.core.Event;
import dev.mssqlcdc.connector.core.RangePlan;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;

/** Tells of changes to a table's definition, at their place in the stream. */
final class DdlEvents {

  private final Source source;
  private final boolean failsOnDdl;

  /**
   * @param failsOnDdl whether a table stops at every change of its definition
   */
  DdlEvents(Source source, boolean failsOnDdl) {
    this.source = source;
    this.failsOnDdl = failsOnDdl;
  }

  /**
   * Emits the changes that were not handed on yet, up to and with an LSN.
   *
   * @throws SourceException before the events, when the table is to stop at every change; after
   *     them, when a captured column now has a type that the table's records cannot hold
   */
  void emit(TableState table, List<Ddl> ddl, Lsn upTo, long time) throws InterruptedException {
    List<Ddl> reached =
        RangePlan.pending(table.stream(), ddl).stream()
            .filter(change -> change.lsn().compareTo(upTo) <= 0)
            .toList();
    if (reached.isEmpty()) {
      return;
    }
    if (failsOnDdl) {
      throw refused(table, reached.get(0));
    }
    DefinitionChanges changes = changes(table);
    for (int i = 0; i < reached.size(); i++) {
      emit(table, reached, i, changes, time);
    }
    table.flush();
    changes.check(table.id());
    table.define(changes.updated());
  }

  private static SourceException refused(TableState table, Ddl change) {
    return new SourceException(
        SourceException.Kind.INCONSISTENT,
        "the definition of table %s changed at LSN %s, and schema.change.policy is fail: %s"
            .formatted(table.id(), change.lsn(), change.statement()),
        "to go past it, restart the task once with schema.change.policy=classify");
  }

  private DefinitionChanges changes(TableState table) {
    CaptureInstance instance = table.definition().instance();
    return DefinitionChanges.between(
        table.told(),
        table.definition(),
        source.catalog().capturedColumns(instance.name()),
        source.catalog().tableColumns(instance.tableObjectId()));
  }

  private static void emit(
      TableState table, List<Ddl> reached, int i, DefinitionChanges changes, long time)
      throws InterruptedException {
    Ddl change = reached.get(i);
    Lsn lsn = change.lsn();
    boolean lastAtLsn = i + 1 == reached.size() || !reached.get(i + 1).lsn().equals(lsn);
    if (lastAtLsn) {
      table.stream(table.stream().ddl(lsn));
    }
    var detail =
        new EventDetail.SchemaChange(
            change.statement(), lsn.toString(), changes.lines(), changes.notCaptured());
    long ordinal = reached.subList(0, i).stream().filter(d -> d.lsn().equals(lsn)).count();
    String id = "schema_change/%s/%s/%d".formatted(table.instance(), lsn, ordinal);
    table.emit(Event.plain(id, lsn, time, detail), table.stream());
  }
}
