package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.compare.ComparedColumn;
import dev.mssqlcdc.silver.compare.ComparedColumns;
import dev.mssqlcdc.silver.compare.KeyRanges;
import dev.mssqlcdc.silver.compare.RangeTotals;
import dev.mssqlcdc.silver.compare.SilverColumn;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.source.SourceScan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/** A silver table and its bronze, each at the version that it had when this was made. */
public final class SilverComparison {

  private static final String RANGE = "range";

  private final SparkSession spark;
  private final BronzeTable bronze;
  private final SparkTable silver;
  private final Dataset<Row> bronzeRows;
  private final Dataset<Row> silverRows;

  private SilverComparison(
      SparkSession spark, SparkTables tables, BronzeTable bronze, SparkTable silver) {
    this.spark = spark;
    this.bronze = bronze;
    this.silver = silver;
    this.bronzeRows = tables.rows(bronze.table());
    this.silverRows = tables.rows(silver);
  }

  /** Empty for a table without a key, which stays in bronze. */
  static Optional<SilverComparison> of(SparkSession spark, Lake lake, String name) {
    SparkTables tables = new SparkTables(spark);
    TableOpener<SparkTable> opener = new TableOpener<>(tables);
    Optional<SparkTable> silver = opener.find(lake.table(Layer.SILVER, name), TableKind.SILVER);
    BronzeTable bronze =
        keyed(
            BronzeTable.of(opener.reopen(lake.table(Layer.BRONZE, name), TableKind.BRONZE)),
            silver);
    return bronze.key().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SilverComparison(
                spark,
                tables,
                bronze,
                silver.orElseThrow(
                    () ->
                        new SilverException(
                            "there is no silver table yet: run silver-job apply"))));
  }

  /** A key that was declared is known to silver alone. */
  private static BronzeTable keyed(BronzeTable bronze, Optional<SparkTable> silver) {
    List<String> declared = silver.map(BronzeTable::keyNames).orElse(List.of());
    return bronze.key().isEmpty() && !declared.isEmpty()
        ? DeclaredKey.of(bronze, declared)
        : bronze;
  }

  /** Names of the columns that identify a row. */
  public List<String> key() {
    return bronze.key();
  }

  /** Silver's captured columns. */
  public List<SilverColumn> columns() {
    return Arrays.stream(silver.schema().fields())
        .filter(field -> !Fields.isReserved(field.name()))
        .map(field -> new SilverColumn(field.name(), field.dataType().typeName()))
        .toList();
  }

  /** The database that the table came from. */
  public Optional<String> database() {
    return property(Properties.SOURCE).map(source -> source.substring(source.indexOf('/') + 1));
  }

  /** The topic that the table came from. */
  public Optional<String> topic() {
    return property(Properties.TOPIC);
  }

  private Optional<String> property(String name) {
    return Optional.ofNullable(bronze.table().properties().get(name));
  }

  /** The capture instance that bronze's last row came from. */
  public Optional<String> instance() {
    Row last =
        bronzeRows
            .agg(functions.max_by(col(Fields.CAPTURE_INSTANCE), col(Fields.KAFKA_OFFSET)))
            .first();
    return Optional.ofNullable(last.getString(0));
  }

  /** Silver's rows. */
  public long rows() {
    return silverRows.count();
  }

  /** What each range of silver holds. */
  public List<RangeTotals> totals(ComparedColumns columns, KeyRanges ranges) {
    List<Column> sums =
        columns.key().stream()
            .filter(ComparedColumn::isInteger)
            .map(key -> functions.sum(col(Sql.name(key.silver())).cast("decimal(38,0)")))
            .toList();
    List<RangeTotals> totals =
        new ArrayList<>(Collections.nCopies(ranges.count(), RangeTotals.none(sums.size())));
    Dataset<Row> counted =
        silverRows
            .groupBy(range(columns, ranges).as(RANGE))
            .agg(functions.count(functions.lit(1)), sums.toArray(Column[]::new));
    for (Row row : counted.collectAsList()) {
      List<BigDecimal> values = new ArrayList<>();
      for (int i = 0; i < sums.size(); i++) {
        values.add(Optional.ofNullable(row.getDecimal(i + 2)).orElse(BigDecimal.ZERO));
      }
      totals.set(row.getInt(0), new RangeTotals(row.getLong(1), values));
    }
    return totals;
  }

  /** A key that is null, which no source has, is in the first range. */
  private static Column range(ComparedColumns columns, KeyRanges ranges) {
    UDF1<Long, Integer> index = key -> key == null ? 0 : ranges.index(key);
    Column first = col(Sql.name(columns.key().get(0).silver())).cast(DataTypes.LongType);
    return functions.udf(index, DataTypes.IntegerType).apply(first);
  }

  /** Compares all rows with those of the source. */
  public Differences differences(ComparedColumns columns, List<SourceScan> source) {
    return differences(columns, source, silverRows);
  }

  /** Compares the rows of some ranges with those of the source. */
  public Differences differences(
      ComparedColumns columns, List<SourceScan> source, KeyRanges ranges, Set<Integer> some) {
    Column inRanges = range(columns, ranges).isin(some.toArray());
    return differences(columns, source, silverRows.where(inRanges));
  }

  private Differences differences(
      ComparedColumns columns, List<SourceScan> source, Dataset<Row> rows) {
    DigestedRows digests = new DigestedRows(spark, columns);
    return Differences.of(columns, digests.of(source), digests.of(rows));
  }

  /** Keys of the rows that bronze holds above an LSN; a key may come several times. */
  public Dataset<Row> changedKeys(ComparedColumns columns, Lsn after) {
    Dataset<Row> rows = bronzeRows.where(col(Fields.START_LSN).gt(functions.lit(after.toString())));
    return keysOnly(columns).keys(rows);
  }

  /** Keys that the source's change tables hold. */
  public Dataset<Row> changedKeys(ComparedColumns columns, List<SourceScan> changes) {
    return keysOnly(columns).keys(changes);
  }

  private DigestedRows keysOnly(ComparedColumns columns) {
    return new DigestedRows(spark, new ComparedColumns(columns.key(), List.of(), columns.left()));
  }
}
