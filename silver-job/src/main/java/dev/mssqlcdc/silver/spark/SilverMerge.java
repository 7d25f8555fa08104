package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.not;

import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.silver.run.Changes;
import io.delta.tables.DeltaMergeBuilder;
import io.delta.tables.DeltaTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Delta's own MERGE: for any table, and the only way that writes change data. */
final class SilverMerge implements ImageWrite {

  private static final String TARGET = "t";
  private static final String SOURCE = "s";
  private static final String SOURCE_IMAGE = SOURCE + "." + LatestImages.IMAGE;

  private final SparkSession spark;
  private final String path;
  private final Images images;
  private final DuplicateKeys duplicates;
  private final boolean rebuilds;
  private final Column match;

  /**
   * @param spark a session that numbers commits
   * @param silver the table as it is now
   * @param rebuilds whether rows that no image is of go
   */
  SilverMerge(SparkSession spark, SparkTable silver, Images images, boolean rebuilds) {
    this.spark = spark;
    this.path = silver.path();
    this.images = images;
    this.duplicates = new DuplicateKeys(path, images.bronze().key());
    this.rebuilds = rebuilds;
    Column same = images.sameKey(SilverMerge::target, SilverMerge::source);
    // A rebuild deletes what it does not match: it has to see all of silver.
    this.match =
        rebuilds
            ? same
            : images.whereNewsAre(silver, SilverMerge::target).map(same::and).orElse(same);
  }

  @Override
  public Optional<Changes.Written> write(long fence) {
    DeltaMergeBuilder merge =
        DeltaTable.forPath(spark, path).as(TARGET).merge(rows().as(SOURCE), match);
    List<Row> answer = (rebuilds ? rebuild(merge) : apply(merge)).execute().collectAsList();
    // Delta answers nothing where it finds the commit's number passed.
    return answer.stream().findFirst().map(this::written);
  }

  private Dataset<Row> rows() {
    return rebuilds
        ? images.latest().where(LatestImages.isImage(LatestImages.IMAGE))
        : images.news();
  }

  private DeltaMergeBuilder apply(DeltaMergeBuilder merge) {
    Column newer = LatestImages.overrules(SOURCE_IMAGE, target(Fields.START_LSN));
    Column image = LatestImages.isImage(SOURCE_IMAGE);
    return merge
        .whenMatched(newer.and(not(image)))
        .delete()
        .whenMatched(newer.and(image))
        .updateExpr(assignments())
        .whenNotMatched(images.insertable(SOURCE))
        .insertExpr(assignments());
  }

  /** An equal position is taken too: the snapshot may hold what changes never do. */
  private DeltaMergeBuilder rebuild(DeltaMergeBuilder merge) {
    Column position = target(Fields.START_LSN);
    Column noOlder = position.isNull().or(source(Fields.START_LSN).geq(position));
    return merge
        .whenMatched(noOlder)
        .updateExpr(assignments())
        .whenNotMatched()
        .insertExpr(assignments())
        .whenNotMatchedBySource()
        .delete();
  }

  private Changes.Written written(Row answer) {
    long upserted =
        answer.<Long>getAs("num_updated_rows") + answer.<Long>getAs("num_inserted_rows");
    long deleted = answer.getAs("num_deleted_rows");
    duplicates.refuseIf(
        upserted > images.counts().images() || (!rebuilds && deleted > images.counts().removals()));
    return new Changes.Written(upserted, deleted);
  }

  private Map<String, String> assignments() {
    Map<String, String> set = new LinkedHashMap<>();
    images.columns().forEach(column -> set.put(Sql.name(column), Sql.field(SOURCE_IMAGE, column)));
    return set;
  }

  private static Column target(String name) {
    return LatestImages.field(TARGET, name);
  }

  private static Column source(String name) {
    return LatestImages.field(SOURCE_IMAGE, name);
  }
}
