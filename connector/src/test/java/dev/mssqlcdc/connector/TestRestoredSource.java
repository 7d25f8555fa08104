package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestRestoredSource {

  private static final String T = "p.dbo.t";
  private static final String POINT = "backup";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "t");
    database.execute("INSERT INTO dbo.t VALUES (1)");
    database.capture();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.mode", "no_data");
    return settings;
  }

  /** What a task sent that read one insert. */
  private List<SourceRecord> readOne(TestingTask task) throws Exception {
    task.begin(1);
    database.execute("INSERT INTO dbo.t VALUES (2)");
    Lsn end = database.capture();
    return task.pollTo(T, end);
  }

  private List<SourceRecord> readOne() throws Exception {
    try (var task = TestingTask.start(settings())) {
      return readOne(task);
    }
  }

  private static List<SourceRecord> withOffset(
      List<SourceRecord> records, String key, String value) {
    List<SourceRecord> changed = new ArrayList<>(records);
    SourceRecord last = records.get(records.size() - 1);
    Map<String, Object> offset = new HashMap<>(last.sourceOffset());
    offset.put(key, value);
    changed.add(new SourceRecord(last.sourcePartition(), offset, T, null, last.value()));
    return changed;
  }

  private static Lsn witness(List<SourceRecord> records) {
    return Lsn.parse((String) records.get(records.size() - 1).sourceOffset().get("witness_lsn"));
  }

  private void restore() {
    SqlServer.ofThisRun().standin().orElseThrow().faults().restore(database.name(), POINT);
  }

  private void markPoint() {
    SqlServer.ofThisRun().standin().orElseThrow().faults().markRestorePoint(database.name(), POINT);
  }

  /** After it capture is farther than it ever was, with other commits. */
  private void workAfterRestore() throws Exception {
    try (var connection = database.database().connect();
        var statement = connection.createStatement()) {
      for (int i = 100; i < 110; i++) {
        statement.execute("INSERT INTO dbo.t VALUES (" + i + ")");
      }
      statement.execute("EXEC standin.capture");
    }
  }

  @Test
  @StandinOnly("restores a database")
  void aDatabaseRestoredWhileTheTaskWasStoppedIsToldThoughCaptureIsFarther() throws Exception {
    markPoint();
    List<SourceRecord> records = readOne();
    restore();
    workAfterRestore();
    try (var task = TestingTask.start(settings(), records)) {
      EventDetail.TableStopped stopped = task.stopped();
      assertThat(stopped.cause()).contains("dbo.t", "restored", witness(records).toString());
      assertThat(stopped.remedy()).contains("topic.prefix", "table.name.template", "--rebuild");
      assertThat(changes(task.records())).isEmpty();
    }
  }

  @Test
  @StandinOnly("restores a database")
  void aDatabaseRestoredWhileTheTaskRunsIsTold() throws Exception {
    markPoint();
    try (var task = TestingTask.start(settings())) {
      readOne(task);
      database.database().stopCapture();
      restore();
      workAfterRestore();
      assertThat(task.stopped().cause()).contains("restored");
      assertThat(changes(task.records())).hasSize(1);
    }
  }

  @Test
  @StandinOnly("restores a database")
  void aDatabaseRestoredToBehindTheOffsetIsTold() throws Exception {
    markPoint();
    Map<String, String> settings = settings();
    settings.put("errors.max.retries", "1");
    try (var task = TestingTask.start(settings)) {
      readOne(task);
      restore();
      assertThat(task.stopped().cause()).contains("restored", "last captured LSN");
    }
  }

  @Test
  void captureDisabledForTheDatabaseIsTold() throws Exception {
    try (var task = TestingTask.start(settings())) {
      readOne(task);
      database.execute("EXEC sys.sp_cdc_disable_db");
      assertThat(task.stopped().cause()).contains("dbo.t");
    }
  }

  @Test
  void aWitnessWithAnotherTimeIsARestoredSource() throws Exception {
    List<SourceRecord> records = withOffset(readOne(), "witness_time", "2001-01-01T00:00:00.003");
    try (var task = TestingTask.start(settings(), records)) {
      assertThat(task.stopped().cause()).contains("restored", "2001-01-01T00:00:00.003");
    }
  }

  @Test
  void aWitnessThatTheMappingDoesNotKnowIsARestoredSource() throws Exception {
    List<SourceRecord> read = readOne();
    Lsn other = witness(read).previous();
    try (var task =
        TestingTask.start(settings(), withOffset(read, "witness_lsn", other.toString()))) {
      assertThat(task.stopped().cause()).contains("restored", other.toString());
    }
  }

  @Test
  void aWitnessOlderThanTheMappingDecidesNothing() throws Exception {
    List<SourceRecord> read = readOne();
    List<SourceRecord> records = withOffset(read, "witness_lsn", "0x00000000000000000001");
    try (var task = TestingTask.start(settings(), records)) {
      database.execute("INSERT INTO dbo.t VALUES (3)");
      Lsn end = database.capture();
      assertThat(changes(task.pollTo(T, end))).hasSize(1);
    }
  }

  /** What a task sent whose offset is beyond all that is captured. */
  private List<SourceRecord> readBeyond(Lsn lsn) throws Exception {
    List<SourceRecord> read = readOne();
    return withOffset(withOffset(read, "range_from", lsn.toString()), "range_to", lsn.toString());
  }

  @Test
  void anOffsetBeyondWhatIsCapturedIsTriedAgainAndThenARestoredSource() throws Exception {
    Lsn beyond = Lsn.parse("0x7FFF0000000000000000");
    Map<String, String> settings = settings();
    settings.put("errors.max.retries", "1");
    try (var task = TestingTask.start(settings, readBeyond(beyond))) {
      EventDetail.TableStopped stopped = task.stopped();
      assertThat(stopped.cause()).contains("restored", "lags behind", beyond.toString());
      assertThat(stopped.remedy()).contains("topic.prefix", "catch up");
    }
  }
}
