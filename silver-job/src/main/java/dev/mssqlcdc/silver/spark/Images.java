package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import dev.mssqlcdc.schemas.Fields;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/**
 * Latest images that are kept while they are written.
 *
 * @param bronze what they were read from
 * @param latest one per key, with the columns of {@link LatestImages}
 * @param counts of them
 */
record Images(BronzeTable bronze, Dataset<Row> latest, LatestImages.Counts counts) {

  /** Those that silver may lack. */
  Dataset<Row> news() {
    return latest.where(col(LatestImages.NEWS));
  }

  /** The columns that silver has of each row. */
  Stream<String> columns() {
    return Stream.concat(
        bronze.captured().stream().map(StructField::name),
        Stream.of(Fields.START_LSN, Fields.COMMIT_TS));
  }

  /**
   * Whether two rows have the same key, null being a value as any other.
   *
   * @param one tells a key column of one of them by its name
   */
  Column sameKey(Function<String, Column> one, Function<String, Column> other) {
    return bronze.key().stream()
        .map(name -> one.apply(name).eqNullSafe(other.apply(name)))
        .reduce(Column::and)
        .orElseThrow();
  }

  /**
   * Where in silver the rows lie that the news are of, by the key's first column alone: files that
   * are clustered by others are not clustered by it.
   *
   * @param column tells a column of silver by its name
   * @return empty where all files have to be looked at
   */
  Optional<Column> whereNewsAre(SparkTable silver, Function<String, Column> column) {
    String first = bronze.key().get(0);
    DataType type = silver.typeOf(first);
    boolean same =
        bronze.captured().stream()
            .filter(field -> field.name().equals(first))
            .allMatch(field -> field.dataType().equals(type));
    return same && silver.hasSeveralFiles()
        ? KeySpans.condition(
            news().select(LatestImages.field(LatestImages.IMAGE, first)), type, column.apply(first))
        : Optional.empty();
  }

  /**
   * Whether an image is a new row where silver has none of its key.
   *
   * @param source the images' alias
   */
  Column insertable(String source) {
    Column image = LatestImages.isImage(source + "." + LatestImages.IMAGE);
    return bronze.isDeclared()
        ? image.and(not(LatestImages.field(source, DeclaredImages.IF_THERE)))
        : image;
  }
}
