package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A database, and a lake that its tables' changes are brought to when a test says so. */
public final class TestingSource {

  private static final LocalDateTime COMMITTED = LocalDateTime.of(2026, 1, 1, 0, 0);

  private final SparkSession spark = TestingSpark.session();
  private final SparkTables tables = new SparkTables(spark);
  private final TestDatabase database;
  private final TestingLake lake;
  private final Map<String, Lsn> brought = new HashMap<>();
  private long offset;

  public TestingSource(TestDatabase database, TestingLake lake) {
    this.database = database;
    this.lake = lake;
  }

  /** Creates the bronze table of a source table. */
  public void bronze(String name, List<Column> captured, String... key) {
    lake.bronze(name, captured, key);
    from(name);
  }

  private void from(String name) {
    SparkTable table = tables.find(lake.bronzePath(name)).orElseThrow();
    Map<String, String> origin =
        Map.of(
            Properties.SOURCE, "server/" + database.name(),
            Properties.TOPIC, "shop." + name.replace(' ', '_'));
    if (tables.change(table, List.of(), origin).isEmpty()) {
      throw new IllegalStateException("another process came first");
    }
  }

  /** Tables whose bronze and silver are another's, and whose source tables are like that one's. */
  public void copies(String from, List<String> names) throws SQLException {
    for (String name : names) {
      lake.copy(from, name);
      from(name);
    }
    String[] all = names.toArray(String[]::new);
    verdict(all);
    lake.control(Layer.SILVER, Map.of(Control.APPLIED_LSN, maxLsn().toString()), all);
  }

  /** Brings what capture holds of a table, whose columns are numbers and texts, to bronze. */
  public void bring(String name, String instance) throws SQLException {
    bring(name, instance, instance);
  }

  /** As if it came from an instance that is gone. */
  public void bringFromFormer(String name, String instance) throws SQLException {
    bring(name, instance, "former");
  }

  private void bring(String name, String instance, String label) throws SQLException {
    StructType schema = schema(name);
    List<Column> captured = captured(schema);
    String columns =
        captured.stream().map(c -> "[" + c.name() + "]").collect(Collectors.joining(", "));
    String sql =
        ("SELECT __$start_lsn, __$command_id, __$seqval, __$operation, %s FROM cdc.[%s_CT]"
                + " WHERE __$start_lsn > ? ORDER BY 1, 2, 3, 4")
            .formatted(columns, instance);
    List<Row> rows = new ArrayList<>();
    try (PreparedStatement statement = database.connection().prepareStatement(sql)) {
      statement.setBytes(1, brought.getOrDefault(name, Lsn.ZERO).toBytes());
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          Lsn lsn = Lsn.of(result.getBytes(1));
          Object[] values = new Object[captured.size()];
          for (int i = 0; i < values.length; i++) {
            values[i] = result.getObject(5 + i);
          }
          rows.add(
              row(
                  schema,
                  label,
                  new Position(lsn, result.getInt(2), Lsn.of(result.getBytes(3))),
                  Operation.of(result.getInt(4)),
                  values));
          brought.put(name, lsn);
        }
      }
    }
    append(name, schema, rows);
  }

  /** Brings one inserted row to bronze, as a test says that the connector and the writer do. */
  public void bringInsert(String name, String instance, Object... values) throws SQLException {
    Position position = new Position(maxLsn(), 1, Lsn.ZERO);
    StructType schema = schema(name);
    append(name, schema, List.of(row(schema, instance, position, Operation.INSERT, values)));
  }

  private record Position(Lsn lsn, int commandId, Lsn seqval) {}

  private Row row(
      StructType schema, String instance, Position at, Operation operation, Object... values) {
    Map<String, Object> columns = new HashMap<>();
    List<Column> captured = captured(schema);
    for (int i = 0; i < values.length; i++) {
      columns.put(captured.get(i).name(), values[i]);
    }
    columns.put(Fields.CAPTURE_INSTANCE, instance);
    columns.put(Fields.START_LSN, at.lsn().toString());
    columns.put(Fields.COMMAND_ID, at.commandId());
    columns.put(Fields.SEQVAL, at.seqval().toString());
    columns.put(Fields.OPERATION, operation.code());
    columns.put(Fields.COMMIT_TS, COMMITTED);
    columns.put(Fields.KAFKA_OFFSET, ++offset);
    return RowFactory.create(Stream.of(schema.fieldNames()).map(columns::get).toArray());
  }

  private StructType schema(String name) {
    return spark.read().format("delta").load(lake.bronzePath(name)).schema();
  }

  private static List<Column> captured(StructType schema) {
    return Arrays.stream(schema.fields())
        .filter(field -> !Fields.isReserved(field.name()))
        .map(ColumnTypes::column)
        .toList();
  }

  private void append(String name, StructType schema, List<Row> rows) {
    spark
        .createDataFrame(rows, schema)
        .coalesce(1)
        .write()
        .format("delta")
        .mode("append")
        .save(lake.bronzePath(name));
  }

  /** Bronze is complete to where capture is. */
  public void verdict(String... names) throws SQLException {
    lake.control(
        Layer.BRONZE,
        Map.of(Control.END_LSN, maxLsn().toString(), Control.END_COMMIT_TS, COMMITTED),
        names);
  }

  private Lsn maxLsn() throws SQLException {
    try (PreparedStatement statement =
            database.connection().prepareStatement("SELECT sys.fn_cdc_get_max_lsn()");
        ResultSet result = statement.executeQuery()) {
      result.next();
      return Lsn.of(result.getBytes(1));
    }
  }

  /** Changes silver behind everybody's back; {@code %s} stands for the table. */
  public void tamper(String name, String... statements) {
    for (String sql : statements) {
      spark.sql(sql.formatted(Sql.table(lake.silverPath(name))));
    }
  }

  /** The report's rows of a table. */
  public List<Row> reports(String name) {
    return spark
        .read()
        .format("delta")
        .load(lake.lake().reports())
        .where("table_name = " + Sql.text(name))
        .collectAsList();
  }
}
