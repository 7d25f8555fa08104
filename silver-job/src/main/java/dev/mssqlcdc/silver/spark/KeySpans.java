package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import dev.mssqlcdc.silver.plan.Span;
import dev.mssqlcdc.silver.plan.SpanCollector;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/**
 * Where the values of a column lie, said of another column such that Delta can leave out the files
 * that hold none of them.
 */
final class KeySpans {

  /** Delta looks at each for each file, and Spark for each row. */
  private static final int MOST = 64;

  private static final String VALUE = "value";
  private static final StructType SPAN =
      new StructType().add("low", DataTypes.LongType).add("high", DataTypes.LongType);

  private KeySpans() {}

  /**
   * A condition that holds wherever the target's value is one of the source's, a null too.
   *
   * @param values the source's
   * @param type of both
   * @return empty where none would leave out anything: of floats, whose statistics know no NaN, and
   *     of bytes and booleans, which have none
   */
  static Optional<Column> condition(Dataset<Row> values, DataType type, Column target) {
    Dataset<Row> named = values.toDF(VALUE);
    Column value = col(VALUE);
    Function<Object, Column> literal = plain -> lit(plain).cast(type);
    if (isInteger(type)) {
      return Optional.of(spans(named, value.cast(DataTypes.LongType), target, literal::apply));
    }
    if (type.equals(DataTypes.DateType)) {
      Column days = functions.unix_date(value).cast(DataTypes.LongType);
      return Optional.of(
          spans(named, days, target, day -> literal.apply(LocalDate.ofEpochDay(day))));
    }
    if (type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType)) {
      Column micros = functions.unix_micros(value.cast(DataTypes.TimestampType));
      return Optional.of(
          spans(
              named,
              micros,
              target,
              micro -> literal.apply(Instant.EPOCH.plus(micro, ChronoUnit.MICROS))));
    }
    return type.equals(DataTypes.StringType) || type instanceof DecimalType
        ? Optional.of(ends(named, value, target, literal))
        : Optional.empty();
  }

  private static boolean isInteger(DataType type) {
    return type.equals(DataTypes.ByteType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.LongType);
  }

  /**
   * @param number tells a value as a number, in the same order
   * @param literal tells such a number as a value again
   */
  private static Column spans(
      Dataset<Row> values, Column number, Column target, LongFunction<Column> literal) {
    List<Row> rows =
        values
            .select(number)
            .mapPartitions((MapPartitionsFunction<Row, Row>) KeySpans::cover, Encoders.row(SPAN))
            .collectAsList();
    Column condition = lit(false);
    List<Span> spans = new ArrayList<>();
    for (Row row : rows) {
      if (row.isNullAt(0)) {
        condition = target.isNull();
      } else {
        spans.add(new Span(row.getLong(0), row.getLong(1)));
      }
    }
    for (Span span : Span.worthwhile(spans, MOST)) {
      condition =
          condition.or(target.between(literal.apply(span.low()), literal.apply(span.high())));
    }
    return condition;
  }

  /** The spans of a partition's numbers, and a row of nulls where there is a null. */
  private static Iterator<Row> cover(Iterator<Row> numbers) {
    SpanCollector spans = new SpanCollector(MOST);
    List<Row> rows = new ArrayList<>();
    while (numbers.hasNext()) {
      Row row = numbers.next();
      if (!row.isNullAt(0)) {
        spans.add(row.getLong(0));
      } else if (rows.isEmpty()) {
        rows.add(RowFactory.create(null, null));
      }
    }
    spans.spans().forEach(span -> rows.add(RowFactory.create(span.low(), span.high())));
    return rows.iterator();
  }

  private static Column ends(
      Dataset<Row> values, Column value, Column target, Function<Object, Column> literal) {
    Row row = values.agg(min(value), max(value), count_if(value.isNull())).first();
    Column condition = row.getLong(2) > 0 ? target.isNull() : lit(false);
    return row.isNullAt(0)
        ? condition
        : condition.or(target.between(literal.apply(row.get(0)), literal.apply(row.get(1))));
  }
}
