package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestCaptureOrder {
  private static final int WRITERS = 6;
  private static final int TRANSACTIONS = 150;
  private static final String READ =
      "SELECT __$start_lsn, version FROM cdc.dbo_counter_CT WHERE __$start_lsn > ? AND"
          + " __$start_lsn <= ? AND __$operation = 4"
          + " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";

  /**
   * Writers raise one counter, whose row lock orders their commits: the versions in LSN order must
   * rise one by one, and a reader that follows max_lsn must miss none of them.
   */
  @Test
  void lsnOrderIsCommitOrderAndNothingAppearsBelowAnObservedMaxLsn(TestDatabase database)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (Connection reader = database.connect()) {
      database.enableCdc();
      execute(
          reader,
          "CREATE TABLE counter (id int NOT NULL PRIMARY KEY, version int NOT NULL)",
          "CREATE TABLE noise (id bigint IDENTITY PRIMARY KEY, writer int)",
          "INSERT INTO counter VALUES (1, 0)");
      database.track("counter");
      database.track("noise");
      database.startCapture();
      List<Future<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int seed = writer;
        writers.add(threads.submit(() -> write(database, seed)));
      }
      List<Integer> seen = new ArrayList<>();
      byte[] from = new byte[10];
      while (!writers.stream().allMatch(Future::isDone)) {
        from = follow(reader, from, seen);
      }
      int committed = 0;
      for (Future<Integer> writer : writers) {
        committed += writer.get();
      }
      database.stopCapture();
      database.capture();
      follow(reader, from, seen);
      List<Integer> expected = new ArrayList<>();
      for (int version = 1; version <= committed; version++) {
        expected.add(version);
      }
      assertThat(seen).isEqualTo(expected);
      assertThat(one(reader, "SELECT version FROM counter")).isEqualTo(Integer.toString(committed));
      assertThat(one(reader, "SELECT COUNT(*) FROM cdc.dbo_noise_CT"))
          .isEqualTo(one(reader, "SELECT COUNT(*) FROM noise"));
    } finally {
      threads.shutdownNow();
    }
  }

  private static int write(TestDatabase database, int seed) throws SQLException {
    Random random = new Random(seed);
    int committed = 0;
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      try (PreparedStatement raise =
              connection.prepareStatement("UPDATE counter SET version = version + 1");
          PreparedStatement noise =
              connection.prepareStatement("INSERT INTO noise (writer) VALUES (?)")) {
        for (int i = 0; i < TRANSACTIONS; i++) {
          noise.setInt(1, seed);
          noise.executeUpdate();
          raise.executeUpdate();
          if (random.nextInt(4) == 0) {
            connection.rollback();
          } else {
            connection.commit();
            committed++;
          }
        }
      }
    }
    return committed;
  }

  /** Reads what is new up to max_lsn; returns that max_lsn. */
  private static byte[] follow(Connection reader, byte[] from, List<Integer> seen)
      throws SQLException {
    String max = one(reader, "SELECT sys.fn_cdc_get_max_lsn()");
    if (max.equals("null")) {
      return from;
    }
    byte[] to = java.util.HexFormat.of().parseHex(max);
    for (String row : rows(reader, READ, from, to)) {
      seen.add(Integer.parseInt(row.substring(row.indexOf('|') + 1)));
    }
    return to;
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
        .isEqualTo(database.one("SELECT __$start_lsn FROM cdc.dbo_t_CT"));
  }
}
