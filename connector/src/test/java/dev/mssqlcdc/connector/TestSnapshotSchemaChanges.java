package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static dev.mssqlcdc.connector.TestingSnapshots.chunks;
import static dev.mssqlcdc.connector.TestingSnapshots.ids;
import static dev.mssqlcdc.connector.TestingSnapshots.isComplete;
import static dev.mssqlcdc.connector.TestingSnapshots.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table whose definition changes while it is read in chunks. */
class TestSnapshotSchemaChanges {

  private static final String T = "p.dbo.t";
  private static final int ROWS = 20;

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL, m int NULL)");
    database.track("dbo", "t");
    for (int id = 1; id <= ROWS; id++) {
      database.execute("INSERT INTO dbo.t VALUES (%d, 1, 1)".formatted(id));
    }
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  /** The reader is never far ahead of who polls. */
  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.chunk.rows", "1");
    settings.put("max.queue.size", "1");
    settings.put("max.batch.size", "1");
    return settings;
  }

  /** What a snapshot reads during which a statement runs. */
  private List<SourceRecord> readDuring(String ddl) throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(r -> chunks(r).size() >= 2);
      database.execute(ddl, "INSERT INTO dbo.t (id) VALUES (99)");
      Lsn end = database.capture();
      List<SourceRecord> records =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, T, end));
      assertThat(ids(snapshotRows(records)))
          .isEqualTo(IntStream.rangeClosed(1, ROWS).boxed().toList());
      assertThat(opens(records)).hasSize(1);
      assertThat(events(records, EventType.SCHEMA_CHANGE)).hasSize(1);
      return records;
    }
  }

  private static List<Object> read(List<SourceRecord> records, String column) {
    return snapshotRows(records).stream().map(r -> value(r).get(column)).toList();
  }

  @Test
  void aColumnIsAdded() throws Exception {
    List<SourceRecord> records = readDuring("ALTER TABLE dbo.t ADD extra int NULL");
    assertThat(read(records, "n")).containsOnly(1);
  }

  @Test
  void aColumnIsDroppedAndReadsNullFromThenOn() throws Exception {
    List<SourceRecord> records = readDuring("ALTER TABLE dbo.t DROP COLUMN n");
    assertThat(read(records, "n")).startsWith(1, 1).endsWith(null, (Object) null);
    assertThat(read(records, "m")).containsOnly(1);
  }

  @Test
  void aColumnGetsAWiderType() throws Exception {
    List<SourceRecord> records = readDuring("ALTER TABLE dbo.t ALTER COLUMN n bigint NULL");
    assertThat(read(records, "n")).startsWith(1, 1).endsWith(1L, 1L);
  }

  @Test
  void theTableGetsAnotherName() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(r -> chunks(r).size() >= 2);
      database.execute("EXEC sp_rename 'dbo.t', 'renamed'");
      List<SourceRecord> records =
          task.pollUntil(r -> isComplete(r) || TestingSnapshots.isStopped(r));
      assertThat(ids(snapshotRows(records)))
          .isEqualTo(IntStream.rangeClosed(1, ROWS).boxed().toList());
      assertThat(opens(records)).hasSize(1);
      assertThat(records).allMatch(record -> record.topic().equals(T));
    }
  }
}
