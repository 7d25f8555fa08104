package dev.mssqlcdc.soak;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The source: its tables, and what a DBA does to them. */
final class SoakDatabase implements AutoCloseable {

  /** A table of the numbers from 0 on; it is not captured. */
  static final String NUMBERS = "dbo.numbers";

  private static final int NUMBER_COUNT = 20_000;
  private static final int DIGITS = 200;
  private static final int FIRST_ROWS = 60;
  private static final int ROWS_OF_STATEMENT = 30;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database;
  private final Ticks ticks;
  private final int sessions;
  private final SoakTable marks =
      new SoakTable(
          "dbo", "marks", KeyShape.MARK, List.of(new SoakColumn("note", ColumnKind.TEXT)));
  private final List<SoakTable> tables = new CopyOnWriteArrayList<>();

  private SoakDatabase(TestDatabase database, Ticks ticks, int sessions) {
    this.database = database;
    this.ticks = ticks;
    this.sessions = sessions;
  }

  /**
   * Makes the database with its tables and their first rows, and captures them.
   *
   * @param sessions how many writers there will be
   */
  static SoakDatabase create(SqlServer server, Ticks ticks, int sessions, RandomGenerator random)
      throws SQLException {
    var soak = new SoakDatabase(server.createDatabase(), ticks, sessions);
    soak.database.enableCdc();
    soak.createNumbers();
    soak.database.execute("CREATE SCHEMA [odd schema]");
    soak.database.execute(soak.marks.create());
    soak.enable(soak.database.connection(), soak.marks);
    for (SoakTable table : SoakTables.first()) {
      soak.add(table, random);
    }
    soak.database.startCapture();
    return soak;
  }

  private void createNumbers() throws SQLException {
    database.execute(
        "CREATE TABLE dbo.numbers (n int NOT NULL PRIMARY KEY)",
        "CREATE TABLE dbo.digits (n int NOT NULL)");
    for (int i = 0; i < DIGITS; i++) {
      database.update("INSERT INTO dbo.digits VALUES (?)", i);
    }
    database.update(
        "INSERT INTO dbo.numbers SELECT a.n * ? + b.n FROM dbo.digits a CROSS JOIN dbo.digits b"
            + " WHERE a.n * ? + b.n < ?",
        DIGITS,
        DIGITS,
        NUMBER_COUNT);
  }

  /** Creates a table with rows in it, captures it, and gives it to the writers. */
  void add(SoakTable table, RandomGenerator random) throws SQLException {
    try (Connection connection = connectAtLast()) {
      Sql.execute(connection, table.create());
      for (int session = 0; session < sessions; session++) {
        insertFirstRows(connection, table, session * KeyShape.ROWS_OF_SESSION, random);
      }
      enable(connection, table);
    }
    tables.add(table);
  }

  private static void insertFirstRows(
      Connection connection, SoakTable table, long firstNumber, RandomGenerator random)
      throws SQLException {
    var model = new Model(firstNumber);
    var statements = new Statements(connection, model, random, firstNumber, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < FIRST_ROWS; i++) {
      rows.add(new Row(firstNumber + i, table.values(table.free(), 0, random)));
      if (rows.size() == ROWS_OF_STATEMENT) {
        statements.insert(table, rows);
        rows.clear();
      }
    }
    model.rows(table).values().forEach(row -> table.firstRows().put(row.number(), row));
  }

  /** Enables one more capture instance, with the columns that the table has now. */
  Instance enable(Connection connection, SoakTable table) throws SQLException {
    String name =
        table.topic().replace('.', '_').replace('-', '_') + "_v" + (table.instances().size() + 1);
    var instance = new Instance(name, table.writable(), ticks.next());
    table.instances().add(instance);
    try {
      Sql.update(
          connection,
          "EXEC sys.sp_cdc_enable_table @source_schema = ?, @source_name = ?, @role_name = NULL,"
              + " @capture_instance = ?",
          table.schema(),
          table.name(),
          name);
    } catch (SQLException e) {
      table.instances().remove(instance);
      throw e;
    }
    instance.enabled(ticks.next());
    return instance;
  }

  void disable(Connection connection, SoakTable table, Instance instance) throws SQLException {
    Sql.update(
        connection,
        "EXEC sys.sp_cdc_disable_table @source_schema = ?, @source_name = ?, @capture_instance = ?",
        table.schema(),
        table.name(),
        instance.name());
    instance.disable();
  }

  /** Removes the changes below an LSN that the log has an entry of. */
  static void cleanUp(Connection connection, Instance instance, Lsn below) throws SQLException {
    Sql.execute(
        connection,
        "DECLARE @lsn binary(10) = %s; EXEC sys.sp_cdc_cleanup_change_table".formatted(below)
            + " @capture_instance = N'%s', @low_water_mark = @lsn".formatted(instance.name()));
  }

  static Lsn startOf(Connection connection, Instance instance) throws SQLException {
    return lsn(
        connection,
        "SELECT start_lsn FROM cdc.change_tables WHERE capture_instance = ?",
        instance.name());
  }

  /** The last entry of the log at or below an LSN; zero when there is none. */
  static Lsn lastEntry(Connection connection, Lsn atMost) throws SQLException {
    return lsn(
        connection,
        "SELECT MAX(start_lsn) FROM cdc.lsn_time_mapping WHERE start_lsn <= ?",
        (Object) atMost.toBytes());
  }

  private static Lsn lsn(Connection connection, String sql, Object parameter) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setObject(1, parameter);
      try (ResultSet rows = query.executeQuery()) {
        byte[] lsn = rows.next() ? rows.getBytes(1) : null;
        return lsn == null ? Lsn.ZERO : Lsn.of(lsn);
      }
    }
  }

  /** How many change rows of a commit each capture instance of a table holds, for people. */
  String captured(SoakTable table, Lsn commit) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = connectAtLast()) {
      for (Instance instance : table.enabled()) {
        String count =
            Sql.one(
                connection,
                "SELECT COUNT(*) FROM cdc.[" + instance.name() + "_CT] WHERE __$start_lsn = ?",
                (Object) commit.toBytes());
        found.add(
            "%s: %s (begins at %s)"
                .formatted(instance.name(), count, startOf(connection, instance)));
      }
    }
    return "change rows of commit %s in the source: %s".formatted(commit, found);
  }

  /** Whether an error says that the connection is gone. */
  static boolean isConnectionLost(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith("08");
  }

  Connection connect() throws SQLException {
    return database.server().connect(database.name());
  }

  /** As {@link #connect}, also while connections are refused for a while. */
  Connection connectAtLast() {
    AtomicReference<Connection> connection = new AtomicReference<>();
    Await.until(
        "the database takes a connection",
        PATIENCE,
        () -> {
          connection.set(connect());
          return true;
        });
    return connection.get();
  }

  SqlServer server() {
    return database.server();
  }

  String name() {
    return database.name();
  }

  /** Capture stands still, or goes on. */
  void capture(boolean on) throws SQLException {
    if (on) {
      database.startCapture();
    } else {
      database.stopCapture();
    }
  }

  SoakTable marks() {
    return marks;
  }

  /** The tables that the load changes, without that of its marks. */
  List<SoakTable> tables() {
    return tables;
  }

  List<SoakTable> all() {
    return Stream.concat(Stream.of(marks), tables.stream()).toList();
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
