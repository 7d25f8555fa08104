package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Backoff;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.silver.plan.Lease;
import dev.mssqlcdc.silver.plan.SilverState;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.run.Times;
import io.delta.exceptions.DeltaConcurrentModificationException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The control table's rows of layer silver. A write is one statement that names the layer, so that
 * it never conflicts with the writer's rows, and that goes through only where the row still is as
 * it was read; columns that it does not name keep their values.
 */
final class ControlTable implements ControlRows {

  /** Columns that change with every write of a run, or tell that somebody wrote by hand. */
  private static final List<String> COMPARED =
      List.of(
          Control.APPLIED_LSN,
          Control.APPLYING_LSN,
          Control.SNAPSHOT_ID,
          Control.OPEN_SNAPSHOT_ID,
          Control.SNAPSHOT_OFFSET,
          Control.END_LSN,
          Control.RUN_UNTIL,
          Control.UPDATED_AT);

  private final SparkSession spark;
  private final String path;
  private final Clock clock;

  ControlTable(SparkSession spark, String path, Clock clock) {
    this.spark = spark;
    this.path = path;
    this.clock = clock;
  }

  /** One at a time: runs of this process would only make each other try again. */
  @Override
  public synchronized Optional<ControlRow> replace(ControlRow asRead, SilverState next) {
    ControlRow written = new ControlRow(asRead.table(), true, next, Optional.of(Times.now(clock)));
    Backoff backoff = Backoff.ofAMinute();
    while (true) {
      try {
        return write(asRead, written) ? Optional.of(written) : Optional.empty();
      } catch (DeltaConcurrentModificationException e) {
        if (!backoff.sleep()) {
          throw new LakeException(
              "control table %s: no commit in a minute, others always came first; run again"
                  .formatted(path),
              e);
        }
      }
    }
  }

  private boolean write(ControlRow asRead, ControlRow written) {
    Dataset<Row> answer = asRead.stored() ? update(asRead, written) : insert(written);
    return answer.first().getLong(0) == 1;
  }

  private Dataset<Row> update(ControlRow asRead, ControlRow written) {
    Map<String, String> before = literals(asRead);
    String same =
        COMPARED.stream()
            .map(column -> column + " <=> " + before.get(column))
            .collect(Collectors.joining(" AND "));
    String set =
        literals(written).entrySet().stream()
            .map(literal -> literal.getKey() + " = " + literal.getValue())
            .collect(Collectors.joining(", "));
    return spark.sql(
        "UPDATE %s SET %s WHERE %s = %s AND %s = %s AND %s"
            .formatted(
                Sql.table(path),
                set,
                Control.LAYER,
                Sql.text(Layer.SILVER.directory()),
                Control.TABLE_NAME,
                Sql.text(asRead.table()),
                same));
  }

  private Dataset<Row> insert(ControlRow written) {
    String layer = Sql.text(Layer.SILVER.directory());
    String table = Sql.text(written.table());
    Map<String, String> values = literals(written);
    values.put(Control.LAYER, layer);
    values.put(Control.TABLE_NAME, table);
    return spark.sql(
        "MERGE INTO %s t USING (SELECT 1) ON t.%s = %s AND t.%s = %s WHEN NOT MATCHED THEN INSERT (%s) VALUES (%s)"
            .formatted(
                Sql.table(path),
                Control.LAYER,
                layer,
                Control.TABLE_NAME,
                table,
                String.join(", ", values.keySet()),
                String.join(", ", values.values())));
  }

  /** What a run owns of a row. */
  private static Map<String, String> literals(ControlRow row) {
    SilverState state = row.state();
    Map<String, String> literals = new LinkedHashMap<>();
    literals.put(Control.APPLIED_LSN, Sql.text(state.applied()));
    literals.put(Control.APPLYING_LSN, Sql.text(state.applying()));
    literals.put(Control.SNAPSHOT_ID, Sql.text(state.snapshotId()));
    literals.put(Control.OPEN_SNAPSHOT_ID, Sql.text(state.openSnapshot()));
    literals.put(Control.SNAPSHOT_OFFSET, Sql.text(state.addedUpTo()));
    literals.put(Control.END_LSN, Sql.text(state.verdict().map(Verdict::endLsn)));
    literals.put(Control.END_COMMIT_TS, Sql.time(state.verdict().flatMap(Verdict::endCommitTs)));
    literals.put(
        Control.FINALIZED_UNTIL, Sql.time(state.verdict().flatMap(Verdict::finalizedUntil)));
    literals.put(Control.RUN_ID, Sql.text(state.lease().map(Lease::runId)));
    literals.put(Control.RUN_UNTIL, Sql.time(state.lease().map(Lease::until)));
    literals.put(Control.UPDATED_AT, Sql.time(row.updatedAt()));
    return literals;
  }
}
