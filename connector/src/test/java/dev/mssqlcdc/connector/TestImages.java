package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Wire;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Images before an update, of which change data capture keeps a part only. */
class TestImages {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  /** Rows as {@code operation: values}. */
  private static List<String> rows(List<SourceRecord> records) {
    return changes(records).stream()
        .map(r -> operation(r) + ": " + columns(value(r)))
        .collect(Collectors.toList());
  }

  private static String columns(Struct value) {
    return value.schema().fields().stream()
        .filter(field -> !Fields.WIRE.contains(field.name()))
        .map(field -> text(value.get(field)))
        .collect(Collectors.joining("|"));
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
  }

  private List<SourceRecord> read(Map<String, String> settings, String... statements)
      throws Exception {
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      database.execute(statements);
      Lsn end = database.capture();
      return task.pollUntil(r -> isProgressAtOrAbove(r, T, end));
    }
  }

  @Test
  void aMaxColumnThatAnUpdateLeftAloneIsInTheImageBeforeIt() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v varchar(max), n nvarchar(max),"
            + " b varbinary(max), a int)");
    database.track("dbo", "t");
    List<SourceRecord> records =
        read(
            settings(),
            "INSERT INTO dbo.t VALUES (1, 'v', N'n', 0xB0, 1), (2, NULL, N'm', NULL, 1)",
            "UPDATE dbo.t SET a = 2",
            "UPDATE dbo.t SET n = N'new', b = NULL WHERE id = 1",
            "UPDATE dbo.t SET v = 'was null' WHERE id = 2");
    assertThat(rows(records))
        .containsExactly(
            "2: 1|v|n|b0|1",
            "2: 2|null|m|null|1",
            "3: 1|v|n|b0|1",
            "4: 1|v|n|b0|2",
            "3: 2|null|m|null|1",
            "4: 2|null|m|null|2",
            "3: 1|v|n|b0|2",
            "4: 1|v|new|null|2",
            "3: 2|null|m|null|2",
            "4: 2|was null|m|null|2");
    assertThat(value(changes(records).get(0)).schema().fields())
        .noneMatch(field -> parameters(field.schema()).containsKey(Wire.PARAM_PARTIAL));
  }

  private static Map<String, String> parameters(Schema schema) {
    return schema.parameters() == null ? Map.of() : schema.parameters();
  }

  @Test
  void theMaskIsThatOfTheInstancesColumnsWhateverOfThemIsSent() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT pk_t PRIMARY KEY, x int, gone int,"
            + " c1 int, c2 int, c3 int, c4 int, c5 int, c6 int, c7 int, v varchar(max),"
            + " w varchar(max))",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't',"
            + " @role_name = NULL, @captured_column_list ="
            + " N'id, gone, c1, c2, c3, c4, c5, c6, c7, v, w'");
    database.capture();
    database.execute("ALTER TABLE dbo.t DROP COLUMN gone");
    Map<String, String> settings = settings();
    settings.put("column.exclude.list", "dbo\\.t\\.(c.|gone)");
    List<SourceRecord> records =
        read(
            settings,
            "INSERT INTO dbo.t (id, c7, v, w) VALUES (1, 1, 'v', 'w')",
            "UPDATE dbo.t SET c7 = 2",
            "UPDATE dbo.t SET w = NULL",
            "UPDATE dbo.t SET w = 'w2'",
            "UPDATE dbo.t SET c6 = 1, v = 'v2'");
    assertThat(rows(records))
        .containsExactly(
            "2: 1|v|w",
            "3: 1|v|w",
            "4: 1|v|w",
            "3: 1|v|w",
            "4: 1|v|null",
            "3: 1|v|null",
            "4: 1|v|w2",
            "3: 1|v|w2",
            "4: 1|v2|w2");
  }

  @Test
  void everyImageBeforeAnUpdateIsWhatTheRowWas() throws Exception {
    long seed = System.nanoTime();
    var updates = new RandomUpdates(seed);
    IntStream.rangeClosed(1, 40).forEach(updates::update);
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int, %s)"
            .formatted(RandomUpdates.columns()));
    database.track("dbo", "t");
    List<SourceRecord> records = read(settings(), updates.statements());
    assertThat(rows(records)).as("seed " + seed).containsExactlyElementsOf(updates.images());
  }

  @Test
  void eachInstancesMaskIsItsOwn() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT pk_t PRIMARY KEY, v varchar(max), a int)");
    database.track("dbo", "t");
    List<SourceRecord> records =
        read(
            settings(),
            "INSERT INTO dbo.t (id, a, v) VALUES (1, 1, 'v')",
            "UPDATE dbo.t SET a = 2",
            "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N't',"
                + " @capture_instance = N'newer', @role_name = NULL,"
                + " @captured_column_list = N'id, v'",
            "UPDATE dbo.t SET id = 2",
            "UPDATE dbo.t SET v = 'w'");
    assertThat(rows(records))
        .containsExactly(
            "2: 1|v|1",
            "3: 1|v|1",
            "4: 1|v|2",
            "1: 1|v|null",
            "2: 2|v|null",
            "3: 2|v|null",
            "4: 2|w|null");
  }

  @Test
  void whatCaptureNeverKeepsStaysNullAndIsMarked() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, a int, x text, y ntext, z image,"
            + " twice AS (a * 2), v varchar(max))");
    database.track("dbo", "t");
    List<SourceRecord> records =
        read(
            settings(),
            "INSERT INTO dbo.t (id, a, x, y, z, v) VALUES (1, 1, 'x', N'y', 0xB0, 'v')",
            "UPDATE dbo.t SET a = 2",
            "DELETE FROM dbo.t");
    assertThat(rows(records))
        .containsExactly(
            "2: 1|1|x|y|b0|null|v",
            "3: 1|1|null|null|null|null|v",
            "4: 1|2|x|y|b0|null|v",
            "1: 1|2|null|null|null|null|v");
    Schema schema = value(changes(records).get(0)).schema();
    assertThat(
            schema.fields().stream()
                .filter(f -> parameters(f.schema()).containsKey(Wire.PARAM_PARTIAL))
                .map(f -> f.name() + "=" + f.schema().parameters().get(Wire.PARAM_PARTIAL)))
        .containsExactly("x=text", "y=ntext", "z=image", "twice=computed");
  }

  @Test
  void aColumnThatBecameMaxWhileReadingIsComplete() throws Exception {
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, a int, v varchar(10))");
    database.track("dbo", "t");
    List<SourceRecord> records =
        read(
            settings(),
            "INSERT INTO dbo.t VALUES (1, 1, 'v')",
            "UPDATE dbo.t SET a = 2",
            "ALTER TABLE dbo.t ALTER COLUMN v varchar(max) NULL",
            "UPDATE dbo.t SET a = 3");
    assertThat(rows(records))
        .containsExactly("2: 1|1|v", "3: 1|1|v", "4: 1|2|v", "3: 1|2|v", "4: 1|3|v");
  }

  @Test
  void anImageBeforeAnUpdateWithoutTheOneAfterItStopsTheTable() throws Exception {
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, a int, v varchar(max))");
    database.track("dbo", "t");
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings())) {
      first = task.begin(1);
    }
    database.execute(
        "INSERT INTO dbo.t VALUES (1, 1, 'v')",
        "UPDATE dbo.t SET a = 2",
        "INSERT INTO dbo.t VALUES (2, 2, 'w')");
    database.capture();
    database.execute("DELETE FROM cdc.dbo_t_CT WHERE __$operation = 4");
    Map<String, String> settings = settings();
    settings.put("errors.max.retries", "1");
    try (var task = TestingTask.start(settings, first)) {
      List<SourceRecord> records =
          task.pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty());
      var stopped =
          (EventDetail.TableStopped) detail(events(records, EventType.TABLE_STOPPED).get(0));
      assertThat(stopped.cause()).contains("dbo.t").contains("not followed by the one after it");
      assertThat(rows(records)).as("nothing after the gap").allMatch("2: 1|1|v"::equals);
    }
  }
}
