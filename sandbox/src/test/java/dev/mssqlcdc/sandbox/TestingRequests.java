package dev.mssqlcdc.sandbox;

import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.TestingDatabase;
import dev.mssqlcdc.connector.TestingTask;
import dev.mssqlcdc.connector.core.SignalOffset;
import dev.mssqlcdc.schemas.EventDetail.SnapshotComplete;
import dev.mssqlcdc.schemas.EventDetail.SnapshotOpen;
import dev.mssqlcdc.schemas.EventDetail.SnapshotStopped;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;

/** A table of six rows, read in chunks of two, and the topic by which people ask for snapshots. */
final class TestingRequests implements AutoCloseable {

  static final String TOPIC = "p.dbo.t";
  private static final Duration SOON = Duration.ofSeconds(30);

  private final TestingDatabase database;
  private final Broker broker;
  private final TestingSignals signals;
  private long sent;

  TestingRequests(Broker broker) throws Exception {
    this.broker = broker;
    this.database = TestingDatabase.create();
    this.signals = new TestingSignals(broker, database.name()).create(1);
  }

  /**
   * @param column the definition of column id
   */
  void create(String column) throws SQLException {
    execute("CREATE TABLE dbo.t (%s, n int NULL)".formatted(column));
    database.track("dbo", "t");
    execute("INSERT INTO dbo.t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)");
    execute("CREATE TABLE dbo.other (id int IDENTITY PRIMARY KEY)");
    database.track("dbo", "other");
    capture();
  }

  void execute(String sql) throws SQLException {
    database.execute(sql);
  }

  Lsn capture() throws SQLException {
    return database.capture();
  }

  Map<String, String> settings() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.chunk.rows", "2");
    settings.put("snapshot.lock.timeout.ms", "100");
    settings.put("signal.kafka.topic", signals.topic());
    settings.put("signal.kafka.bootstrap.servers", broker.bootstrapServers());
    return settings;
  }

  TestingTask start(List<SourceRecord> committed) {
    return TestingTask.start(settings(), committed);
  }

  /** Moves capture on by a change of another table, and returns how far it is then. */
  Lsn moveOn() throws SQLException {
    execute("INSERT INTO dbo.other DEFAULT VALUES");
    return capture();
  }

  /** Holds chunks back until it is rolled back. */
  Connection lock() throws SQLException {
    Connection connection = database.database().connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT COUNT(*) FROM dbo.t WITH (TABLOCKX)");
    }
    return connection;
  }

  /** A task that has read the table. */
  TestingTask begun() throws Exception {
    create("id int NOT NULL PRIMARY KEY");
    TestingTask task = start(List.of());
    task.begin(1);
    return task;
  }

  /** A task whose table's initial snapshot has failed, of a cause that is gone by now. */
  TestingTask failed(String column) throws Exception {
    create(column);
    Map<String, String> settings = settings();
    settings.put("snapshot.select.statement.overrides", "dbo.t");
    settings.put(
        "snapshot.select.statement.overrides.dbo.t", "SELECT * FROM dbo.t WHERE 1 / (n - 4) < 9");
    TestingTask task = TestingTask.start(settings);
    task.pollUntil(records -> !stops(records).isEmpty());
    execute("UPDATE dbo.t SET n = 40 WHERE id = 4");
    task.pollTo(TOPIC, capture());
    assertThat(completions(task.records())).isEmpty();
    return task;
  }

  /** What a worker had stored that died after the third row of the snapshot of request a. */
  List<SourceRecord> midway() throws Exception {
    try (var task = begun()) {
      ask("a");
      List<SourceRecord> all = task.pollUntil(records -> isComplete(records, "a"));
      int rows = all.indexOf(rows(all, open(all, "a").snapshot()).get(2));
      return all.subList(0, rows + 1);
    }
  }

  void ask(String id) throws Exception {
    send("{\"id\":\"%s\",\"table\":\"dbo.t\"}".formatted(id));
  }

  void ask(String id, String where) throws Exception {
    send("{\"id\":\"%s\",\"table\":\"dbo.t\",\"where\":\"%s\"}".formatted(id, where));
  }

  void signal(String id, String type) throws Exception {
    send("{\"id\":\"%s\",\"type\":\"%s\",\"table\":\"dbo.t\"}".formatted(id, type));
  }

  void send(String signal) throws Exception {
    signals.sendText(signal);
    sent++;
  }

  /** Moves capture on until progress tells that the table has seen every signal. */
  List<SourceRecord> awaitSeen(TestingTask task) {
    Await.until(
        sent + " signals are seen",
        SOON,
        () -> {
          List<SourceRecord> records = task.pollTo(TOPIC, moveOn());
          return signals(records).next().orElseThrow().offset() == sent;
        });
    return task.records();
  }

  /** What the last of the records stores of the signals. */
  static SignalOffset signals(List<SourceRecord> records) {
    return SignalOffset.parse(records.get(records.size() - 1).sourceOffset());
  }

  private static <T> Stream<T> details(
      List<SourceRecord> records, EventType type, Class<T> detail) {
    return events(records, type).stream().map(record -> detail.cast(detail(record)));
  }

  private static Stream<SnapshotOpen> opens(List<SourceRecord> records) {
    return details(records, EventType.SNAPSHOT_OPEN, SnapshotOpen.class);
  }

  /** Ids of the requests whose snapshots were opened. */
  static List<String> requests(List<SourceRecord> records) {
    return opens(records).map(SnapshotOpen::request).filter(Objects::nonNull).toList();
  }

  static SnapshotOpen open(List<SourceRecord> records, String request) {
    return opens(records).filter(open -> request.equals(open.request())).findFirst().orElseThrow();
  }

  static List<SnapshotComplete> completions(List<SourceRecord> records) {
    return details(records, EventType.BOOTSTRAP, SnapshotComplete.class).toList();
  }

  static List<SnapshotStopped> stops(List<SourceRecord> records) {
    return details(records, EventType.SNAPSHOT_STOPPED, SnapshotStopped.class).toList();
  }

  static boolean isComplete(List<SourceRecord> records, String request) {
    return requests(records).contains(request)
        && completions(records).stream()
            .anyMatch(end -> end.snapshot().equals(open(records, request).snapshot()));
  }

  static SnapshotComplete complete(List<SourceRecord> records, String request) {
    String id = open(records, request).snapshot();
    return completions(records).stream()
        .filter(c -> c.snapshot().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The rows of a request's snapshot. */
  static List<Integer> ids(List<SourceRecord> records, String request) {
    return idsOf(records, open(records, request).snapshot());
  }

  static List<Integer> idsOf(List<SourceRecord> records, String snapshot) {
    return rows(records, snapshot).stream().map(row -> value(row).getInt32("id")).toList();
  }

  private static List<SourceRecord> rows(List<SourceRecord> records, String snapshot) {
    return snapshotRows(records).stream()
        .filter(row -> value(row).getString("_snapshot").equals(snapshot))
        .toList();
  }

  @Override
  public void close() throws SQLException {
    signals.close();
    database.close();
  }
}
