package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.RealServerOnly;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** System-versioned tables: the current table is read, its history table is another one. */
class TestTemporalTables {

  @Test
  @RealServerOnly("temporal tables")
  void aSystemVersionedTableIsReadAsItIsNow() throws Exception {
    try (var database = TestingDatabase.create()) {
      database.execute(
          "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, v int NULL,"
              + " since datetime2(7) GENERATED ALWAYS AS ROW START HIDDEN NOT NULL,"
              + " until datetime2(7) GENERATED ALWAYS AS ROW END HIDDEN NOT NULL,"
              + " PERIOD FOR SYSTEM_TIME (since, until))"
              + " WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.t_history))",
          "INSERT INTO dbo.t (id, v) VALUES (1, 1)",
          "UPDATE dbo.t SET v = 2");
      database.track("dbo", "t");
      try (var task = TestingTask.start(database.settings("dbo\\.t.*"))) {
        task.begin(1);
        database.execute("UPDATE dbo.t SET v = 3", "DELETE FROM dbo.t");
        List<SourceRecord> records = task.pollTo("p.dbo.t", database.capture());
        assertThat(records).allMatch(r -> r.topic().equals("p.dbo.t"));
        assertThat(records.stream().filter(TestingRecords::isRow))
            .extracting(r -> TestingRecords.operation(r) + " " + value(r).getInt32("v"))
            .containsExactly("0 2", "3 2", "4 3", "1 3");
      }
    }
  }
}
