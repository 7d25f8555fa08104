package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A lake as the delta-writer leaves it: the same definitions, written with Spark. */
public final class TestingLake {

  private final SparkSession spark = TestingSpark.session();
  private final Lake lake;
  private final SparkTables tables = new SparkTables(spark);
  private final TableOpener<SparkTable> opener = new TableOpener<>(tables);
  private final List<Map<String, Object>> facts = new ArrayList<>();
  private long offset;

  public TestingLake(Path root) {
    lake = new Lake(root.toString());
    opener.openOrCreate(lake.control(), TableDefinition.control());
    opener.openOrCreate(lake.facts(), TableDefinition.facts());
  }

  /** The same lake below another root: a Delta table is its folder. */
  public TestingLake copyTo(Path root) {
    copy(Path.of(lake.root()), root);
    return new TestingLake(root);
  }

  /** Another bronze table with the same rows, and silver if there is one. */
  public void copy(String from, String to) {
    copy(Path.of(bronzePath(from)), Path.of(bronzePath(to)));
    if (Files.exists(Path.of(silverPath(from)))) {
      copy(Path.of(silverPath(from)), Path.of(silverPath(to)));
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        Files.createDirectories(target.getParent());
        if (Files.isRegularFile(file)) {
          Files.copy(file, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Lake lake() {
    return lake;
  }

  public static Column column(String name, String type) {
    return new Column(
        name, new dev.mssqlcdc.lake.DeltaType(type), "the source's " + name + ", it's \\ text");
  }

  /** Creates a bronze table; without a key it is a keyless one. */
  public void bronze(String name, List<Column> captured, String... key) {
    Map<String, String> properties = new HashMap<>();
    properties.put("delta.columnMapping.mode", "name");
    properties.put(Properties.SOURCE, "server/shop");
    if (key.length > 0) {
      properties.put(
          Properties.KEY_COLUMNS,
          Stream.of(key).map(k -> "\"" + k + "\"").collect(Collectors.joining(",", "[", "]")));
    }
    opener.openOrCreate(
        bronzePath(name),
        TableDefinition.of(
            TableKind.BRONZE, "changes of " + name, Bronze.columns(captured), properties));
  }

  /** Appends rows in one commit; a row without an offset gets the next one. */
  public void append(String name, TestingRow... rows) {
    append(name, List.of(rows));
  }

  public void append(String name, List<TestingRow> rows) {
    StructType schema = opener.find(bronzePath(name), TableKind.BRONZE).orElseThrow().schema();
    List<Row> all = rows.stream().map(row -> row(schema, row)).toList();
    write(bronzePath(name), schema, all);
  }

  private Row row(StructType schema, TestingRow row) {
    offset++;
    Map<String, Object> ours = new HashMap<>();
    ours.put(Fields.CAPTURE_INSTANCE, "instance");
    ours.put(Fields.START_LSN, row.lsn().toString());
    ours.put(Fields.SEQVAL, row.seqval() == null ? null : row.seqval().toString());
    ours.put(Fields.OPERATION, row.operation().code());
    ours.put(Fields.COMMAND_ID, row.commandId());
    ours.put(Fields.COMMIT_TS, TestingRow.commitTime(row.lsn()));
    ours.put(Fields.SNAPSHOT, row.snapshot());
    ours.put(Fields.CHUNK, row.snapshot() == null ? null : 0);
    ours.put(Fields.BATCH_ID, offset);
    ours.put(Fields.KAFKA_OFFSET, row.offset() == null ? offset : row.offset());
    Object[] values = new Object[schema.size()];
    int captured = 0;
    for (int i = 0; i < values.length; i++) {
      String name = schema.fields()[i].name();
      if (ours.containsKey(name)) {
        values[i] = ours.get(name);
      } else if (captured < row.values().size()) {
        values[i] = row.values().get(captured++);
      }
    }
    return RowFactory.create(values);
  }

  /** Adds a column at bronze's end, as the writer does. */
  public void addColumn(String name, Column column) {
    spark.sql(
        "ALTER TABLE %s ADD COLUMNS (%s %s COMMENT %s)"
            .formatted(
                Sql.table(bronzePath(name)),
                Sql.name(column.name()),
                ColumnTypes.spark(column.type()).sql(),
                Sql.text(column.comment())));
  }

  /** Notes an event; {@link #flush} writes it. */
  public void event(String name, long lsn, EventDetail detail) {
    Map<String, Object> values = fact(name, lsn);
    values.put(Facts.EVENT, detail.type().wireName());
    values.put(Facts.DETAIL, EventJson.write(detail));
    facts.add(values);
  }

  /** Notes a batch; {@link #flush} writes it. */
  public void batch(String name, long lsn) {
    facts.add(fact(name, lsn));
  }

  private Map<String, Object> fact(String name, long lsn) {
    offset++;
    Map<String, Object> values = new HashMap<>();
    values.put(Facts.APP_ID, "writer/" + name + "@id");
    values.put(Facts.BATCH_ID, offset);
    values.put(Facts.TARGET, name);
    values.put(Facts.MAX_LSN, TestingRow.lsn(lsn).toString());
    values.put(Facts.WRITTEN_AT, TestingRow.commitTime(TestingRow.lsn(lsn)));
    return values;
  }

  /** A full snapshot begins. */
  public void open(String name, String snapshot, long s) {
    open(name, snapshot, s, false, "request");
  }

  /** A partial snapshot begins. */
  public void openPartial(String name, String snapshot, long s, String reason) {
    open(name, snapshot, s, true, reason);
  }

  private void open(String name, String snapshot, long s, boolean partial, String reason) {
    event(
        name,
        s,
        new EventDetail.SnapshotOpen(
            snapshot, TestingRow.lsn(s).toString(), List.of("id"), partial, reason, null, ""));
  }

  public void stop(String name, String snapshot, long lsn) {
    event(name, lsn, new EventDetail.SnapshotStopped(snapshot, "no time", null));
  }

  /** A full snapshot is complete; its read was over at the commit time of an LSN. */
  public void complete(String name, String snapshot, long s, long readUntil) {
    complete(name, snapshot, s, readUntil, false);
  }

  public void completePartial(String name, String snapshot, long s, long readUntil) {
    complete(name, snapshot, s, readUntil, true);
  }

  private void complete(String name, String snapshot, long s, long readUntil, boolean partial) {
    long micros = micros(TestingRow.commitTime(TestingRow.lsn(readUntil)));
    String text = TestingRow.lsn(s).toString();
    event(name, s, new EventDetail.SnapshotComplete(snapshot, text, 1, micros, partial, false));
  }

  public static long micros(LocalDateTime time) {
    return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
  }

  /** Writes what was noted so far to facts. */
  public void flush() {
    StructType schema = opener.find(lake.facts(), TableKind.FACTS).orElseThrow().schema();
    write(lake.facts(), schema, facts.stream().map(fact -> values(schema, fact)).toList());
    facts.clear();
  }

  /** Sets the verdict on bronze tables: complete to the n-th LSN. */
  public void verdict(long end, String... names) {
    control(
        Layer.BRONZE,
        Map.of(
            Control.END_LSN, TestingRow.lsn(end).toString(),
            Control.END_COMMIT_TS, TestingRow.commitTime(TestingRow.lsn(end)),
            Control.FINALIZED_UNTIL,
                TestingRow.commitTime(TestingRow.lsn(end)).truncatedTo(ChronoUnit.MINUTES)),
        names);
  }

  /** Replaces rows of control. */
  public void control(Layer layer, Map<String, Object> columns, String... names) {
    StructType schema = opener.find(lake.control(), TableKind.CONTROL).orElseThrow().schema();
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      Map<String, Object> values = new HashMap<>(columns);
      values.put(Control.LAYER, layer.directory());
      values.put(Control.TABLE_NAME, name);
      rows.add(values(schema, values));
    }
    DeltaTable.forPath(spark, lake.control())
        .as("t")
        .merge(
            spark.createDataFrame(rows, schema).as("s"),
            "t.layer = s.layer AND t.table_name = s.table_name")
        .whenMatched()
        .updateAll()
        .whenNotMatched()
        .insertAll()
        .execute();
  }

  private static Row values(StructType schema, Map<String, Object> values) {
    return RowFactory.create(Stream.of(schema.fieldNames()).map(values::get).toArray());
  }

  private void write(String path, StructType schema, List<Row> rows) {
    Dataset<Row> data = spark.createDataFrame(rows, schema).coalesce(1);
    data.write().format("delta").mode("append").save(path);
  }

  public String bronzePath(String name) {
    return lake.table(Layer.BRONZE, name);
  }

  public String silverPath(String name) {
    return lake.table(Layer.SILVER, name);
  }

  /** Silver's rows. */
  public Dataset<Row> silver(String name) {
    return spark.read().format("delta").load(silverPath(name));
  }

  /** Silver's rows without our two columns, as texts, sorted. */
  public List<String> silverTexts(String name) {
    return silver(name).drop(Fields.START_LSN, Fields.COMMIT_TS).collectAsList().stream()
        .map(Row::toString)
        .sorted()
        .toList();
  }

  public long silverVersion(String name) {
    return opener.find(silverPath(name), TableKind.SILVER).orElseThrow().version();
  }

  public long controlVersion() {
    return opener.find(lake.control(), TableKind.CONTROL).orElseThrow().version();
  }

  /** Control's row of layer silver. */
  public Row controlRow(String name) {
    return spark
        .read()
        .format("delta")
        .load(lake.control())
        .where("layer = 'silver' AND table_name = " + Sql.text(name))
        .collectAsList()
        .get(0);
  }

  /** The LSN that silver's row of control says is applied. */
  public Lsn applied(String name) {
    return Lsn.parse(controlRow(name).getAs(Control.APPLIED_LSN));
  }
}
