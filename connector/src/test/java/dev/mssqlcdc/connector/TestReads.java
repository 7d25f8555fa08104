package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a task says to the server while it reads a snapshot and changes, read from the wire. */
class TestReads {

  private static final String T = "p.dbo.t";
  private static final int COMMITS = 50;

  private TestingDatabase database;
  private TestingProxy proxy;
  private List<SourceRecord> records;

  @BeforeEach
  void readSnapshotAndChanges() throws Exception {
    database = TestingDatabase.create();
    proxy = TestingProxy.open();
    database.execute(
        "CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)", "INSERT INTO dbo.t VALUES (-1)");
    database.track("dbo", "t");
    Map<String, String> settings = database.settings("dbo\\.t");
    proxy.lead(settings);
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      for (int i = 0; i < COMMITS; i++) {
        database.execute("INSERT INTO dbo.t VALUES (%d)".formatted(i));
      }
      records = task.pollTo(T, database.capture());
    }
  }

  @AfterEach
  void drop() throws Exception {
    proxy.close();
    database.close();
  }

  @Test
  void changesAreReadFromTheChangeTableAndTheirTimesOnceForARange() {
    assertThat(changes(records)).hasSize(COMMITS);
    assertThat(proxy.statements())
        .noneMatch(
            s -> s.contains("fn_cdc_get_all_changes") || s.contains("fn_cdc_map_lsn_to_time"))
        .filteredOn(s -> s.contains("TOP (") && s.contains("lsn_time_mapping"))
        .hasSize(1);
  }

  @Test
  void nothingIsLockedAndEveryReadIsATransactionOfItsOwn() {
    assertThat(proxy.statements())
        .anyMatch(s -> s.contains("FROM [dbo].[t]"))
        .noneMatch(s -> s.matches("(?is).*\\b(NOLOCK|TABLOCKX?|HOLDLOCK|UPDLOCK)\\b.*"))
        .noneMatch(s -> s.matches("(?is).*ISOLATION LEVEL (?!READ COMMITTED).*"))
        .noneMatch(s -> s.matches("(?is).*(IMPLICIT_TRANSACTIONS ON|BEGIN TRAN).*"));
  }

  @Test
  void nothingIsWrittenToTheSource() {
    assertThat(proxy.statements())
        .noneMatch(s -> s.matches("(?is).*\\b(INSERT|UPDATE|DELETE|MERGE|CREATE|ALTER|DROP)\\s.*"));
  }
}
