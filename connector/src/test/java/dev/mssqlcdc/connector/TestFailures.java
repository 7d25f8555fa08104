package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestFailures {

  private static final String A = "p.dbo.a";
  private static final String B = "p.dbo.b";

  private TestingDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = TestingDatabase.create();
    for (String table : List.of("a", "b")) {
      database.execute(
          "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY, n int NULL)".formatted(table));
      database.track("dbo", table);
    }
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.[ab]");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  private static boolean hasStopped(List<SourceRecord> records, String topic) {
    return !events(ofTopic(records, topic), EventType.TABLE_STOPPED).isEmpty();
  }

  @Test
  void aDisabledInstanceStopsItsTableAlone() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      database.execute(
          "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'a',"
              + " @capture_instance = N'dbo_a'",
          "INSERT INTO dbo.b VALUES (1, 1)");
      Lsn end = database.capture();
      List<SourceRecord> records =
          task.pollUntil(r -> hasStopped(r, A) && isProgressAtOrAbove(r, B, end));
      assertThat(changes(ofTopic(records, B))).hasSize(1);
      SourceRecord stopped = events(ofTopic(records, A), EventType.TABLE_STOPPED).get(0);
      var detail = (EventDetail.TableStopped) detail(stopped);
      assertThat(detail.cause()).contains("dbo_a").contains("0x");
      assertThat(detail.remedy()).isNotBlank();
      database.execute("INSERT INTO dbo.b VALUES (2, 2)");
      Lsn later = database.capture();
      task.pollUntil(r -> isProgressAtOrAbove(r, B, later));
    }
  }

  @Test
  void anInstanceDisabledWhileStoppedIsToldAtTheStart() throws Exception {
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings())) {
      first = task.begin(2);
    }
    database.execute(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'a',"
            + " @capture_instance = N'dbo_a'",
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'a',"
            + " @capture_instance = N'dbo_a_new', @role_name = NULL");
    database.capture();
    try (var task = TestingTask.start(settings(), first)) {
      List<SourceRecord> records = task.pollUntil(r -> hasStopped(r, A));
      assertThat(((EventDetail.TableStopped) detail(ofTopic(records, A).get(0))).cause())
          .contains("dbo_a");
    }
  }

  @Test
  void changesPurgedBeforeTheyWereReadStopTheTable() throws Exception {
    List<SourceRecord> first;
    try (var task = TestingTask.start(settings())) {
      first = task.begin(2);
    }
    database.execute("INSERT INTO dbo.a VALUES (1, 1)");
    database.capture();
    database.execute("INSERT INTO dbo.a VALUES (2, 2)");
    Lsn end = database.capture();
    database.execute(
        "DECLARE @lsn binary(10) = sys.fn_cdc_get_max_lsn();"
            + " EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_a',"
            + " @low_water_mark = @lsn");
    try (var task = TestingTask.start(settings(), first)) {
      List<SourceRecord> records =
          task.pollUntil(r -> hasStopped(r, A) && isProgressAtOrAbove(r, B, end));
      SourceRecord stopped = events(ofTopic(records, A), EventType.TABLE_STOPPED).get(0);
      assertThat(((EventDetail.TableStopped) detail(stopped)).cause())
          .contains("dbo.a")
          .contains("cleanup");
      assertThat(changes(ofTopic(records, A))).isEmpty();
    }
  }

  @Test
  void aTypeThatTheRecordsHoldGoesOn() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      database.execute(
          "INSERT INTO dbo.a VALUES (1, 100)",
          "ALTER TABLE dbo.a ALTER COLUMN n smallint NULL",
          "INSERT INTO dbo.a VALUES (2, 200)");
      Lsn end = database.capture();
      List<SourceRecord> records = ofTopic(task.pollUntil(r -> isProgressAtOrAbove(r, A, end)), A);
      assertThat(changes(records).stream().map(r -> TestingRecords.value(r).getInt32("n")))
          .containsExactly(100, 200);
      var detail =
          (EventDetail.SchemaChange) detail(events(records, EventType.SCHEMA_CHANGE).get(0));
      assertThat(detail.changes())
          .containsExactly("column n changed its type from int to smallint");
    }
  }

  @Test
  void aTypeThatTheRecordsCannotHoldStopsTheTable() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.begin(2);
      database.execute(
          "ALTER TABLE dbo.a ALTER COLUMN n nvarchar(20) NULL",
          "INSERT INTO dbo.a VALUES (1, N'x')",
          "INSERT INTO dbo.b VALUES (1, 1)");
      Lsn end = database.capture();
      List<SourceRecord> records =
          task.pollUntil(r -> hasStopped(r, A) && isProgressAtOrAbove(r, B, end));
      assertThat(changes(ofTopic(records, A))).isEmpty();
      SourceRecord stopped = events(ofTopic(records, A), EventType.TABLE_STOPPED).get(0);
      assertThat(((EventDetail.TableStopped) detail(stopped)).cause())
          .contains("n")
          .contains("int")
          .contains("nvarchar(20)");
    }
  }
}
