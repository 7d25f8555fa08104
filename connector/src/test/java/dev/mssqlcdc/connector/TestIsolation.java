package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever isolation the database allows and its writers use. */
class TestIsolation {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)", "INSERT INTO dbo.t VALUES (1)");
    database.track("dbo", "t");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private static List<Integer> ids(List<SourceRecord> records) {
    return records.stream()
        .filter(TestingRecords::isRow)
        .map(r -> value(r).getInt32("id"))
        .toList();
  }

  /** Under locking READ COMMITTED the snapshot waits for the writer, under versions it does not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "READ_COMMITTED_SNAPSHOT OFF",
        "READ_COMMITTED_SNAPSHOT ON",
        "ALLOW_SNAPSHOT_ISOLATION OFF",
        "ALLOW_SNAPSHOT_ISOLATION ON"
      })
  void nothingUncommittedIsReadUnderAnyIsolationOfTheDatabase(String option) throws Exception {
    database.execute("ALTER DATABASE CURRENT SET " + option + " WITH ROLLBACK IMMEDIATE");
    try (Connection writer = database.database().connect()) {
      writer.setAutoCommit(false);
      Sql.execute(writer, "INSERT INTO dbo.t VALUES (2)");
      try (var task = TestingTask.start(database.settings("dbo\\.t"))) {
        writer.rollback();
        task.begin(1);
        Sql.execute(writer, "INSERT INTO dbo.t VALUES (3)");
        database.capture();
        writer.commit();
        List<SourceRecord> records = task.pollTo(T, database.capture());
        assertThat(ids(records)).containsExactly(1, 3);
        assertThat(events(records, EventType.BOOTSTRAP)).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "READ UNCOMMITTED",
        "READ COMMITTED",
        "REPEATABLE READ",
        "SERIALIZABLE",
        "SNAPSHOT"
      })
  void writersOfEveryIsolationLevelAreReadAlike(String level) throws Exception {
    database.execute("ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON");
    try (var task = TestingTask.start(database.settings("dbo\\.t"));
        Connection writer = database.database().connect()) {
      task.begin(1);
      Sql.execute(writer, "SET TRANSACTION ISOLATION LEVEL " + level);
      writer.setAutoCommit(false);
      Sql.execute(
          writer,
          "UPDATE dbo.t SET id = id + 10",
          "INSERT INTO dbo.t SELECT id + 100 FROM dbo.t",
          "DELETE FROM dbo.t WHERE id > 100");
      writer.commit();
      List<SourceRecord> records = task.pollTo(T, database.capture());
      assertThat(changes(records).stream().map(TestingRecords::operation))
          .containsExactly(1, 2, 2, 1);
      assertThat(changes(records).stream().map(TestingRecords::position)).isSorted();
    }
  }
}
