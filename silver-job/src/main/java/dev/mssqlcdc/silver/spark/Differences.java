package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.mssqlcdc.silver.compare.ComparedColumns;
import dev.mssqlcdc.silver.compare.Finding;
import dev.mssqlcdc.silver.compare.Findings;
import dev.mssqlcdc.silver.plan.SilverException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The keys that are not the same on both sides, found once: the source goes on changing, so what
 * was read of it is kept, and a part that is lost makes the run fail.
 */
public final class Differences {

  private static final int EXAMPLES = 20;
  private static final String SOURCE = "source";
  private static final String SILVER = "silver";
  private static final String PAIRED = "paired";
  private static final String SOURCE_ROWS = "source_rows";
  private static final String SILVER_ROWS = "silver_rows";
  private static final String FINDING = "finding";
  private static final String RANK = "rank";
  private static final String EXPLAINED = "explained";

  private final ComparedColumns columns;
  private final Dataset<Row> keys;
  private final Map<String, Object> counts;

  private Differences(ComparedColumns columns, Dataset<Row> keys, Map<String, Object> counts) {
    this.columns = columns;
    this.keys = keys;
    this.counts = counts;
  }

  static Differences of(ComparedColumns columns, Dataset<Row> source, Dataset<Row> silver) {
    Column absent = lit(null).cast(DataTypes.createArrayType(DataTypes.LongType));
    Column key = col(DigestedRows.KEY);
    Column hashes = col(DigestedRows.HASHES);
    Dataset<Row> byKey =
        source
            .select(key, hashes.as(SOURCE), absent.as(SILVER))
            .union(silver.select(key, absent.as(SOURCE), hashes.as(SILVER)))
            .groupBy(key)
            .agg(
                first(col(SOURCE), true).as(SOURCE),
                first(col(SILVER), true).as(SILVER),
                count(col(SOURCE)).as(SOURCE_ROWS),
                count(col(SILVER)).as(SILVER_ROWS));
    Column inSource = col(SOURCE_ROWS).gt(0);
    Column inSilver = col(SILVER_ROWS).gt(0);
    Observation observed = new Observation();
    Dataset<Row> differing =
        byKey
            .withColumn(FINDING, finding())
            .observe(
                observed,
                count(col(FINDING)).as(FINDING),
                // a row that moves while it is read may be seen twice
                count(when(inSource, 1)).as(SOURCE_ROWS),
                sum(col(SILVER_ROWS)).as(SILVER_ROWS),
                count(when(inSource.and(inSilver), 1)).as(PAIRED))
            .where(col(FINDING).isNotNull())
            .select(DigestedRows.KEY, FINDING, SOURCE, SILVER)
            .localCheckpoint(true);
    return new Differences(columns, differing, counts(observed));
  }

  private static Map<String, Object> counts(Observation observed) {
    try {
      return CollectionConverters.asJava(observed.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SilverException("interrupted while rows were counted", e);
    }
  }

  /** Of a key that silver holds twice, one row is too many. */
  private static Column finding() {
    return when(
            col(SOURCE_ROWS).equalTo(0).or(col(SILVER_ROWS).gt(1)), name(Finding.MISSING_SOURCE))
        .when(col(SILVER_ROWS).equalTo(0), name(Finding.MISSING_TARGET))
        .when(col(SOURCE).notEqual(col(SILVER)), name(Finding.RECORD_DIFF));
  }

  private static Column name(Finding finding) {
    return lit(finding.name());
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return counted(FINDING) == 0;
  }

  /** What both sides hold where nothing differs. */
  public Findings none() {
    return Findings.equal(counted(SOURCE_ROWS), counted(SILVER_ROWS), counted(PAIRED));
  }

  private long counted(String name) {
    return counts.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /**
   * How many of them are in no change.
   *
   * @param changed keys of changes that silver has not applied; a key may come several times
   */
  public long notIn(Dataset<Row> changed) {
    Column same = keys.col(DigestedRows.KEY).equalTo(changed.col(DigestedRows.KEY));
    return keys.join(changed, same, "left_anti").count();
  }

  /**
   * What the keys are found to be.
   *
   * @param changed as in {@link #notIn}
   */
  public Findings findings(Dataset<Row> changed) {
    Dataset<Row> explained = changed.distinct().withColumn(EXPLAINED, lit(true));
    Column finding =
        when(col(EXPLAINED), name(Finding.IN_FLIGHT)).otherwise(col(FINDING)).as(FINDING);
    Column key = keys.col(DigestedRows.KEY);
    Dataset<Row> found =
        keys.join(explained, key.equalTo(explained.col(DigestedRows.KEY)), "left_outer")
            .select(key, finding, col(SOURCE), col(SILVER))
            .localCheckpoint(true);
    Map<Finding, Long> counted = new EnumMap<>(Finding.class);
    Map<String, Long> differing = new TreeMap<>();
    for (Row row : counts(found)) {
      Finding kind = Finding.valueOf(row.getString(0));
      counted.put(kind, row.getLong(1));
      for (int i = 0; kind == Finding.RECORD_DIFF && i < columns.values().size(); i++) {
        differing.put(columns.values().get(i).silver(), row.getLong(i + 2));
      }
    }
    differing.values().removeIf(rows -> rows == 0);
    return new Findings(
        counted(SOURCE_ROWS),
        counted(SILVER_ROWS),
        counted(PAIRED),
        counted,
        examples(found),
        differing);
  }

  /** Of each finding: its keys, and how many of them differ in each column. */
  private List<Row> counts(Dataset<Row> found) {
    List<Column> differing = new ArrayList<>();
    for (int i = 1; i <= columns.values().size(); i++) {
      Column differs = element_at(col(SOURCE), i).notEqual(element_at(col(SILVER), i));
      differing.add(count(when(differs, 1)));
    }
    return found
        .groupBy(FINDING)
        .agg(count(lit(1)), differing.toArray(Column[]::new))
        .collectAsList();
  }

  private static Map<Finding, List<String>> examples(Dataset<Row> found) {
    Column rank =
        functions.row_number().over(Window.partitionBy(FINDING).orderBy(DigestedRows.KEY));
    Map<Finding, List<String>> examples = new EnumMap<>(Finding.class);
    for (Row row :
        found
            .select(col(FINDING), col(DigestedRows.KEY), rank.as(RANK))
            .where(col(RANK).leq(EXAMPLES))
            .orderBy(RANK)
            .collectAsList()) {
      examples
          .computeIfAbsent(Finding.valueOf(row.getString(0)), kind -> new ArrayList<>())
          .add(row.getString(1));
    }
    return examples;
  }
}
