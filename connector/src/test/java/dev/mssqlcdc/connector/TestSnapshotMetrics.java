package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingSnapshots.chunks;
import static dev.mssqlcdc.connector.TestingSnapshots.metric;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventDetail.SnapshotProgress;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far a snapshot is, as monitoring and consumers see it. */
class TestSnapshotMetrics {

  private static final long AN_HOUR_MICROS = 3_600_000_000L;

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY, n int NULL)",
        "INSERT INTO dbo.t VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)");
    database.track("dbo", "t");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.chunk.rows", "2");
    settings.put("snapshot.lock.timeout.ms", "20");
    return settings;
  }

  private static double number(String attribute) {
    return ((Number) metric("t", attribute)).doubleValue();
  }

  @Test
  void tellHowMuchIsReadAndHowMuchIsLeft() throws Exception {
    try (var task = TestingTask.start(settings())) {
      task.pollUntil(TestingSnapshots::isComplete);
      assertThat(metric("t", "SnapshotState")).isEqualTo("done");
      assertThat(number("SnapshotRowsRead")).isEqualTo(6);
      assertThat(number("SnapshotRowsEstimated")).isEqualTo(6);
      assertThat(number("SnapshotRowsPerSecond")).isPositive();
      assertThat(number("SnapshotSecondsLeft")).isZero();
    }
  }

  @Test
  void whileItIsReadTheRestIsToldByTheRateSoFar() throws Exception {
    try (Connection writer = database.database().connect()) {
      writer.setAutoCommit(false);
      Sql.execute(writer, "UPDATE dbo.t SET n = 1 WHERE id = 4");
      try (var task = TestingTask.start(settings())) {
        task.pollUntil(r -> !chunks(r).isEmpty());
        TestingAwait.until(() -> number("Retries") >= 1);
        assertThat(metric("t", "SnapshotState")).isEqualTo("reading");
        assertThat(number("SnapshotRowsRead")).isBetween(2.0, 3.0);
        double left = number("SnapshotSecondsLeft");
        assertThat(left * number("SnapshotRowsPerSecond")).isBetween(1.0, 5.0);
        writer.commit();
        task.pollUntil(TestingSnapshots::isComplete);
      }
    }
  }

  @Test
  void nothingIsLeftOnceItIsComplete() throws Exception {
    try (Connection writer = database.database().connect()) {
      writer.setAutoCommit(false);
      Sql.execute(writer, "UPDATE dbo.t SET n = 1 WHERE id = 4");
      try (var task = TestingTask.start(settings())) {
        TestingAwait.until(() -> number("Retries") >= 1);
        Sql.execute(writer, "DELETE FROM dbo.t WHERE id IN (4, 5)");
        writer.commit();
        task.pollUntil(TestingSnapshots::isComplete);
        assertThat(number("SnapshotRowsRead")).isLessThan(number("SnapshotRowsEstimated"));
        assertThat(number("SnapshotSecondsLeft")).isZero();
        double rate = number("SnapshotRowsPerSecond");
        assertThat(number("SnapshotRowsPerSecond")).as("of a past time").isEqualTo(rate);
      }
    }
  }

  @Test
  void ofAnEarlierTasksRowsAreCountedButNotInTheRate() throws Exception {
    List<SourceRecord> begun;
    try (var task = TestingTask.start(settings())) {
      begun = TestingSnapshots.upToRow(task.pollUntil(TestingSnapshots::isComplete), 3);
    }
    try (var task = TestingTask.start(settings(), begun)) {
      task.pollUntil(TestingSnapshots::isComplete);
      assertThat(number("SnapshotRowsRead")).isEqualTo(6);
      assertThat(number("RowsRead")).isEqualTo(3);
    }
  }

  @Test
  void areInTheEventOfEachChunk() throws Exception {
    long before = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    try (var task = TestingTask.start(settings())) {
      List<SnapshotProgress> progress =
          chunks(task.pollUntil(TestingSnapshots::isComplete)).stream()
              .map(EventDetail.SnapshotChunk::progress)
              .toList();
      // a full chunk does not tell that it is the last
      assertThat(progress).extracting(SnapshotProgress::rowsRead).startsWith(2L, 4L, 6L);
      assertThat(progress).allMatch(p -> p.rowsEstimated() == 6);
      assertThat(progress).allMatch(p -> p.rowsPerSecond() > 0);
      assertThat(progress).allMatch(p -> Math.abs(p.estimatedEnd() - before) < AN_HOUR_MICROS);
    }
  }
}
