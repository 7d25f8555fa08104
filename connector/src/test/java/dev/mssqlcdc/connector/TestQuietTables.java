package dev.mssqlcdc.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** What a task says to the server, read from the wire. */
class TestQuietTables {

  private static final int TABLES = 20;
  private static final String MAX_LSN = "fn_cdc_get_max_lsn";

  private static TestingDatabase withTables() throws Exception {
    TestingDatabase database = TestingDatabase.create();
    for (int i = 0; i < TABLES; i++) {
      database.execute("CREATE TABLE dbo.t%d (id int NOT NULL PRIMARY KEY)".formatted(i));
      database.track("dbo", "t" + i);
    }
    return database;
  }

  private static boolean allReach(List<SourceRecord> records, Lsn lsn) {
    Set<String> topics = new HashSet<>();
    TestingRecords.events(records, EventType.PROGRESS).stream()
        .filter(r -> TestingRecords.lsn(r).compareTo(lsn) >= 0)
        .forEach(r -> topics.add(r.topic()));
    return topics.size() == TABLES;
  }

  /** The worker creates a topic for each in one transaction. */
  @Test
  void beginAFewAtATime() throws Exception {
    try (var database = withTables()) {
      Map<String, String> settings = database.settings("dbo\\.t.*");
      settings.put("snapshot.mode", "no_data");
      Set<String> begun = new HashSet<>();
      try (var task = TestingTask.start(settings)) {
        while (begun.size() < TABLES) {
          List<String> topics = task.poll().stream().map(SourceRecord::topic).distinct().toList();
          assertThat(topics)
              .filteredOn(topic -> !begun.contains(topic))
              .hasSizeLessThanOrEqualTo(16);
          begun.addAll(topics);
        }
      }
    }
  }

  @Test
  void costOneQuestionForAllAndAHandfulWhenOneOfThemChanges() throws Exception {
    try (var database = withTables();
        var proxy = TestingProxy.open()) {
      Map<String, String> settings = database.settings("dbo\\.t.*");
      settings.put("snapshot.mode", "no_data");
      proxy.lead(settings);
      settings.put("poll.interval.ms", "5");
      try (var task = TestingTask.start(settings)) {
        // the first commit also tells how old the oldest changes are, which is asked once
        database.execute("INSERT INTO dbo.t1 VALUES (1)");
        Lsn first = database.capture();
        task.pollUntil(r -> allReach(r, first));
        proxy.forget();
        String logged = TestingLog.of(() -> task.pollUntil(r -> proxy.statements().size() > 30));
        assertThat(logged).as("polls are not logged").doesNotContain("dev.mssqlcdc");
        assertThat(proxy.statements()).allMatch(s -> s.contains(MAX_LSN));

        proxy.forget();
        database.execute("INSERT INTO dbo.t0 VALUES (1)");
        Lsn end = database.capture();
        task.pollUntil(r -> allReach(r, end));
        assertThat(
                proxy.statements().stream()
                    .filter(s -> s.contains("SELECT") || s.contains("EXEC"))
                    .filter(s -> !s.contains(MAX_LSN)))
            .as("min_lsn, changes and DDL of all tables, and what the changed one needs")
            .hasSizeLessThan(TABLES / 2);
      }
    }
  }
}
