package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.Chunk;
import dev.mssqlcdc.silver.plan.Plan;
import dev.mssqlcdc.silver.plan.Ranking;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;

/**
 * The latest image of each key as a query over one version of bronze: one row per key with a struct
 * {@link #IMAGE} (the captured columns, the position, the operation). A struct, so that no name of
 * ours can meet one of the source's.
 */
final class LatestImages {

  static final String IMAGE = "image";

  /** How many rows of bronze a key has. */
  static final String ROWS = "rows";

  /** Whether silver may lack a latest image: changes were read again that it has. */
  static final String NEWS = "news";

  static final Object[] IMAGES = codes(Operation::isImage);

  private static final Object[] CHANGES = codes(operation -> operation != Operation.SNAPSHOT);

  private LatestImages() {}

  /**
   * Numbers of rows.
   *
   * @param read rows of bronze
   * @param images keys whose latest image is a row, and news
   * @param removals keys whose latest image says that there is no row, and news
   */
  record Counts(long read, long images, long removals) {

    boolean hasNews() {
      return images + removals > 0;
    }
  }

  /** The query. */
  static Dataset<Row> of(BronzeTable bronze, Dataset<Row> rows, Plan.Work plan) {
    if (bronze.isDeclared()) {
      return DeclaredImages.of(bronze, rows.where(range(plan)), plan)
          .withColumn(NEWS, isNews(plan));
    }
    Column[] key = columns(bronze.key().stream());
    // Names that cannot be those of what follows them.
    Stream<String> keyNames = IntStream.range(0, key.length).mapToObj(Integer::toString);
    Column[] image = columns(imageColumns(bronze));
    Column[] rank = columns(Ranking.COLUMNS.stream());
    return rows.where(range(plan))
        .groupBy(key)
        .agg(max_by(struct(image), struct(rank)), count(lit(1)))
        .toDF(Stream.concat(keyNames, Stream.of(IMAGE, ROWS)).toArray(String[]::new))
        .select(col(IMAGE), col(ROWS), isNews(plan).as(NEWS));
  }

  static Counts counts(Dataset<Row> latest) {
    Column news = col(NEWS);
    Column image = isImage(IMAGE);
    Row row =
        latest
            .agg(
                coalesce(sum(col(ROWS)), lit(0L)),
                count_if(news.and(image)),
                count_if(news.and(not(image))))
            .first();
    return new Counts(row.getLong(0), row.getLong(1), row.getLong(2));
  }

  /**
   * Whether a latest image is a row; otherwise its key has none.
   *
   * @param image the struct, with the alias of its table if it has one
   */
  static Column isImage(String image) {
    return field(image, Fields.OPERATION).isin(IMAGES);
  }

  private static Column isNews(Plan.Work plan) {
    Optional<Lsn> applied = plan instanceof Plan.Apply apply ? apply.after() : Optional.empty();
    return applied
        .map(after -> field(IMAGE, Fields.START_LSN).gt(after.toString()).or(isSnapshotRow(IMAGE)))
        .orElseGet(() -> lit(true));
  }

  /**
   * Whether a latest image is a snapshot's row.
   *
   * @param image as in {@link #isImage}
   */
  static Column isSnapshotRow(String image) {
    return field(image, Fields.OPERATION).equalTo(Operation.SNAPSHOT.code());
  }

  /**
   * Whether an image takes the place of a row. Of two snapshot rows with one stamp silver takes the
   * later, which it has not seen.
   *
   * @param image as in {@link #isImage}
   * @param position the row's
   */
  static Column overrules(String image, Column position) {
    Column own = field(image, Fields.START_LSN);
    return position
        .isNull()
        .or(own.gt(position))
        .or(own.equalTo(position).and(isSnapshotRow(image)));
  }

  static Column field(String of, String name) {
    return col(Sql.field(of, name));
  }

  /** Plain comparisons with {@code _start_lsn}, by which Delta skips files outside of the range. */
  private static Column range(Plan.Work plan) {
    Column lsn = col(Fields.START_LSN);
    Column change = col(Fields.OPERATION).isin(CHANGES);
    Column below = lsn.leq(plan.target().endLsn().toString());
    Column row = snapshotRow(plan.snapshots()).or(chunkRow(plan.chunks()));
    return plan.changesAfter()
        .map(Lsn::toString)
        .map(after -> below.and(lsn.geq(after)).and(row.or(change.and(lsn.gt(after)))))
        .orElseGet(() -> below.and(row.or(change)));
  }

  private static Column snapshotRow(List<String> snapshots) {
    return snapshots.isEmpty()
        ? lit(false)
        : col(Fields.OPERATION)
            .equalTo(Operation.SNAPSHOT.code())
            .and(col(Fields.SNAPSHOT).isin(snapshots.toArray()));
  }

  /** Chunks of one snapshot, whose numbers follow each other. */
  private static Column chunkRow(List<Chunk> chunks) {
    if (chunks.isEmpty()) {
      return lit(false);
    }
    EventDetail.SnapshotChunk first = chunks.get(0).detail();
    EventDetail.SnapshotChunk last = chunks.get(chunks.size() - 1).detail();
    return col(Fields.OPERATION)
        .equalTo(Operation.SNAPSHOT.code())
        .and(col(Fields.SNAPSHOT).equalTo(first.snapshot()))
        .and(col(Fields.CHUNK).between(first.chunk(), last.chunk()));
  }

  static Stream<String> imageColumns(BronzeTable bronze) {
    return Stream.concat(
        bronze.captured().stream().map(StructField::name),
        Stream.of(Fields.START_LSN, Fields.COMMIT_TS, Fields.OPERATION));
  }

  static Column[] columns(Stream<String> names) {
    return names.map(name -> col(Sql.name(name))).toArray(Column[]::new);
  }

  private static Object[] codes(Predicate<Operation> which) {
    return Arrays.stream(Operation.values()).filter(which).map(Operation::code).toArray();
  }
}
