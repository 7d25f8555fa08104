package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables are read side by side, over connections of their own. */
class TestReadConnections {

  private static final List<String> TABLES = List.of("a", "b", "c");
  private static final String A = "p.dbo.a";
  private static final String B = "p.dbo.b";

  private TestingDatabase database;
  private TestingProxy proxy;
  private Map<String, String> settings;

  @BeforeEach
  void createTables() throws SQLException, IOException {
    database = TestingDatabase.create();
    for (String table : TABLES) {
      database.execute("CREATE TABLE dbo.%s (id int NOT NULL PRIMARY KEY)".formatted(table));
      database.track("dbo", table);
    }
    proxy = TestingProxy.open();
    settings = database.settings("dbo\\.[abc]");
    settings.put("snapshot.mode", "no_data");
    proxy.lead(settings);
  }

  @AfterEach
  void drop() throws SQLException, IOException {
    proxy.close();
    database.close();
  }

  private static boolean haveBegun(List<SourceRecord> records) {
    return TestingRecords.haveBegun(records, TABLES.size());
  }

  /** Whether a statement reads a table's change rows; a question for their LSNs does not. */
  private static boolean isReadOf(String table, String statement) {
    return statement.contains("__$update_mask") && statement.contains("[dbo_" + table + "_CT]");
  }

  private Lsn insertIntoAll() throws SQLException {
    for (String table : TABLES) {
      database.execute("INSERT INTO dbo.%s VALUES (1)".formatted(table));
    }
    return database.capture();
  }

  private static void holdUp(CountDownLatch release) throws IOException {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aLongReadOfOneTableDoesNotHoldUpTheOthers() throws Exception {
    var release = new CountDownLatch(1);
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestReadConnections::haveBegun);
      proxy.intercept(
          said -> {
            if (isReadOf("a", said)) {
              holdUp(release);
            }
          });
      Lsn first = insertIntoAll();
      task.pollUntil(r -> isProgressAtOrAbove(r, B, first));
      database.execute("INSERT INTO dbo.b VALUES (2)");
      Lsn second = database.capture();
      List<SourceRecord> meanwhile = task.pollUntil(r -> isProgressAtOrAbove(r, B, second));
      assertThat(changes(ofTopic(meanwhile, B))).hasSize(2);
      assertThat(changes(ofTopic(meanwhile, A))).isEmpty();
      release.countDown();
      List<SourceRecord> all = task.pollUntil(r -> isProgressAtOrAbove(r, A, second));
      assertThat(changes(ofTopic(all, A))).hasSize(1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void asManyTablesAsConnectionsAreReadAtOnce() throws Exception {
    settings.put("read.connections", "3");
    var release = new CountDownLatch(1);
    Set<String> begun = ConcurrentHashMap.newKeySet();
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestReadConnections::haveBegun);
      proxy.intercept(
          said -> {
            List<String> read = TABLES.stream().filter(table -> isReadOf(table, said)).toList();
            if (!read.isEmpty()) {
              begun.addAll(read);
              holdUp(release);
            }
          });
      Lsn end = insertIntoAll();
      TestingAwait.until(() -> begun.size() == TABLES.size());
      release.countDown();
      List<SourceRecord> all =
          task.pollUntil(
              r -> TABLES.stream().allMatch(t -> isProgressAtOrAbove(r, "p.dbo." + t, end)));
      assertThat(changes(all)).hasSize(TABLES.size());
    } finally {
      release.countDown();
    }
  }

  @Test
  void aTableWhoseReadsLoseTheConnectionStopsAloneAtTheLimitOfRetries() throws Exception {
    settings.put("errors.max.retries", "2");
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestReadConnections::haveBegun);
      proxy.intercept(
          said -> {
            if (isReadOf("a", said)) {
              throw new IOException("cut");
            }
          });
      Lsn end = insertIntoAll();
      List<SourceRecord> all =
          task.pollUntil(
              r ->
                  isProgressAtOrAbove(r, B, end)
                      && !events(ofTopic(r, A), EventType.TABLE_STOPPED).isEmpty());
      assertThat(changes(ofTopic(all, A))).isEmpty();
      assertThat(proxy.statements().stream().filter(said -> isReadOf("a", said))).hasSize(3);
      database.execute("INSERT INTO dbo.b VALUES (2)");
      Lsn later = database.capture();
      assertThat(changes(ofTopic(task.pollUntil(r -> isProgressAtOrAbove(r, B, later)), B)))
          .hasSize(2);
    }
  }

  @Test
  void retriesThatBringRowsAreNotCountedTogether() throws Exception {
    int rows = 20_000;
    settings.put("errors.max.retries", "1");
    try (var task = TestingTask.start(settings)) {
      task.pollUntil(TestReadConnections::haveBegun);
      database.execute(
          "INSERT INTO dbo.a SELECT value FROM GENERATE_SERIES(1, %d)".formatted(rows));
      proxy.cutAfter(400_000);
      proxy.forget();
      Lsn end = database.capture();
      List<SourceRecord> all = task.pollUntil(r -> isProgressAtOrAbove(r, A, end));
      assertThat(changes(all).stream().map(r -> TestingRecords.key(r).getInt32("id")))
          .as("each row once, in order")
          .containsExactlyElementsOf(IntStream.rangeClosed(1, rows).boxed().toList());
      assertThat(proxy.statements().stream().filter(said -> isReadOf("a", said)))
          .as("attempts")
          .hasSizeGreaterThan(2);
    }
  }

  @Test
  @StandinOnly("needs a second server")
  void aReplicaThatLagsBehindIsNotReadFrom() throws Exception {
    try (var task = TestingTask.start(settings);
        var behind = StandinServer.start(StandinOptions.defaults())) {
      task.pollUntil(TestReadConnections::haveBegun);
      createEmptyCopy(behind);
      String host = database.database().server().host();
      int port = database.database().server().port();
      proxy.leadTo("localhost", behind.port());
      database.execute("INSERT INTO dbo.a VALUES (1)");
      Lsn end = database.capture();
      TestingAwait.until(() -> retries() > 1);
      assertThat(changes(task.pollUntil(r -> true))).isEmpty();
      proxy.leadTo(host, port);
      proxy.dropConnections();
      List<SourceRecord> all = task.pollUntil(r -> isProgressAtOrAbove(r, A, end));
      assertThat(changes(all)).hasSize(1);
    }
  }

  @Test
  @StandinOnly("needs a second server")
  void aReplicaThatLagsBehindGivesNoSnapshot() throws Exception {
    settings.put("snapshot.mode", "initial");
    settings.put("table.include.list", "dbo\\.a");
    database.execute("INSERT INTO dbo.a VALUES (1)");
    database.capture();
    try (var behind = StandinServer.start(StandinOptions.defaults())) {
      createEmptyCopy(behind);
      String host = database.database().server().host();
      int port = database.database().server().port();
      List<Map<String, String>> tasks;
      try (var connector = TestingConnector.start(settings)) {
        tasks = connector.taskConfigs(1);
      }
      // the first connection is that which plans; the next reads
      proxy.intercept(said -> proxy.leadTo("localhost", behind.port()));
      try (var task = TestingTask.of(tasks.get(0), List.of())) {
        TestingAwait.until(() -> retries() > 1);
        assertThat(TestingRecords.snapshotRows(task.pollUntil(r -> true))).isEmpty();
        proxy.intercept(said -> {});
        proxy.leadTo(host, port);
        proxy.dropConnections();
        List<SourceRecord> all = task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
        assertThat(TestingRecords.snapshotRows(all)).hasSize(1);
      }
    }
  }

  private void createEmptyCopy(StandinServer server) throws SQLException {
    server.createDatabase(database.name());
    try (Connection connection =
            DriverManager.getConnection(
                server.jdbcUrl(database.name()), server.user(), server.password());
        Statement statement = connection.createStatement()) {
      statement.execute("EXEC sys.sp_cdc_enable_db");
      statement.execute("CREATE TABLE dbo.a (id int NOT NULL PRIMARY KEY)");
      statement.execute(
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'a', @role_name = NULL");
      statement.execute("EXEC sys.sp_cdc_scan");
    }
  }

  private static long retries() throws JMException {
    return (long)
        ManagementFactory.getPlatformMBeanServer()
            .getAttribute(
                new ObjectName("dev.mssqlcdc:type=table,server=p,table=\"dbo.a\""), "Retries");
  }
}
