package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestCaptureOrder {
  private static final int WRITERS = 8;
  private static final int TRANSACTIONS = 500;
  private static final List<String> TABLES = List.of("counter", "odd", "even");

  /**
   * Writers raise one counter with their last statement, whose row lock orders their commits: the
   * versions in LSN order must rise one by one. What a reader counts at or below a max_lsn that it
   * saw must be all that there ever is. The change tables replayed must give the tables.
   */
  @Test
  void lsnOrderIsCommitOrderAndNothingAppearsBelowAnObservedMaxLsn(TestDatabase database)
      throws Exception {
    database.enableCdc();
    database.execute(
        "CREATE TABLE counter (id int NOT NULL PRIMARY KEY, value int NOT NULL)",
        "CREATE TABLE odd (id int NOT NULL PRIMARY KEY, value int NOT NULL)",
        "CREATE TABLE even (id int NOT NULL PRIMARY KEY, value int NOT NULL)");
    for (String table : TABLES) {
      database.track(table);
    }
    database.execute("INSERT INTO counter VALUES (1, 0)");
    database.startCapture();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    Map<String, Integer> observed = new TreeMap<>();
    int committed = 0;
    try {
      List<Future<Integer>> writers = new ArrayList<>();
      for (int writer = 1; writer <= WRITERS; writer++) {
        int number = writer;
        writers.add(threads.submit(() -> write(database, number)));
      }
      while (!writers.stream().allMatch(Future::isDone)) {
        observe(database, observed);
      }
      for (Future<Integer> writer : writers) {
        committed += writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    database.stopCapture();
    database.capture();
    assertThat(versions(database)).isEqualTo(IntStream.rangeClosed(0, committed).boxed().toList());
    assertThat(observed).hasSizeGreaterThan(1);
    List<String> lsns = database.rows(allOf("SELECT __$start_lsn FROM cdc.dbo_%s_CT"));
    observed.forEach(
        (max, count) ->
            assertThat(lsns.stream().filter(lsn -> lsn.compareTo(max) <= 0).count())
                .as("rows at or below %s", max)
                .isEqualTo(count.longValue()));
    for (String table : TABLES) {
      assertThat(replayed(database, table))
          .isEqualTo(database.rows("SELECT id, value FROM " + table + " ORDER BY id"));
    }
  }

  private static String allOf(String query) {
    return TABLES.stream().map(query::formatted).collect(Collectors.joining(" UNION ALL "));
  }

  /** Counts the rows at or below max_lsn. */
  private static void observe(TestDatabase database, Map<String, Integer> observed)
      throws SQLException {
    String max = database.one("SELECT sys.fn_cdc_get_max_lsn()");
    if (!max.equals("null") && !observed.containsKey(max)) {
      byte[] lsn = HexFormat.of().parseHex(max);
      String count =
          database.one(
              "SELECT COUNT(*) FROM ("
                  + allOf("SELECT __$start_lsn FROM cdc.dbo_%s_CT WHERE __$start_lsn <= ?")
                  + ") AS changes",
              lsn,
              lsn,
              lsn);
      observed.put(max, Integer.valueOf(count));
    }
  }

  private static List<Integer> versions(TestDatabase database) throws SQLException {
    return database
        .rows(
            "SELECT value FROM cdc.dbo_counter_CT WHERE __$operation IN (2, 4) ORDER BY"
                + " __$start_lsn, __$command_id, __$seqval, __$operation")
        .stream()
        .map(Integer::valueOf)
        .toList();
  }

  private static List<String> replayed(TestDatabase database, String table) throws SQLException {
    Map<Integer, String> values = new TreeMap<>();
    for (String change : database.changes("dbo_" + table, "id, value")) {
      String[] parts = change.split("\\|", -1);
      Integer id = Integer.valueOf(parts[1]);
      switch (parts[0]) {
        case "1" -> values.remove(id);
        case "2", "4" -> values.put(id, parts[2]);
        default -> assertThat(parts[0]).isEqualTo("3");
      }
    }
    return values.entrySet().stream().map(row -> row.getKey() + "|" + row.getValue()).toList();
  }

  /** Runs transactions of statements that come by chance; returns how many committed. */
  private static int write(TestDatabase database, int writer) throws SQLException {
    Random random = new Random(writer);
    int committed = 0;
    try (Connection connection = database.server().connect(database.name())) {
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        change(connection, random, writer);
        if (random.nextInt(3) == 0) {
          Savepoint savepoint = connection.setSavepoint("s");
          change(connection, random, writer);
          if (random.nextBoolean()) {
            connection.rollback(savepoint);
          }
        }
        update(connection, "UPDATE counter SET value = value + 1 WHERE id = 1");
        if (random.nextInt(4) == 0) {
          connection.rollback();
        } else {
          connection.commit();
          committed++;
        }
      }
    }
    return committed;
  }

  /** Changes a row of the writer's own. */
  private static void change(Connection connection, Random random, int writer) throws SQLException {
    String table = random.nextBoolean() ? "odd" : "even";
    int id = writer * 1000 + random.nextInt(20);
    int value = random.nextInt();
    int changed =
        random.nextInt(4) == 0
            ? update(connection, "DELETE FROM " + table + " WHERE id = ?", id)
            : update(connection, "UPDATE " + table + " SET value = ? WHERE id = ?", value, id);
    if (changed == 0) {
      update(connection, "INSERT INTO " + table + " VALUES (?, ?)", id, value);
    }
  }

  @Test
  @StandinOnly("a short pause before an idle entry")
  void anIdleDatabaseMovesItsMaxLsnWithEntriesWithoutATransaction(TestDatabase database)
      throws SQLException {
    database.enableCdc();
    database.startCapture();
    String idle = "SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE tran_id = 0x00";
    while (Integer.parseInt(database.one(idle)) < 2) {
      Thread.onSpinWait();
    }
    assertThat(database.one("SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE tran_id <> 0x00"))
        .isEqualTo("0");
  }

  @Test
  void aPausedCaptureHoldsMaxLsnUntilItGoesOn(TestDatabase database) throws SQLException {
    database.enableCdc();
    database.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
    database.track("t");
    database.execute("INSERT INTO t VALUES (1)");
    assertThat(database.one("SELECT sys.fn_cdc_get_max_lsn()")).isEqualTo("null");
    database.startCapture();
    while (database.one("SELECT COUNT(*) FROM cdc.dbo_t_CT").equals("0")) {
      Thread.onSpinWait();
    }
    assertThat(database.one("SELECT sys.fn_cdc_get_max_lsn()"))
        .isGreaterThanOrEqualTo(database.one("SELECT __$start_lsn FROM cdc.dbo_t_CT"));
  }
}
