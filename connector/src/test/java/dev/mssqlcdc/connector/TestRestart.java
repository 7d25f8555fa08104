package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class TestRestart {

  private static final String A = "p.dbo.a";
  private static final String B = "p.dbo.b";

  /** Images before an update of {@code b} lack its (max) column unless they are completed. */
  private static void createTables(TestingDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE dbo.a (id int NOT NULL PRIMARY KEY, n int NULL)",
        "CREATE TABLE dbo.b (id int NOT NULL PRIMARY KEY, n int NULL, v varchar(max) DEFAULT 'v')");
    database.track("dbo", "a");
    database.track("dbo", "b");
    database.execute(
        "INSERT INTO dbo.a VALUES (1000, 0)", "INSERT INTO dbo.b (id, n) VALUES (1000, 0)");
    database.capture();
  }

  /** Transactions of several statements and rows, over both tables, with key changes. */
  private static Lsn work(TestingDatabase database, Random random) throws SQLException {
    for (int t = 0; t < 7; t++) {
      List<String> statements = new ArrayList<>();
      for (int s = 0; s <= random.nextInt(3); s++) {
        String table = random.nextBoolean() ? "dbo.a" : "dbo.b";
        int id = 10 * (3 * t + s);
        statements.add(
            "INSERT INTO %s (id, n) VALUES (%d, 1), (%d, 2)".formatted(table, id, id + 1));
        statements.add(
            switch (random.nextInt(3)) {
              case 0 -> "UPDATE %s SET n = n + 1 WHERE id >= %d".formatted(table, id);
              case 1 -> "UPDATE %s SET id = id + 5 WHERE id = %d".formatted(table, id);
              default -> "DELETE FROM %s WHERE id = %d".formatted(table, id + 1);
            });
      }
      database.transaction(statements.toArray(String[]::new));
    }
    return database.capture();
  }

  private static List<SourceRecord> run(
      Map<String, String> settings, List<SourceRecord> committed, Lsn end) throws Exception {
    try (var task = TestingTask.start(settings, committed)) {
      return task.pollUntil(
          r -> {
            List<SourceRecord> all = new ArrayList<>(committed);
            all.addAll(r);
            return isProgressAtOrAbove(all, A, end) && isProgressAtOrAbove(all, B, end);
          });
    }
  }

  /** Restarts after every single record: the rest must be the same, to the last offset. */
  @Test
  void aRestartAfterAnyRecordGoesOnWithTheNext() throws Exception {
    try (var database = TestingDatabase.create()) {
      createTables(database);
      Map<String, String> settings = database.settings("dbo\\.[ab]");
      settings.put("max.commits.per.range", "2");
      List<SourceRecord> first = new ArrayList<>();
      try (var task = TestingTask.start(settings)) {
        first.addAll(task.begin(2));
      }
      Lsn end = work(database, new Random(7));
      List<SourceRecord> rest = run(settings, first, end);
      List<SourceRecord> ofB = TestingRecords.ofTopic(TestingRecords.changes(rest), B);
      assertThat(ofB.stream().map(r -> TestingRecords.value(r).getString("v"))).containsOnly("v");
      assertThat(ofB.stream().map(TestingRecords::operation)).contains(3, 4);
      for (int i = 0; i <= rest.size(); i++) {
        List<SourceRecord> committed = new ArrayList<>(first);
        committed.addAll(rest.subList(0, i));
        List<SourceRecord> again = run(settings, committed, end);
        for (String topic : List.of(A, B)) {
          assertThat(comparable(again, topic))
              .as("after record %d of %d", i, rest.size())
              .isEqualTo(comparable(rest.subList(i, rest.size()), topic));
        }
      }
    }
  }

  private static List<String> comparable(List<SourceRecord> records, String topic) {
    return TestingRecords.ofTopic(records, topic).stream().map(TestingRecords::comparable).toList();
  }

  @Test
  void changesMadeWhileStoppedAreRead() throws Exception {
    try (var database = TestingDatabase.create()) {
      createTables(database);
      Map<String, String> settings = database.settings("dbo\\.[ab]");
      List<SourceRecord> first;
      try (var task = TestingTask.start(settings)) {
        first = task.begin(2);
      }
      database.execute("DELETE FROM dbo.a WHERE id = 1000");
      Lsn end = database.capture();
      List<SourceRecord> changes = TestingRecords.changes(run(settings, first, end));
      assertThat(changes).hasSize(1).allMatch(r -> TestingRecords.operation(r) == 1);
    }
  }
}
