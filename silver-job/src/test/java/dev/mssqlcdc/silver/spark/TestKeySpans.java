package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TestKeySpans {

  private static final String LONG = "9".repeat(40);

  private final SparkSession spark = Sessions.child(TestingSpark.session());

  /** Values in ascending order, the least and the greatest of their type among them. */
  static Stream<Arguments> values() {
    return Stream.of(
        of(DataTypes.ByteType, Byte::parseByte, "-128", "-1", "0", "127"),
        of(DataTypes.ShortType, Short::parseShort, "-32768", "-1", "0", "32767"),
        of(DataTypes.IntegerType, Integer::parseInt, "-2147483648", "-1", "0", "2147483647"),
        of(
            DataTypes.LongType,
            Long::parseLong,
            "-9223372036854775808",
            "-1",
            "0",
            "9223372036854775807"),
        of(
            DataTypes.DateType,
            LocalDate::parse,
            "0001-01-01",
            "1582-10-10",
            "1969-12-31",
            "9999-12-31"),
        of(
            DataTypes.TimestampNTZType,
            LocalDateTime::parse,
            "0001-01-01T00:00",
            "1582-10-10T00:00:00.000001",
            "1969-12-31T23:59:59.999999",
            "9999-12-31T23:59:59.999999"),
        of(
            DataTypes.TimestampType,
            Instant::parse,
            "0001-01-01T00:00:00Z",
            "1582-10-10T00:00:00.000001Z",
            "1969-12-31T23:59:59.999999Z",
            "9999-12-31T23:59:59.999999Z"),
        of(DataTypes.StringType, text -> text, "", "A", "a'\\\n", LONG + "\uD83D\uDE00"),
        of(
            DataTypes.createDecimalType(38, 10),
            BigDecimal::new,
            "-9999999999999999999999999999.9999999999",
            "-1.5",
            "0.0000000001",
            "9999999999999999999999999999.9999999999"));
  }

  private static Arguments of(DataType type, Function<String, Object> parse, String... values) {
    return Arguments.of(type, Stream.of(values).map(parse).toList());
  }

  @ParameterizedTest
  @MethodSource("values")
  void itHoldsForEachValueAndForNoneBesideThem(DataType type, List<Object> values) {
    assertThat(matched(type, values.subList(1, 3), values)).containsExactly("1", "2");
    List<Object> all = new ArrayList<>(values);
    all.add(null);
    assertThat(matched(type, all, values)).containsExactly("0", "1", "2", "3", "null");
  }

  @Test
  void nullIsNoneOfTheValuesUnlessItIsThere() {
    List<Object> target = List.of(1, 2);
    List<Object> none = new ArrayList<>();
    none.add(null);
    assertThat(matched(DataTypes.IntegerType, List.of(2), target)).containsExactly("1");
    assertThat(matched(DataTypes.IntegerType, none, target)).containsExactly("null");
    assertThat(matched(DataTypes.StringType, none, List.of("a"))).containsExactly("null");
  }

  @Test
  void clustersAreToldApart() {
    List<Object> target = List.of(-1_000_000, 1, 500, 999, 1_000_000_000);
    List<Object> source = List.of(-1_000_000, 1, 999, 1_000_000_000);
    assertThat(matched(DataTypes.IntegerType, source, target)).containsExactly("0", "1", "3", "4");
  }

  @Test
  void ofSomeTypesNothingIsSaid() {
    for (DataType type :
        List.of(
            DataTypes.FloatType,
            DataTypes.DoubleType,
            DataTypes.BinaryType,
            DataTypes.BooleanType)) {
      assertThat(KeySpans.condition(keys(type, List.of()), type, col("key"))).isEmpty();
    }
  }

  /** Indexes of the target's values for which the condition holds; the target has a null too. */
  private List<String> matched(DataType type, List<Object> source, List<Object> target) {
    List<Row> rows = new ArrayList<>();
    target.forEach(value -> rows.add(RowFactory.create("" + rows.size(), value)));
    rows.add(RowFactory.create("null", null));
    return spark
        .createDataFrame(rows, new StructType().add("index", "string").add("key", type))
        .where(KeySpans.condition(keys(type, source), type, col("key")).orElseThrow())
        .select("index")
        .as(Encoders.STRING())
        .collectAsList();
  }

  private Dataset<Row> keys(DataType type, List<Object> values) {
    List<Row> rows = new ArrayList<>();
    values.forEach(value -> rows.add(RowFactory.create(value)));
    return spark.createDataFrame(rows, new StructType().add("key", type));
  }
}
