package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.plan.Chunk;
import dev.mssqlcdc.silver.plan.ChunkRanges;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Keys that chunks lack though they lie in their ranges: what is older than the chunk's stamp is
 * gone from the source. Of silver only the part that the chunks span is read.
 */
final class ChunkGaps {

  private static final String STAMP = "stamp";
  private static final String KEY = "key";
  private static final String KNOWN = "known";

  private final ChunkRanges ranges;
  private final SparkTable silver;
  private final String silverKey;
  private final String key;
  private final KeyNumbers numbers;

  private ChunkGaps(
      ChunkRanges ranges, SparkTable silver, String silverKey, String key, KeyNumbers numbers) {
    this.ranges = ranges;
    this.silver = silver;
    this.silverKey = silverKey;
    this.key = key;
    this.numbers = numbers;
  }

  /** Empty where the chunks' ranges cannot be told of silver's key. */
  static Optional<ChunkGaps> of(List<Chunk> chunks, BronzeTable bronze, SparkTable silver) {
    if (chunks.isEmpty() || bronze.key().size() != 1) {
      return Optional.empty();
    }
    String name = bronze.key().get(0);
    return Arrays.stream(silver.schema().fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst()
        .flatMap(
            field ->
                KeyNumbers.of(field.dataType())
                    .flatMap(
                        numbers ->
                            ChunkRanges.of(chunks, bronze.key(), numbers.kind())
                                .map(
                                    ranges ->
                                        new ChunkGaps(
                                            ranges, silver, field.name(), name, numbers))));
  }

  /** The latest images, with a removal for each key that has to go. */
  Dataset<Row> addTo(Dataset<Row> latest, SparkTables tables) {
    return overruled(latest).unionByName(removals(latest, tables.rows(silver)));
  }

  /** An image below the stamp has been removed since, or its chunk would hold the key. */
  private Dataset<Row> overruled(Dataset<Row> latest) {
    String of = LatestImages.IMAGE;
    Column stamp = col(STAMP);
    Column gone = LatestImages.isImage(of).and(LatestImages.field(of, Fields.START_LSN).lt(stamp));
    return latest
        .withColumn(STAMP, stamp(LatestImages.field(of, key)))
        .withColumn(LatestImages.NEWS, col(LatestImages.NEWS).or(gone.equalTo(true)))
        .withColumn(of, when(gone, removal(col(of), stamp)).otherwise(col(of)))
        .drop(STAMP);
  }

  private static Column removal(Column image, Column stamp) {
    return image
        .withField(Fields.START_LSN, stamp)
        .withField(Fields.OPERATION, lit(Operation.DELETE.code()));
  }

  private Dataset<Row> removals(Dataset<Row> latest, Dataset<Row> rows) {
    Column own = col(Sql.name(silverKey));
    Column spanned = own.leq(numbers.literal(ranges.highest()));
    if (ranges.lowest().isPresent()) {
      spanned = spanned.and(own.gt(numbers.literal(ranges.lowest().getAsLong())));
    }
    Dataset<Row> old =
        rows.where(spanned)
            .select(own.as(KEY), col(Fields.START_LSN), stamp(own).as(STAMP))
            .where(col(Fields.START_LSN).lt(col(STAMP)));
    Dataset<Row> known = latest.select(LatestImages.field(LatestImages.IMAGE, key).as(KNOWN));
    return old.join(known, col(KEY).eqNullSafe(col(KNOWN)), "left_anti")
        .select(
            struct(image(latest)).as(LatestImages.IMAGE),
            lit(0L).as(LatestImages.ROWS),
            lit(true).as(LatestImages.NEWS));
  }

  /** A removal tells its key and its position; it has no values. */
  private Column[] image(Dataset<Row> latest) {
    StructField[] fields =
        ((StructType) latest.schema().apply(LatestImages.IMAGE).dataType()).fields();
    return Arrays.stream(fields)
        .map(field -> value(field).cast(field.dataType()).as(field.name()))
        .toArray(Column[]::new);
  }

  private Column value(StructField field) {
    if (field.name().equals(key)) {
      return col(KEY);
    }
    return switch (field.name()) {
      case Fields.START_LSN -> col(STAMP);
      case Fields.OPERATION -> lit(Operation.DELETE.code());
      default -> lit(null);
    };
  }

  private Column stamp(Column value) {
    ChunkRanges all = ranges;
    UDF1<Long, String> stampOf = number -> number == null ? null : all.stampOf(number);
    return udf(stampOf, DataTypes.StringType).apply(numbers.number(value));
  }
}
