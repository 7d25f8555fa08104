package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingSnapshots.ids;
import static dev.mssqlcdc.connector.TestingSnapshots.isComplete;
import static dev.mssqlcdc.connector.TestingSnapshots.upToRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestingClock;
import dev.mssqlcdc.standin.StandinOptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Chunks give way to a stream that is late and close to what cleanup takes. */
@StandinOnly("a clock of the server's own")
class TestSnapshotHeadroom {

  private static final String T = "p.dbo.t";
  private static final int ROWS = 8;

  private final TestingClock clock = TestingClock.at("2025-01-01T00:00:00Z");
  private SqlServer server;
  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    server = SqlServer.standin(StandinOptions.defaults().withClock(clock));
    database = TestingDatabase.create(server, "");
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "t");
    clock.advance(Duration.ofHours(2));
    for (int id = 1; id < ROWS; id++) {
      insert(id);
    }
  }

  @AfterEach
  void stop() throws SQLException {
    database.close();
    server.standin().orElseThrow().close();
  }

  private Lsn insert(int id) throws SQLException {
    clock.advance(Duration.ofSeconds(1));
    database.execute("INSERT INTO dbo.t VALUES (%d)".formatted(id));
    return database.capture();
  }

  /** Nothing older is left. */
  private void cleanUp(Lsn lowWater) throws SQLException {
    database.execute(
        "DECLARE @lsn binary(10) = %s; EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_t', @low_water_mark = @lsn"
            .formatted(lowWater));
  }

  private Map<String, String> settings(int minHours) {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.chunk.rows", "1");
    settings.put("max.commits.per.range", "1");
    settings.put("snapshot.min.headroom.hours", String.valueOf(minHours));
    return settings;
  }

  /** What comes after a restart in the middle of a snapshot, with as many changes to be read. */
  private List<SourceRecord> goOnLate(int minHours) throws Exception {
    List<SourceRecord> begun;
    try (var task = TestingTask.start(settings(minHours))) {
      begun = upToRow(task.pollUntil(TestingSnapshots::isComplete), 1);
    }
    Lsn end = Lsn.ZERO;
    for (int id = 101; id < 100 + ROWS; id++) {
      end = insert(id);
    }
    Lsn last = end;
    try (var task = TestingTask.start(settings(minHours), begun)) {
      List<SourceRecord> rest =
          task.pollUntil(r -> isComplete(r) && isProgressAtOrAbove(r, T, last));
      assertThat(ids(snapshotRows(rest))).containsExactly(2, 3, 4, 5, 6, 7, 8);
      assertThat(changes(rest)).hasSize(ROWS - 1);
      return rest;
    }
  }

  private static boolean isInTurn(List<SourceRecord> records) {
    SourceRecord lastChange = changes(records).get(ROWS - 2);
    SourceRecord firstChunk = events(records, EventType.SNAPSHOT_CHUNK).get(0);
    return records.indexOf(firstChunk) < records.indexOf(lastChange);
  }

  @Test
  void whereItIsLowChangesComeFirstAndChunksWhenTheyAreRead() throws Exception {
    cleanUp(insert(ROWS));
    assertThat(isInTurn(goOnLate(1))).isFalse();
  }

  @Test
  void zeroHoursTakesTurnsWhateverIsLeft() throws Exception {
    cleanUp(insert(ROWS));
    assertThat(isInTurn(goOnLate(0))).isTrue();
  }

  @Test
  void whereItIsEnoughTheyTakeTurns() throws Exception {
    Lsn oldest = insert(ROWS);
    cleanUp(oldest);
    clock.advance(Duration.ofHours(1));
    insert(99);
    database.execute("DELETE FROM dbo.t WHERE id = 99");
    database.capture();
    assertThat(isInTurn(goOnLate(1))).isTrue();
  }

  @Test
  void ofAnInstanceOfWhichNothingWasCleanedUpTheyTakeTurns() throws Exception {
    insert(ROWS);
    assertThat(isInTurn(goOnLate(24))).isTrue();
  }
}
