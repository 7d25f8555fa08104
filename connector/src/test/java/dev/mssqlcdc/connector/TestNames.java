package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Wire;
import java.sql.SQLException;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestNames {

  private TestingDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestingDatabase.create();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  /** Snapshot and stream, one row each. */
  private List<SourceRecord> rows(String pattern, String topic, String insert1, String insert2)
      throws Exception {
    database.execute(insert1);
    database.capture();
    try (var task = TestingTask.start(database.settings(pattern))) {
      task.begin(1);
      database.execute(insert2);
      Lsn end = database.capture();
      List<SourceRecord> rows =
          task.pollUntil(r -> isProgressAtOrAbove(r, topic, end)).stream()
              .filter(TestingRecords::isRow)
              .toList();
      assertThat(rows.stream().map(TestingRecords::operation)).containsExactly(0, 2);
      return rows;
    }
  }

  @Test
  void spacesAndACompositeKey() throws Exception {
    database.execute(
        "CREATE TABLE dbo.[Order Details] ([Order ID] int NOT NULL, line int NOT NULL,"
            + " [Unit Price] money NULL,"
            + " CONSTRAINT pk_details PRIMARY KEY ([Order ID], line))");
    database.track("dbo", "Order Details");
    List<SourceRecord> rows =
        rows(
            "dbo\\.Order Details",
            "p.dbo.Order_Details",
            "INSERT INTO dbo.[Order Details] VALUES (1, 2, 3.5)",
            "INSERT INTO dbo.[Order Details] VALUES (2, 2, 3.5)");
    Schema schema = rows.get(0).valueSchema();
    assertThat(schema.name()).isEqualTo("p.dbo.Order_Details.Value");
    assertThat(rows.get(0).keySchema().name()).isEqualTo("p.dbo.Order_Details.Key");
    assertThat(schema.field("Unit_Price").schema().parameters())
        .containsEntry(Wire.PARAM_COLUMN, "Unit Price")
        .containsEntry(Wire.PARAM_TYPE, "money")
        .containsEntry("scale", "4");
    assertThat(key(rows.get(1)).getInt32("Order_ID")).isEqualTo(2);
    assertThat(key(rows.get(1)).schema().fields())
        .extracting("name")
        .containsExactly("Order_ID", "line");
  }

  @Test
  void bracketsQuotesAndEmoji() throws Exception {
    database.execute(
        "CREATE TABLE dbo.[it's ]] \uD83D\uDE00] (id int NOT NULL PRIMARY KEY, [a]]b] int NULL,"
            + " [\uD83D\uDE00] int NULL, [c'd] int NULL)");
    database.track("dbo", "it's ] \uD83D\uDE00");
    List<SourceRecord> rows =
        rows(
            "dbo\\.it's .*",
            "p.dbo.it_s____",
            "INSERT INTO dbo.[it's ]] \uD83D\uDE00] VALUES (1, 2, 3, 4)",
            "INSERT INTO dbo.[it's ]] \uD83D\uDE00] VALUES (2, 2, 3, 4)");
    for (SourceRecord row : rows) {
      assertThat(value(row).getInt32("a_b")).isEqualTo(2);
      assertThat(value(row).getInt32("_")).isEqualTo(3);
      assertThat(value(row).getInt32("c_d")).isEqualTo(4);
    }
  }

  @Test
  void aKeylessTableHasNoKey() throws Exception {
    database.execute("CREATE TABLE dbo.audit_log (at datetime2(3) NULL, what nvarchar(20) NULL)");
    database.track("dbo", "audit_log");
    List<SourceRecord> rows =
        rows(
            "dbo\\.audit_log",
            "p.dbo.audit_log",
            "INSERT INTO dbo.audit_log VALUES (NULL, N'x')",
            "INSERT INTO dbo.audit_log VALUES (NULL, NULL)");
    assertThat(rows).allMatch(r -> r.key() == null && r.keySchema() == null);
  }

  @Test
  void dotsInAnotherSchemaAndAKeyInBrackets() throws Exception {
    database.execute(
        "CREATE SCHEMA [sales.eu]",
        "CREATE TABLE [sales.eu].[a.b] ([the ]] key] int NOT NULL PRIMARY KEY, [x.y] int NULL)");
    database.track("sales.eu", "a.b");
    List<SourceRecord> rows =
        rows(
            "sales\\.eu\\.a\\.b",
            "p.sales.eu.a.b",
            "INSERT INTO [sales.eu].[a.b] VALUES (1, 2)",
            "INSERT INTO [sales.eu].[a.b] VALUES (2, 2)");
    assertThat(key(rows.get(1)).getInt32("the___key")).isEqualTo(2);
    assertThat(value(rows.get(1)).getInt32("x_y")).isEqualTo(2);
  }

  @Test
  void theLongestNames() throws Exception {
    String name = "n".repeat(128);
    database.execute(
        "CREATE TABLE dbo.%s (%s int NOT NULL CONSTRAINT pk_n PRIMARY KEY)".formatted(name, name));
    database.trackAgain(name, "i".repeat(100));
    List<SourceRecord> rows =
        rows(
            "dbo\\.n+",
            "p.dbo." + name,
            "INSERT INTO dbo.%s VALUES (1)".formatted(name),
            "INSERT INTO dbo.%s VALUES (2)".formatted(name));
    assertThat(key(rows.get(1)).getInt32(name)).isEqualTo(2);
  }
}
