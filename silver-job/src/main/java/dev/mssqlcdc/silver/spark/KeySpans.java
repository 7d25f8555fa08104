package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import dev.mssqlcdc.silver.plan.Span;
import dev.mssqlcdc.silver.plan.SpanCollector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
    Optional<KeyNumbers> numbers = KeyNumbers.of(type);
    if (numbers.isPresent()) {
      return Optional.of(spans(named, numbers.get(), target));
    }
    return type.equals(DataTypes.StringType) || type instanceof DecimalType
        ? Optional.of(ends(named, target, plain -> lit(plain).cast(type)))
        : Optional.empty();
  }

  private static Column spans(Dataset<Row> values, KeyNumbers numbers, Column target) {
    List<Row> rows =
        values
            .select(numbers.number(col(VALUE)))
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
          condition.or(target.between(numbers.literal(span.low()), numbers.literal(span.high())));
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

  private static Column ends(Dataset<Row> values, Column target, Function<Object, Column> literal) {
    Column value = col(VALUE);
    Row row = values.agg(min(value), max(value), count_if(value.isNull())).first();
    Column condition = row.getLong(2) > 0 ? target.isNull() : lit(false);
    return row.isNullAt(0)
        ? condition
        : condition.or(target.between(literal.apply(row.get(0)), literal.apply(row.get(1))));
  }
}
