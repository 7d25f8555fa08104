package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.sqlserver.testing.RealServerOnly;
import java.sql.SQLException;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database whose identifiers and values differ by case. */
class TestCaseSensitivity {

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create("COLLATE Latin1_General_100_CS_AS");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void namesKeepTheirCaseAndKeysThatDifferByCaseAreTwo() throws Exception {
    database.execute(
        "CREATE TABLE dbo.Orders (Id nvarchar(10) NOT NULL PRIMARY KEY, [Note] nvarchar(9))",
        "INSERT INTO dbo.Orders VALUES (N'a', N'1'), (N'A', N'2')");
    database.track("dbo", "Orders");
    try (var task = TestingTask.start(database.settings("DBO\\.orders"))) {
      task.begin(1);
      database.execute("UPDATE dbo.Orders SET [Note] = N'3' WHERE Id = N'A'");
      List<SourceRecord> records = task.pollTo("p.dbo.Orders", database.capture());
      assertThat(records.stream().filter(TestingRecords::isRow))
          .extracting(r -> TestingRecords.operation(r) + " " + key(r).getString("Id"))
          .containsExactlyInAnyOrder("0 a", "0 A", "3 A", "4 A");
      assertThat(value(changes(records).get(1)).getString("Note")).isEqualTo("3");
    }
  }

  @Test
  @RealServerOnly("columns whose names differ by case alone")
  void columnsThatDifferByCaseAloneAreFieldsOfTheirOwn() throws Exception {
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v int NULL, V int NULL)");
    database.track("dbo", "t");
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1, 2, 3)");
      SourceRecord row = changes(task.pollTo("p.dbo.t", database.capture())).get(0);
      assertThat(value(row).getInt32("v")).isEqualTo(2);
      assertThat(value(row).getInt32("V_2")).isEqualTo(3);
      assertThat(row.valueSchema().field("V_2").schema().parameters())
          .containsEntry(Wire.PARAM_COLUMN, "V");
    }
  }

  @Test
  @RealServerOnly("tables whose names differ by case alone")
  void tablesThatDifferByCaseAloneHaveTopicsOfTheirOwn() throws Exception {
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)",
        "CREATE TABLE dbo.T (id int NOT NULL CONSTRAINT pk_2 PRIMARY KEY)");
    database.track("dbo", "t");
    database.trackAgain("T", "other");
    try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
      task.begin(2);
      database.execute("INSERT INTO dbo.t VALUES (1)", "INSERT INTO dbo.T VALUES (2)");
      Lsn end = database.capture();
      task.pollTo("p.dbo.t", end);
      List<SourceRecord> records = task.pollTo("p.dbo.T", end);
      assertThat(key(changes(ofTopic(records, "p.dbo.t")).get(0)).getInt32("id")).isEqualTo(1);
      assertThat(key(changes(ofTopic(records, "p.dbo.T")).get(0)).getInt32("id")).isEqualTo(2);
    }
  }
}
