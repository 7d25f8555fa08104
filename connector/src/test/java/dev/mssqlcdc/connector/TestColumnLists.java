package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code column.include.list} and {@code column.exclude.list}. */
class TestColumnLists {

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

  private static String columns(SourceRecord record) {
    Struct value = value(record);
    return value.schema().fields().stream()
        .map(Field::name)
        .filter(name -> !Fields.WIRE.contains(name))
        .map(name -> name + "=" + value.get(name))
        .collect(Collectors.joining(" "));
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

  private static List<String> rows(List<SourceRecord> records) {
    return records.stream()
        .filter(TestingRecords::isRow)
        .map(r -> TestingRecords.operation(r) + " " + columns(r))
        .toList();
  }

  @Test
  void onlyTheColumnsOfTheIncludeListAndTheKeyAreRead() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (a int, id int NOT NULL PRIMARY KEY, b int, Secret nvarchar(20))");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1, 2, 3, N'x')");
    database.capture();
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("column.include.list", "dbo\\.t\\.B, DBO\\.other\\..*");
    assertThat(rows(read(settings, "UPDATE dbo.t SET a = 10, b = 30")))
        .containsExactly("0 id=2 b=3", "3 id=2 b=3", "4 id=2 b=30");
  }

  @Test
  void excludedColumnsAreNotSelectedAtAll() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, Secret nvarchar(20), v int)");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1, N'x', 1)");
    database.capture();
    try (var proxy = TestingProxy.open()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      settings.put("column.exclude.list", "dbo\\.t\\.secret");
      proxy.lead(settings);
      assertThat(rows(read(settings, "UPDATE dbo.t SET Secret = N'y', v = 2")))
          .containsExactly("0 id=1 v=1", "3 id=1 v=1", "4 id=1 v=2");
      assertThat(proxy.statements())
          .anyMatch(s -> s.contains("dbo_t_CT"))
          .noneMatch(s -> s.contains("Secret"));
    }
  }

  @Test
  void neitherTheTypeNorTheNameOfAnExcludedColumnMatters() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, _seqval int, h sql_variant, v int)");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t (id, _seqval, v) VALUES (1, 1, 1)");
    database.capture();
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("column.exclude.list", "dbo\\.t\\.(_seqval|h)");
    assertThat(new SqlServerCdcSourceConnector().validate(settings).configValues())
        .flatExtracting(v -> v.errorMessages())
        .isEmpty();
    List<SourceRecord> records =
        read(
            settings,
            "INSERT INTO dbo.t (id, _seqval, v) VALUES (2, 2, 2)",
            "ALTER TABLE dbo.t ALTER COLUMN _seqval nvarchar(10) NULL",
            "INSERT INTO dbo.t (id, _seqval, v) VALUES (3, N'x', 3)");
    assertThat(rows(records)).containsExactly("0 id=1 v=1", "2 id=2 v=2", "2 id=3 v=3");
    var change = (EventDetail.SchemaChange) detail(events(records, EventType.SCHEMA_CHANGE).get(0));
    assertThat(change.changes()).isEmpty();
  }
}
