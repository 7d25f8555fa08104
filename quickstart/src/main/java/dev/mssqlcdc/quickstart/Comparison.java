package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Fields;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Compares the lake with the source value by value: a table with a key its silver rows with its
 * source rows, a keyless one its bronze rows with its change rows.
 */
final class Comparison {

  private final SourceRows source;
  private final LakeRows lake;
  private final List<? extends SourceTable> tables;

  Comparison(SourceRows source, LakeRows lake, List<? extends SourceTable> tables) {
    this.source = source;
    this.lake = lake;
    this.tables = tables;
  }

  List<TableResult> all() throws SQLException {
    List<TableResult> results = new ArrayList<>();
    for (SourceTable table : tables) {
      results.add(compare(table));
    }
    return results;
  }

  private TableResult compare(SourceTable table) throws SQLException {
    List<String> columns = source.columns(table);
    Layer last = table.keyless() ? Layer.BRONZE : Layer.SILVER;
    Row control =
        lake.verdict(last, table)
            .orElseThrow(() -> new IllegalStateException(table.name() + " has no row in control"));
    return new TableResult(
        table.name(),
        source.count(table.quotedName()),
        source.count(SourceRows.changeTable(table)),
        lake.table(Layer.BRONZE, table).count(),
        table.keyless() ? null : lake.table(Layer.SILVER, table).count(),
        table.keyless() ? changes(table, columns) : rows(table, columns),
        Duration.between(lastCommit(table), control.<LocalDateTime>getAs(Control.UPDATED_AT)),
        control.getAs(Control.FINALIZED_UNTIL));
  }

  private List<String> rows(SourceTable table, List<String> columns) throws SQLException {
    return Differences.byKey(
        columns, source.byKey(table, columns), lake.silverByKey(table, columns));
  }

  /** Every change row once, in order: also for tables with a key, where it proves exactly-once. */
  List<String> changes(SourceTable table, List<String> columns) throws SQLException {
    List<String> named =
        new ArrayList<>(
            List.of(Fields.START_LSN, Fields.COMMAND_ID, Fields.SEQVAL, Fields.OPERATION));
    named.addAll(columns);
    return Differences.inOrder(
        named,
        source.changesAbove(table, columns, lake.streamStart(table)),
        lake.changes(table, columns));
  }

  private LocalDateTime lastCommit(SourceTable table) {
    return lake.table(Layer.BRONZE, table).agg(functions.max(Fields.COMMIT_TS)).first().getAs(0);
  }
}
