package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.Ranking;
import dev.mssqlcdc.silver.plan.SilverException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;

/**
 * The images of keys that the user declared, by the rules of {@link
 * dev.mssqlcdc.silver.plan.DeclaredKeys}: as {@link LatestImages} gives them, the image of a key
 * that is gone being a {@link Operation#DELETE}, and of one that a snapshot saw a {@link
 * Operation#SNAPSHOT}, which is news whenever its rows are read.
 */
final class DeclaredImages {

  /** Whether an image is taken only where silver has its key. */
  static final String IF_THERE = "ifThere";

  private static final String IN_SNAPSHOT = "snapshot ";
  private static final String KEY = "key";
  private static final String NET = "net";
  private static final String LAST = "last";
  private static final String LAST_RANK = "lastRank";
  private static final String IMAGE_RANK = "imageRank";
  private static final String DOUBLE = "double";
  private static final String READ = "read";
  private static final String CHANGED = "changed";
  private static final String IMAGE = LatestImages.IMAGE;
  private static final String ROWS = LatestImages.ROWS;

  private static final Column LSN = col(Fields.START_LSN);
  private static final Column IS_SNAPSHOT_ROW =
      col(Fields.OPERATION).equalTo(Operation.SNAPSHOT.code());

  private DeclaredImages() {}

  /**
   * The query.
   *
   * @param rows of bronze that the plan needs
   */
  static Dataset<Row> of(BronzeTable bronze, Dataset<Row> rows, Plan.Work plan) {
    return decided(ofKeys(ofCommits(bronze, rows)), plan);
  }

  /** One row for what each commit, and each chunk, says of a key. */
  private static Dataset<Row> ofCommits(BronzeTable bronze, Dataset<Row> rows) {
    Column image = struct(LatestImages.columns(LatestImages.imageColumns(bronze)));
    Column rank = struct(LatestImages.columns(Ranking.COLUMNS.stream()));
    Column isRow = col(Fields.OPERATION).isin(LatestImages.IMAGES);
    Column values = struct(LatestImages.columns(bronze.captured().stream().map(StructField::name)));
    Column inChunk = when(IS_SNAPSHOT_ROW, values);
    Column net = sum(when(IS_SNAPSHOT_ROW, 0).when(isRow, 1).otherwise(-1));
    Column found =
        when(abs(net).gt(1), LSN)
            .when(not(min(inChunk).eqNullSafe(max(inChunk))), concat(lit(IN_SNAPSHOT), snapshot()));
    return rows.groupBy(
            struct(LatestImages.columns(bronze.key().stream())).as(KEY),
            LSN,
            snapshot(),
            col(Fields.CHUNK))
        .agg(
            max_by(image, when(isRow, rank)).as(IMAGE),
            max(when(isRow, rank)).as(IMAGE_RANK),
            max_by(image, rank).as(LAST),
            max(rank).as(LAST_RANK),
            net.as(NET),
            found.as(DOUBLE),
            count(lit(1)).as(ROWS));
  }

  private static Column snapshot() {
    return col(Fields.SNAPSHOT);
  }

  private static Dataset<Row> ofKeys(Dataset<Row> commits) {
    Column isChanged = col(NET).notEqual(0);
    return commits
        .groupBy(col(KEY))
        .agg(
            max_by(col(IMAGE), col(IMAGE_RANK)).as(IMAGE),
            max_by(col(LAST), col(LAST_RANK)).as(LAST),
            max_by(col(NET), when(isChanged, LSN)).as(NET),
            max(when(isChanged, LSN)).as(CHANGED),
            max(when(snapshot().isNotNull(), LSN)).as(READ),
            coalesce(max(col(DOUBLE)), when(abs(sum(col(NET))).gt(1), max(LSN))).as(DOUBLE),
            sum(col(ROWS)).as(ROWS));
  }

  private static Dataset<Row> decided(Dataset<Row> keys, Plan.Work plan) {
    Column read = col(READ).isNotNull();
    Column isTold = col(CHANGED).isNotNull().and(not(read).or(col(CHANGED).geq(col(READ))));
    Column asInSilver = not(isTold).and(not(read));
    Column isGone = isTold.and(col(NET).lt(0));
    if (!(plan instanceof Plan.Apply)) {
      // Silver's rows do not count: the snapshot has seen every key that no commit after it added.
      isGone = isGone.or(asInSilver);
    }
    Column image =
        when(isGone, with(LAST, Operation.DELETE))
            .when(read, with(IMAGE, Operation.SNAPSHOT))
            .otherwise(col(IMAGE));
    return keys.select(image.as(IMAGE), col(ROWS), asInSilver.as(IF_THERE), col(DOUBLE));
  }

  private static Column with(String image, Operation operation) {
    return col(image).withField(Fields.OPERATION, lit(operation.code()));
  }

  /**
   * Refuses images of a key that the source holds twice.
   *
   * @param images as {@link #of} gives them
   * @throws SilverException naming the columns and where it was found, and no values
   */
  static void refuseDoubles(Dataset<Row> images, BronzeTable bronze) {
    String found = images.agg(min(col(DOUBLE))).first().getString(0);
    if (found != null) {
      String orMoved =
          found.startsWith(IN_SNAPSHOT)
              ? "; or if they changed while it was read, take another with snapshot.isolation=snapshot"
              : "";
      throw new SilverException(
          ("bronze table %s: the declared key %s is not unique in the source, two rows have the same"
                  + " at %s: declare other columns, and build the silver table anew with --rebuild%s")
              .formatted(bronze.table().path(), bronze.key(), found, orMoved));
    }
  }
}
