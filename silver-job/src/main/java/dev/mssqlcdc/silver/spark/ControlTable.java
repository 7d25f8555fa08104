package dev.mssqlcdc.silver.spark;

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
import io.delta.tables.DeltaTable;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The control table's rows of layer silver. A write is one MERGE that names the layer, so that it
 * never conflicts with the writer's rows, and that goes through only where the row still is as it
 * was read; columns that it does not name keep their values.
 */
final class ControlTable implements ControlRows {

  /** Columns that a run owns, in the order of {@link #values}. */
  private static final List<String> OWNED =
      List.of(
          Control.APPLIED_LSN,
          Control.APPLYING_LSN,
          Control.SNAPSHOT_ID,
          Control.END_LSN,
          Control.END_COMMIT_TS,
          Control.FINALIZED_UNTIL,
          Control.RUN_ID,
          Control.RUN_UNTIL,
          Control.UPDATED_AT);

  /** Columns that change with every write of a run, or tell that somebody wrote by hand. */
  private static final List<String> COMPARED =
      List.of(
          Control.APPLIED_LSN,
          Control.APPLYING_LSN,
          Control.SNAPSHOT_ID,
          Control.END_LSN,
          Control.RUN_UNTIL,
          Control.UPDATED_AT);

  private static final List<String> TIMES =
      List.of(
          Control.END_COMMIT_TS, Control.FINALIZED_UNTIL, Control.RUN_UNTIL, Control.UPDATED_AT);

  private static final String READ = "read_";
  private static final String NEXT = "next_";
  private static final String SILVER = Layer.SILVER.directory();

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
    Backoff backoff = new Backoff();
    while (true) {
      try {
        return merge(asRead, written) ? Optional.of(written) : Optional.empty();
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

  private boolean merge(ControlRow asRead, ControlRow written) {
    String same =
        COMPARED.stream()
            .map(column -> Sql.field("t", column) + " <=> " + Sql.field("s", READ + column))
            .collect(Collectors.joining(" AND "));
    String row =
        "t.%s = %s AND t.%s = s.%s"
            .formatted(Control.LAYER, Sql.text(SILVER), Control.TABLE_NAME, Control.TABLE_NAME);
    String stored = Boolean.toString(asRead.stored());
    Dataset<Row> merged =
        DeltaTable.forPath(spark, path)
            .as("t")
            .merge(source(asRead, written).as("s"), row)
            .whenMatched(stored + " AND " + same)
            .updateExpr(assignments())
            .whenNotMatched("NOT " + stored)
            .insertExpr(insertion())
            .execute();
    return merged.first().getLong(0) == 1;
  }

  private Dataset<Row> source(ControlRow asRead, ControlRow written) {
    StructType schema = new StructType().add(Control.TABLE_NAME, DataTypes.StringType);
    for (String prefix : List.of(READ, NEXT)) {
      for (String column : OWNED) {
        schema = schema.add(prefix + column, type(column));
      }
    }
    Object[] values = new Object[1 + 2 * OWNED.size()];
    values[0] = asRead.table();
    System.arraycopy(values(asRead), 0, values, 1, OWNED.size());
    System.arraycopy(values(written), 0, values, 1 + OWNED.size(), OWNED.size());
    return spark.createDataFrame(List.of(RowFactory.create(values)), schema);
  }

  private static org.apache.spark.sql.types.DataType type(String column) {
    return TIMES.contains(column) ? DataTypes.TimestampNTZType : DataTypes.StringType;
  }

  private static Map<String, String> assignments() {
    Map<String, String> set = new LinkedHashMap<>();
    OWNED.forEach(column -> set.put(Sql.name(column), Sql.field("s", NEXT + column)));
    return set;
  }

  private static Map<String, String> insertion() {
    Map<String, String> set = assignments();
    set.put(Sql.name(Control.LAYER), Sql.text(SILVER));
    set.put(Sql.name(Control.TABLE_NAME), Sql.field("s", Control.TABLE_NAME));
    return set;
  }

  private static Object[] values(ControlRow row) {
    SilverState state = row.state();
    return new Object[] {
      text(state.applied()),
      text(state.applying()),
      text(state.snapshotId()),
      text(state.verdict().map(Verdict::endLsn)),
      time(state.verdict().flatMap(Verdict::endCommitTs)),
      time(state.verdict().flatMap(Verdict::finalizedUntil)),
      text(state.lease().map(Lease::runId)),
      time(state.lease().map(Lease::until)),
      time(row.updatedAt())
    };
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse(null);
  }

  private static LocalDateTime time(Optional<LocalDateTime> value) {
    return value.orElse(null);
  }
}
