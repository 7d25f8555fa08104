package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.silver.run.Changes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.FileAction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;

/**
 * Writes the files anew that hold rows to change. Their rows stay where they are, while a MERGE
 * shuffles all of them: that is less work, and each file keeps its part of the keys, so that later
 * runs can leave it out.
 */
final class SilverRewrite implements ImageWrite {

  private static final String TARGET = "t";
  private static final String SOURCE = "s";
  private static final String SOURCE_IMAGE = SOURCE + "." + LatestImages.IMAGE;

  private static final String FILE = "file";
  private static final String POSITION = "position";
  private static final String WINS = "wins";
  private static final String IS_IMAGE = "isImage";

  /** Bytes. Smaller files become one, as far as they fit into one of {@link #TOGETHER}. */
  private static final long SMALL = 8L << 20;

  private static final long TOGETHER = 4 * SMALL;

  /** Bytes that opening a file is worth to Spark, which reads files together up to a size. */
  private static final String FILE_COST = "spark.sql.files.openCostInBytes";

  private static final String MOST_BYTES = "spark.sql.files.maxPartitionBytes";

  private final SparkSession spark;
  private final SparkTable silver;
  private final Images images;
  private final DuplicateKeys duplicates;

  SilverRewrite(SparkSession spark, SparkTable silver, Images images) {
    this.spark = spark;
    this.silver = silver;
    this.images = images;
    this.duplicates = new DuplicateKeys(silver.path(), images.bronze().key());
  }

  /** Whether a table has our columns and none of what only Delta's own commands keep up. */
  static boolean suits(SparkTable silver, Images images) {
    List<String> own = images.columns().toList();
    return !silver.tracksRows()
        && silver.schema().length() == own.size()
        && images.bronze().captured().stream().allMatch(field -> hasSame(silver, field));
  }

  private static boolean hasSame(SparkTable silver, StructField field) {
    return silver
        .column(field.name())
        .filter(own -> own.dataType().equals(field.dataType()))
        .isPresent();
  }

  /** How many images were found in one of silver's files. */
  private record Found(long updated, long deleted) {

    static final Found NOTHING = new Found(0, 0);

    Found plus(Found other) {
      return new Found(updated + other.updated, deleted + other.deleted);
    }
  }

  @Override
  public Optional<Changes.Written> write(long fence) {
    FileTransaction transaction = new FileTransaction(spark, silver);
    if (!transaction.number(SparkChanges.APP_ID, fence)) {
      return Optional.empty();
    }
    Optional<Column> where = images.whereNewsAre(silver, name -> col(Sql.name(name)));
    List<AddFile> candidates = transaction.files(where);
    Dataset<Row> rows = silver.rows(spark, candidates);
    Dataset<Row> matches =
        matches(where.map(rows::where).orElse(rows)).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Map<String, Found> found = found(matches);
      List<AddFile> touched =
          candidates.stream()
              .filter(file -> found.containsKey(FileTransaction.name(file)))
              .toList();
      Dataset<Row> inserts = inserts(matches);
      List<FileAction> added = add(transaction, changed(rowsWhereTheyAre(touched)).union(inserts));
      transaction.remove(touched);
      Found all = found.values().stream().reduce(Found.NOTHING, Found::plus);
      OptionalLong after = FileTransaction.count(added);
      OptionalLong before = FileTransaction.count(touched);
      long inserted =
          after.isPresent() && before.isPresent()
              ? after.getAsLong() - (before.getAsLong() - all.deleted())
              : inserts.count();
      return Optional.of(commit(transaction, all, inserted));
    } finally {
      matches.unpersist();
    }
  }

  private Changes.Written commit(FileTransaction transaction, Found found, long inserted) {
    LatestImages.Counts counts = images.counts();
    long upserted = found.updated() + inserted;
    duplicates.refuseIf(upserted > counts.images() || found.deleted() > counts.removals());
    transaction.commitMerge(
        Map.of(
            "operationNumSourceRows",
            counts.images() + counts.removals(),
            "numTargetRowsInserted",
            inserted,
            "numTargetRowsUpdated",
            found.updated(),
            "numTargetRowsDeleted",
            found.deleted()));
    return new Changes.Written(upserted, found.deleted());
  }

  /** The images whose keys silver has: in which file, and whether they come after silver's row. */
  private Dataset<Row> matches(Dataset<Row> rows) {
    Column file = rows.metadataColumn("_metadata").getField("file_name");
    Dataset<Row> old =
        rows.select(
            Stream.concat(
                    keys(name -> col(Sql.name(name))),
                    Stream.of(col(Fields.START_LSN).as(POSITION), file.as(FILE)))
                .toArray(Column[]::new));
    return old.as(TARGET)
        .join(images.news().as(SOURCE), images.sameKey(this::numbered, SilverRewrite::source))
        .select(
            Stream.concat(
                    keys(SilverRewrite::source),
                    Stream.of(
                        col(FILE),
                        LatestImages.overrules(SOURCE_IMAGE, col(POSITION)).as(WINS),
                        LatestImages.isImage(SOURCE_IMAGE).as(IS_IMAGE)))
                .toArray(Column[]::new));
  }

  /** By the names of the files that have to change. */
  private static Map<String, Found> found(Dataset<Row> matches) {
    List<Row> files =
        matches
            .where(col(WINS))
            .groupBy(FILE)
            .agg(count_if(col(IS_IMAGE)), count_if(not(col(IS_IMAGE))))
            .collectAsList();
    return files.stream()
        .collect(
            Collectors.toMap(
                row -> row.getString(0), row -> new Found(row.getLong(1), row.getLong(2))));
  }

  private Dataset<Row> rowsWhereTheyAre(List<AddFile> files) {
    List<AddFile> small = files.stream().filter(file -> file.size() < SMALL).toList();
    List<AddFile> large = files.stream().filter(file -> file.size() >= SMALL).toList();
    int together = (int) (small.stream().mapToLong(AddFile::size).sum() / TOGETHER) + 1;
    return silver.rows(spark, large).union(silver.rows(spark, small).coalesce(together));
  }

  private Dataset<Row> changed(Dataset<Row> rows) {
    Column none = col(SOURCE_IMAGE).isNull();
    Column wins = LatestImages.overrules(SOURCE_IMAGE, target(Fields.START_LSN));
    return rows.as(TARGET)
        .join(
            images.news().as(SOURCE),
            images.sameKey(SilverRewrite::target, SilverRewrite::source),
            "left_outer")
        .where(none.or(not(wins)).or(LatestImages.isImage(SOURCE_IMAGE)))
        .select(columns(name -> when(none.or(not(wins)), target(name)).otherwise(source(name))));
  }

  private Dataset<Row> inserts(Dataset<Row> matches) {
    Column[] key =
        images.bronze().key().stream().map(Sql::name).map(functions::col).toArray(Column[]::new);
    return images
        .news()
        .as(SOURCE)
        .where(images.insertable(SOURCE))
        .join(
            matches.as(TARGET), images.sameKey(this::numbered, SilverRewrite::source), "left_anti")
        .select(columns(SilverRewrite::source))
        .coalesce(1)
        .sortWithinPartitions(key);
  }

  /** Each file by itself: read together, they would come out as one with the keys of all. */
  private List<FileAction> add(FileTransaction transaction, Dataset<Row> rows) {
    String before = spark.conf().get(FILE_COST);
    spark.conf().set(FILE_COST, spark.conf().get(MOST_BYTES));
    try {
      return transaction.add(rows);
    } finally {
      spark.conf().set(FILE_COST, before);
    }
  }

  private Column[] columns(Function<String, Column> value) {
    return Stream.of(silver.schema().fieldNames())
        .map(name -> value.apply(name).as(name))
        .toArray(Column[]::new);
  }

  /** Under numbers, which cannot be names of what stands beside them. */
  private Stream<Column> keys(Function<String, Column> value) {
    List<String> key = images.bronze().key();
    return IntStream.range(0, key.size()).mapToObj(i -> value.apply(key.get(i)).as("" + i));
  }

  private Column numbered(String name) {
    return LatestImages.field(TARGET, "" + images.bronze().key().indexOf(name));
  }

  private static Column target(String name) {
    return LatestImages.field(TARGET, name);
  }

  private static Column source(String name) {
    return LatestImages.field(SOURCE_IMAGE, name);
  }
}
