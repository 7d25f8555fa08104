package dev.mssqlcdc.sparkpeer.silver;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.lake.Silver;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A lake with one table, as the delta-writer and earlier runs leave it: silver in files of disjoint
 * key ranges, bronze in the order of the commits, and rows of facts for each of its commits.
 */
final class BenchLake {

  static final String TABLE = "dbo.sales";
  static final String KEY = "id";

  private static final int ROWS_OF_SILVER_FILE = 250_000;
  private static final int FILES_OF_COMMIT = 4;
  private static final int FACTS_OF_COMMIT = 10;

  /** Of the source; SQL of their values by {@code id} and {@code version}. */
  private record Captured(String name, DeltaType type, String value) {

    Column column() {
      return new Column(name, type, "the source's " + name);
    }
  }

  private static final List<Captured> CAPTURED =
      List.of(
          new Captured(KEY, DeltaType.INTEGER, KEY),
          new Captured("customer_id", DeltaType.LONG, "9000000000 + hash % 200000"),
          new Captured(
              "product", DeltaType.STRING, "concat('SKU-', lpad((hash DIV 7) % 8000, 7, '0'))"),
          new Captured(
              "city",
              DeltaType.STRING,
              "element_at(split('Aalborg,Bergen,Düsseldorf,Espoo,Göteborg,Haarlem,København,Lyon,"
                  + "Nantes,Oulu,Poznań,São Paulo,Tromsø,Umeå,Västerås,Zürich', ','),"
                  + " CAST(hash DIV 11 % 16 + 1 AS INT))"),
          new Captured(
              "amount", DeltaType.decimal(18, 2), "(hash DIV 13 % 500000 + version) / 100"),
          new Captured(
              "ordered_at",
              DeltaType.TIMESTAMP_NTZ,
              "TIMESTAMP_NTZ '2026-01-01 00:00:00' + make_dt_interval(0, 0, 0, hash DIV 17 % 7776000)"),
          new Captured(
              "due", DeltaType.DATE, "date_add(DATE '2026-01-01', CAST(hash % 90 AS INT))"),
          new Captured("paid", DeltaType.BOOLEAN, "version > 0 OR hash % 2 = 0"),
          new Captured("discount", DeltaType.DOUBLE, "hash % 100 / 400.0D"),
          new Captured(
              "note",
              DeltaType.STRING,
              "CASE WHEN hash % 10 > 5 THEN concat('deliver after ', hash, ' ring twice') END"));

  private final SparkSession spark;
  private final Lake lake;

  BenchLake(SparkSession spark, Path root) {
    this.spark = spark;
    this.lake = new Lake(root.toString());
  }

  Lake lake() {
    return lake;
  }

  String bronze() {
    return lake.table(Layer.BRONZE, TABLE);
  }

  String silver() {
    return lake.table(Layer.SILVER, TABLE);
  }

  static List<String> capturedNames() {
    return CAPTURED.stream().map(Captured::name).toList();
  }

  static String lsn(long commit) {
    return new Lsn(0, commit).toString();
  }

  /** Fills it. */
  void create(Scenario scenario) {
    List<Column> captured = CAPTURED.stream().map(Captured::column).toList();
    Map<String, String> key =
        Map.of(Properties.KEY_COLUMNS, "[\"" + KEY + "\"]", Properties.SOURCE, "bench/shop");
    create(
        bronze(), TableDefinition.of(TableKind.BRONZE, "changes", Bronze.columns(captured), key));
    create(silver(), TableDefinition.of(TableKind.SILVER, "rows", Silver.columns(captured), key));
    create(lake.facts(), TableDefinition.facts());
    create(lake.control(), TableDefinition.control());
    appendSilver(scenario);
    for (int batch = 0; batch <= scenario.older(); batch++) {
      appendBronze(scenario, batch);
      appendFacts(scenario, batch);
    }
    appendControl(scenario);
  }

  private void create(String path, TableDefinition definition) {
    String columns =
        definition.columns().stream()
            .map(column -> "`%s` %s".formatted(column.name(), column.type()))
            .collect(Collectors.joining(", "));
    String properties =
        definition.properties().entrySet().stream()
            .map(entry -> "'%s' = '%s'".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", ", "TBLPROPERTIES (", ")"));
    spark.sql(
        "CREATE TABLE delta.`%s` (%s) USING delta %s %s"
            .formatted(
                path,
                columns,
                definition.partitionColumns().isEmpty()
                    ? ""
                    : "PARTITIONED BY (" + String.join(", ", definition.partitionColumns()) + ")",
                definition.properties().isEmpty() ? "" : properties));
  }

  private void appendSilver(Scenario scenario) {
    int files = Math.max(1, (int) (scenario.rows() / ROWS_OF_SILVER_FILE));
    Dataset<Row> rows =
        withValues(spark.range(0, 2 * scenario.rows(), 2, files).toDF(KEY), "0")
            .withColumn(Fields.START_LSN, expr(lsnOf("0")))
            .withColumn(Fields.COMMIT_TS, expr(timeOf("0")));
    append(rows, silver());
  }

  /** The changes of one batch, in the order of their commits; an update is two rows. */
  private void appendBronze(Scenario scenario, int batch) {
    String change = "change - " + batch * scenario.changes();
    Dataset<Row> changes =
        spark
            .range(batch * scenario.changes(), (batch + 1) * scenario.changes(), 1, FILES_OF_COMMIT)
            .toDF("change")
            .withColumn("last", expr(Scenario.operationOf("(" + change + ")")))
            .withColumn(
                Fields.OPERATION,
                expr("explode(CASE last WHEN 4 THEN array(3, 4) ELSE array(last) END)"))
            .withColumn(KEY, expr(scenario.idOf("(" + change + ")")));
    Dataset<Row> rows =
        withValues(changes, "CASE " + Fields.OPERATION + " WHEN 4 THEN change + 1 ELSE 0 END")
            .withColumn(Fields.CAPTURE_INSTANCE, expr("'dbo_sales'"))
            .withColumn(Fields.START_LSN, expr(lsnOf(Scenario.commitOf("change"))))
            .withColumn(Fields.SEQVAL, expr(lsnOf("change")))
            .withColumn(Fields.COMMAND_ID, expr("1"))
            .withColumn(Fields.COMMIT_TS, expr(timeOf(Scenario.commitOf("change"))))
            .withColumn(Fields.BATCH_ID, expr("" + (batch + 1) * scenario.changes() * 2))
            .withColumn(Fields.SNAPSHOT, expr("CAST(NULL AS STRING)"))
            .withColumn(Fields.CHUNK, expr("CAST(NULL AS INT)"))
            .withColumn(Fields.KAFKA_OFFSET, expr("change * 2 + CAST(_operation = 4 AS INT)"));
    append(rows, bronze());
  }

  /** Batches, and the progress of each. */
  private void appendFacts(Scenario scenario, int batch) {
    String commit = Scenario.commitOf("(" + batch * scenario.changes() + " + id)");
    long step = Math.max(1, scenario.changes() / FACTS_OF_COMMIT);
    Dataset<Row> rows =
        spark
            .range(0, scenario.changes(), step, 1)
            .withColumn(Facts.EVENT, expr("explode(array(CAST(NULL AS STRING), 'progress'))"))
            .withColumn(Facts.APP_ID, expr("'writer/shop.dbo.sales@topic'"))
            .withColumn(Facts.BATCH_ID, expr("id * 2 + " + batch * scenario.changes() * 2))
            .withColumn(Facts.TARGET, expr("'" + TABLE + "'"))
            .withColumn(Facts.MAX_LSN, expr(lsnOf(commit)))
            .withColumn(Facts.END_LSN, expr(lsnOf(commit)))
            .withColumn(Facts.ROWS, expr("" + step))
            .withColumn(Facts.WRITTEN_AT, expr(timeOf(commit)))
            .withColumn(
                Facts.DETAIL,
                expr("CASE WHEN event IS NOT NULL THEN '{\"server\":\"bench\"}' END"));
    append(rows, lake.facts());
  }

  private void appendControl(Scenario scenario) {
    Function<Long, Map<String, String>> complete =
        commit ->
            Map.of(
                Control.END_LSN, lsnOf("" + commit),
                Control.END_COMMIT_TS, timeOf("" + commit),
                Control.FINALIZED_UNTIL, timeOf("" + commit));
    appendControl(Layer.BRONZE, complete.apply(scenario.lastCommit()), "NULL");
    appendControl(
        Layer.SILVER,
        complete.apply(scenario.appliedCommit()),
        lsnOf("" + scenario.appliedCommit()));
  }

  private void appendControl(Layer layer, Map<String, String> complete, String applied) {
    Dataset<Row> row =
        spark
            .range(1)
            .withColumn(Control.LAYER, expr("'" + layer.directory() + "'"))
            .withColumn(Control.TABLE_NAME, expr("'" + TABLE + "'"))
            .withColumn(Control.APPLIED_LSN, expr(applied).cast("string"));
    for (Map.Entry<String, String> each : complete.entrySet()) {
      row = row.withColumn(each.getKey(), expr(each.getValue()));
    }
    append(row, lake.control());
  }

  /** Number of silver's rows, and a sum over their values. */
  Row digest() {
    return spark
        .read()
        .format("delta")
        .load(silver())
        .selectExpr("count(*)", "sum(CAST(xxhash64(*) AS DECIMAL(38, 0)))")
        .first();
  }

  private static Dataset<Row> withValues(Dataset<Row> ids, String version) {
    Dataset<Row> rows =
        ids.withColumn("version", expr(version))
            .withColumn("hash", expr("abs(xxhash64(" + KEY + ") % 1000000007)"));
    for (Captured each : CAPTURED) {
      rows = rows.withColumn(each.name(), expr(each.value()));
    }
    return rows;
  }

  /** Appends those of the table's columns that there are. */
  private void append(Dataset<Row> rows, String path) {
    List<String> there = Arrays.asList(rows.columns());
    List<org.apache.spark.sql.Column> columns = new ArrayList<>();
    for (var field : spark.read().format("delta").load(path).schema().fields()) {
      if (there.contains(field.name())) {
        columns.add(col(field.name()).cast(field.dataType()));
      }
    }
    rows.select(columns.toArray(org.apache.spark.sql.Column[]::new))
        .write()
        .format("delta")
        .mode("append")
        .save(path);
  }

  private static String lsnOf(String number) {
    return "concat('0x', lpad(hex(CAST(%s AS BIGINT)), 20, '0'))".formatted(number);
  }

  private static String timeOf(String commit) {
    return "TIMESTAMP_NTZ '2026-04-01 00:00:00' + make_dt_interval(0, 0, 0, %s)".formatted(commit);
  }
}
