package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Wire;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every type at its extremes, both as a snapshot reads it and as the change table holds it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestTypes {

  private TestingDatabase database;

  @BeforeAll
  void create() throws SQLException {
    database = TestingDatabase.create();
  }

  @AfterAll
  void drop() throws SQLException {
    database.close();
  }

  @ParameterizedTest
  @MethodSource("dev.mssqlcdc.connector.TestingTypes#cases")
  void isTheSameInSnapshotAndChanges(TestingTypes.Case c) throws Exception {
    String name = "t_" + Integer.toHexString(c.type().hashCode());
    database.execute(
        "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY, v %s NULL)".formatted(name, c.type()));
    database.track("dbo", name);
    insert(name, c, 0);
    database.capture();
    try (var task = TestingTask.start(database.settings("dbo\\." + name))) {
      task.begin(1);
      insert(name, c, 100);
      Lsn end = database.capture();
      List<SourceRecord> records =
          task.pollUntil(r -> isProgressAtOrAbove(r, "p.dbo." + name, end));
      assertThat(values(records, 0)).usingRecursiveComparison().isEqualTo(expected(c));
      assertThat(values(records, 2)).usingRecursiveComparison().isEqualTo(expected(c));
      Schema schema = value(records.get(0)).schema().field("v").schema();
      assertThat(schema.isOptional()).isTrue();
      assertThat(schema.parameters())
          .containsEntry(Wire.PARAM_COLUMN, "v")
          .containsEntry(Wire.PARAM_TYPE, c.type())
          .containsEntry(Wire.PARAM_COLUMN_ID, "2");
    }
  }

  private void insert(String table, TestingTypes.Case c, int first) throws SQLException {
    for (int i = 0; i < c.literals().size(); i++) {
      database.execute(
          "INSERT INTO dbo.%s VALUES (%d, %s)".formatted(table, first + i, c.literals().get(i)));
    }
    database.execute("INSERT INTO dbo.%s VALUES (%d, NULL)".formatted(table, first + 99));
  }

  private static List<Object> expected(TestingTypes.Case c) {
    List<Object> expected = new ArrayList<>(c.expected());
    expected.add(null);
    return expected;
  }

  private static List<Object> values(List<SourceRecord> records, int operation) {
    List<Object> values = new ArrayList<>();
    for (SourceRecord r : records) {
      if (TestingRecords.isRow(r) && operation(r) == operation) {
        values.add(value(r).get("v"));
      }
    }
    return values;
  }

  @Test
  void aKeyKeepsTheTicksThatMicrosecondsWouldLose() throws Exception {
    database.execute(
        "CREATE TABLE dbo.ticks (a datetime2(7) NOT NULL, b datetimeoffset(7) NOT NULL,"
            + " CONSTRAINT pk_ticks PRIMARY KEY (b, a))");
    database.track("dbo", "ticks");
    database.execute(
        "INSERT INTO dbo.ticks VALUES"
            + " ('2024-01-01T00:00:00.1234567', '2024-05-01T02:00:00.1234567+02:00')");
    database.capture();
    try (var task = TestingTask.start(database.settings("dbo\\.ticks"))) {
      List<SourceRecord> records = task.begin(1);
      SourceRecord row = records.stream().filter(TestingRecords::isRow).findFirst().orElseThrow();
      Struct key = TestingRecords.key(row);
      assertThat(key.schema().fields()).extracting("name").containsExactly("b", "a");
      assertThat(key.getString("a")).isEqualTo("2024-01-01T00:00:00.1234567");
      assertThat(key.getString("b")).isEqualTo("2024-05-01T00:00:00.1234567Z");
      assertThat(value(row).getString("a")).isEqualTo(key.getString("a"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvarchar(10)", "nvarchar(max)", "ntext", "nchar(4)"})
  void aLoneSurrogateIsReplacedAndNothingElse(String type) throws Exception {
    String name = "sur_" + Integer.toHexString(type.hashCode());
    database.execute(
        "CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY, v %s NULL, w int)"
            .formatted(name, type));
    database.track("dbo", name);
    List<String> texts =
        List.of(
            "a\uD83Dbc", "a\uDE00bc", "abc\uD83D", "\uDE00abc", "\uD83D\uD83D\uDE00x", "a\uFFFDbc");
    for (int i = 0; i < texts.size(); i++) {
      database.insert("INSERT INTO dbo." + name + " VALUES (?, ?, ?)", i, texts.get(i), i);
    }
    database.capture();
    try (var task = TestingTask.start(database.settings("dbo\\." + name))) {
      List<SourceRecord> records = task.begin(1);
      assertThat(values(records, 0))
          .containsExactly(
              "a\uFFFDbc",
              "a\uFFFDbc",
              "abc\uFFFD",
              "\uFFFDabc",
              "\uFFFD\uD83D\uDE00x",
              "a\uFFFDbc");
      assertThat(records.stream().filter(TestingRecords::isRow).map(r -> value(r).get("w")))
          .containsExactly(0, 1, 2, 3, 4, 5);
    }
  }

  @Test
  void anAliasTypeIsItsBaseType() throws Exception {
    database.execute("CREATE TABLE dbo.alias (id int NOT NULL PRIMARY KEY, v sysname NOT NULL)");
    database.track("dbo", "alias");
    database.execute("INSERT INTO dbo.alias VALUES (1, N'name')");
    database.capture();
    try (var task = TestingTask.start(database.settings("dbo\\.alias"))) {
      List<SourceRecord> records = task.begin(1);
      assertThat(values(records, 0)).containsExactly("name");
    }
  }

  @Test
  void rowversionIsBytes() throws Exception {
    database.execute("CREATE TABLE dbo.rv (id int NOT NULL PRIMARY KEY, v rowversion NOT NULL)");
    database.track("dbo", "rv");
    database.execute("INSERT INTO dbo.rv (id) VALUES (1)");
    database.capture();
    try (var task = TestingTask.start(database.settings("dbo\\.rv"))) {
      task.begin(1);
      database.execute("INSERT INTO dbo.rv (id) VALUES (2)");
      Lsn end = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, "p.dbo.rv", end));
      assertThat(List.of(values(records, 0).get(0), values(records, 2).get(0)))
          .allMatch(v -> v instanceof byte[] bytes && bytes.length == 8);
    }
  }
}
