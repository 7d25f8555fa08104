package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Backoff;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.silver.plan.Lease;
import dev.mssqlcdc.silver.plan.SilverState;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.run.Times;
import io.delta.exceptions.DeltaConcurrentModificationException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;

/**
 * The control table's rows of layer silver, all in one file. A write puts another file in its place
 * and reads nothing of other layers, so that it never conflicts with the writer's rows; a row is
 * written only if it still is as it was read, and columns that are not ours keep their values.
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

  private final SparkTables tables;
  private final TableOpener<SparkTable> opener;
  private final String path;
  private final Clock clock;
  private final GroupCommit<Write, Boolean> commits = new GroupCommit<>(this::write);

  private record Write(ControlRow asRead, ControlRow next) {}

  ControlTable(SparkTables tables, String path, Clock clock) {
    this.tables = tables;
    this.opener = new TableOpener<>(tables);
    this.path = path;
    this.clock = clock;
  }

  @Override
  public Optional<ControlRow> replace(ControlRow asRead, SilverState next) {
    ControlRow written = new ControlRow(asRead.table(), true, next, Optional.of(Times.now(clock)));
    return commits.write(new Write(asRead, written)) ? Optional.of(written) : Optional.empty();
  }

  private List<Boolean> write(List<Write> writes) {
    Backoff backoff = Backoff.ofAMinute();
    while (true) {
      try {
        List<Boolean> written = new ArrayList<>();
        tables.rewrite(
            opener.reopen(path, TableKind.CONTROL),
            Layer.SILVER.directory(),
            rows -> replaced(rows, writes, written));
        return written;
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

  /** The rows with those in place that still are as they were read. */
  private static List<Row> replaced(
      SparkTables.Rows before, List<Write> writes, List<Boolean> written) {
    List<Row> rows = new ArrayList<>(before.rows());
    for (Write write : writes) {
      List<Integer> found =
          IntStream.range(0, rows.size())
              .filter(i -> write.asRead().table().equals(rows.get(i).getAs(Control.TABLE_NAME)))
              .boxed()
              .toList();
      boolean same =
          write.asRead().stored()
              ? found.size() == 1 && isAsRead(rows.get(found.get(0)), write.asRead())
              : found.isEmpty();
      if (same) {
        Optional<Row> old = found.stream().findFirst().map(rows::get);
        found.forEach(i -> rows.remove((int) i));
        rows.add(row(before.schema(), old, write.next()));
      }
      written.add(same);
    }
    return rows;
  }

  private static boolean isAsRead(Row row, ControlRow asRead) {
    Map<String, Object> values = values(asRead);
    return COMPARED.stream()
        .allMatch(column -> Objects.equals(values.get(column), row.getAs(column)));
  }

  /** With the columns' names: another write of the same commit may be of the same table. */
  private static Row row(StructType schema, Optional<Row> old, ControlRow next) {
    Map<String, Object> values = values(next);
    Object[] columns =
        Stream.of(schema.fieldNames())
            .map(
                name ->
                    values.containsKey(name)
                        ? values.get(name)
                        : old.map(row -> row.getAs(name)).orElse(null))
            .toArray();
    return new GenericRowWithSchema(columns, schema);
  }

  /** What a run owns of a row. */
  private static Map<String, Object> values(ControlRow row) {
    SilverState state = row.state();
    Optional<Verdict> verdict = state.verdict();
    Map<String, Object> values = new HashMap<>();
    values.put(Control.LAYER, Layer.SILVER.directory());
    values.put(Control.TABLE_NAME, row.table());
    values.put(Control.APPLIED_LSN, text(state.applied()));
    values.put(Control.APPLYING_LSN, text(state.applying()));
    values.put(Control.SNAPSHOT_ID, text(state.snapshotId()));
    values.put(Control.OPEN_SNAPSHOT_ID, text(state.openSnapshot()));
    values.put(Control.SNAPSHOT_OFFSET, text(state.addedUpTo()));
    values.put(Control.END_LSN, text(verdict.map(Verdict::endLsn)));
    values.put(Control.END_COMMIT_TS, verdict.flatMap(Verdict::endCommitTs).orElse(null));
    values.put(Control.FINALIZED_UNTIL, verdict.flatMap(Verdict::finalizedUntil).orElse(null));
    values.put(Control.RUN_ID, text(state.lease().map(Lease::runId)));
    values.put(Control.RUN_UNTIL, state.lease().map(Lease::until).orElse(null));
    values.put(Control.UPDATED_AT, row.updatedAt().orElse(null));
    return values;
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse(null);
  }
}
