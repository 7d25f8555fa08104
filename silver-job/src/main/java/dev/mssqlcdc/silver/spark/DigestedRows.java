package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;

import dev.mssqlcdc.silver.compare.ComparedColumn;
import dev.mssqlcdc.silver.compare.ComparedColumns;
import dev.mssqlcdc.silver.compare.RowDigest;
import dev.mssqlcdc.silver.source.SourceRows;
import dev.mssqlcdc.silver.source.SourceScan;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;

/** Rows of either side in the form that both share: the key's text and the columns' hashes. */
final class DigestedRows {

  static final String KEY = "key";
  static final String HASHES = "hashes";

  /** How many rows of the source are read at once: each read is a connection. */
  private static final int READERS = 4;

  private static final StructType SCHEMA =
      new StructType()
          .add(KEY, DataTypes.StringType, false)
          .add(HASHES, DataTypes.createArrayType(DataTypes.LongType, false), false);

  private final SparkSession spark;
  private final ComparedColumns columns;

  DigestedRows(SparkSession spark, ComparedColumns columns) {
    this.spark = spark;
    this.columns = columns;
  }

  /** Rows of the lake. */
  Dataset<Row> of(Dataset<Row> rows) {
    ComparedColumns form = columns;
    MapPartitionsFunction<Row, Row> digests =
        input -> digests(form, input, row -> values(row, form.all().size()));
    return rows.select(columns(columns.all())).mapPartitions(digests, Encoders.row(SCHEMA));
  }

  /** Rows of the source, which is read when the rows are asked for. */
  Dataset<Row> of(List<SourceScan> scans) {
    ComparedColumns form = columns;
    FlatMapFunction<SourceScan, Row> digests =
        scan -> digests(form, open(scan), Function.identity());
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    int readers = Math.max(1, Math.min(READERS, scans.size()));
    return spark.createDataFrame(context.parallelize(scans, readers).flatMap(digests), SCHEMA);
  }

  Dataset<Row> keys(Dataset<Row> rows) {
    return of(rows).select(KEY);
  }

  Dataset<Row> keys(List<SourceScan> scans) {
    return of(scans).select(KEY);
  }

  private static Column[] columns(List<ComparedColumn> columns) {
    return columns.stream().map(DigestedRows::lowered).toArray(Column[]::new);
  }

  /** Dates and times as numbers, which no calendar or zone of the JVM touches. */
  private static Column lowered(ComparedColumn column) {
    Column value = col(Sql.name(column.silver()));
    return switch (column.kind()) {
      case DATE -> functions.unix_date(value);
      // in a session whose zone is UTC
      case LOCAL_TIME, INSTANT -> functions.unix_micros(value.cast(DataTypes.TimestampType));
      default -> value;
    };
  }

  private static Iterator<Object[]> open(SourceScan scan) {
    SourceRows rows = scan.open();
    TaskCompletionListener close = context -> rows.close();
    TaskContext.get().addTaskCompletionListener(close);
    return rows;
  }

  private static Object[] values(Row row, int size) {
    Object[] values = new Object[size];
    for (int i = 0; i < size; i++) {
      values[i] = row.get(i);
    }
    return values;
  }

  private static <T> Iterator<Row> digests(
      ComparedColumns form, Iterator<T> rows, Function<T, Object[]> values) {
    RowDigest digest = new RowDigest(form);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        Object[] row = values.apply(rows.next());
        return RowFactory.create(digest.key(row), digest.hashes(row));
      }
    };
  }
}
