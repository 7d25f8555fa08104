package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Fields;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instances that capture some of their table's columns. */
class TestCapturedSubset {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (a int, id int NOT NULL CONSTRAINT pk_t PRIMARY KEY, b int, c int, d int)",
        "INSERT INTO dbo.t VALUES (1, 2, 3, 4, 5)");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private List<SourceRecord> read(String... statements) throws Exception {
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      task.begin(1);
      database.execute(statements);
      return task.pollTo(T, database.capture());
    }
  }

  private static List<String> rows(List<SourceRecord> records) {
    return records.stream()
        .filter(TestingRecords::isRow)
        .map(
            r ->
                operation(r)
                    + ": "
                    + value(r).schema().fields().stream()
                        .filter(field -> !Fields.WIRE.contains(field.name()))
                        .map(field -> field.name() + "=" + value(r).get(field))
                        .collect(Collectors.joining(" ")))
        .toList();
  }

  @Test
  void aSubsetOfTheColumnsWithAGapIsRead() throws Exception {
    database.trackAgain("t", "some", ", @captured_column_list = N'id, b, d'");
    database.capture();
    assertThat(
            rows(
                read(
                    "UPDATE dbo.t SET a = 10, c = 40",
                    "UPDATE dbo.t SET d = 50",
                    "INSERT INTO dbo.t VALUES (1, 9, 8, 7, 6)")))
        .containsExactly(
            "0: id=2 b=3 d=5", "3: id=2 b=3 d=5", "4: id=2 b=3 d=50", "2: id=9 b=8 d=6");
  }

  @Test
  void aTableIsReadFromTheNewestOfItsInstances() throws Exception {
    database.trackAgain("t", "older", ", @captured_column_list = N'id, a'");
    database.trackAgain("t", "newest", ", @captured_column_list = N'id, d'");
    database.capture();
    List<SourceRecord> records = read("UPDATE dbo.t SET a = 10, d = 50");
    assertThat(rows(records)).containsExactly("0: id=2 d=5", "3: id=2 d=5", "4: id=2 d=50");
    assertThat(changes(records))
        .allMatch(r -> value(r).getString(Fields.CAPTURE_INSTANCE).equals("newest"));
  }
}
