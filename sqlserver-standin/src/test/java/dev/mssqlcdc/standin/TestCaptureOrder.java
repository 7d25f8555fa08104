package dev.mssqlcdc.standin;

import static dev.mssqlcdc.standin.TestingStandin.enable;
import static dev.mssqlcdc.standin.TestingStandin.execute;
import static dev.mssqlcdc.standin.TestingStandin.one;
import static dev.mssqlcdc.standin.TestingStandin.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

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
  void lsnOrderIsCommitOrderAndNothingAppearsBelowAnObservedMaxLsn() throws Exception {
    StandinOptions options =
        StandinOptions.defaults()
            .withCaptureInterval(Duration.ofMillis(3))
            .withIdleInterval(Duration.ofMillis(20));
    try (TestingStandin standin = new TestingStandin(options)) {
      String database = standin.newCdcDatabase();
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
      try (Connection reader = standin.connect(database)) {
        execute(
            reader,
            "CREATE TABLE counter (id int NOT NULL PRIMARY KEY, version int NOT NULL)",
            "CREATE TABLE noise (id bigint IDENTITY PRIMARY KEY, writer int)",
            "INSERT INTO counter VALUES (1, 0)");
        enable(reader, "counter");
        enable(reader, "noise");
        List<Future<Integer>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
          int seed = writer;
          writers.add(threads.submit(() -> write(standin, database, seed)));
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
        execute(reader, "EXEC sys.sp_cdc_scan");
        follow(reader, from, seen);
        List<Integer> expected = new ArrayList<>();
        for (int version = 1; version <= committed; version++) {
          expected.add(version);
        }
        assertThat(seen).isEqualTo(expected);
        assertThat(one(reader, "SELECT version FROM counter"))
            .isEqualTo(Integer.toString(committed));
        assertThat(one(reader, "SELECT COUNT(*) FROM cdc.dbo_noise_CT"))
            .isEqualTo(one(reader, "SELECT COUNT(*) FROM noise"));
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static int write(TestingStandin standin, String database, int seed) throws SQLException {
    Random random = new Random(seed);
    int committed = 0;
    try (Connection connection = standin.connect(database)) {
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
  void anIdleDatabaseMovesItsMaxLsnWithEntriesWithoutATransaction() throws Exception {
    StandinOptions options =
        StandinOptions.defaults()
            .withCaptureInterval(Duration.ofMillis(5))
            .withIdleInterval(Duration.ofMillis(20));
    try (TestingStandin standin = new TestingStandin(options);
        Connection connection = standin.connect(standin.newCdcDatabase())) {
      String idle = "SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE tran_id = 0x00";
      while (Integer.parseInt(one(connection, idle)) < 2) {
        Thread.onSpinWait();
      }
      assertThat(one(connection, "SELECT COUNT(*) FROM cdc.lsn_time_mapping WHERE tran_id <> 0x00"))
          .isEqualTo("0");
    }
  }

  @Test
  void aPausedCaptureHoldsMaxLsnUntilItGoesOn() throws Exception {
    StandinOptions options = StandinOptions.defaults().withIdleInterval(Duration.ofHours(1));
    try (TestingStandin standin = new TestingStandin(options)) {
      String database = standin.newCdcDatabase();
      try (Connection connection = standin.connect(database)) {
        execute(connection, "CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
        enable(connection, "t");
        standin.server().pauseCapture(database, true);
        execute(connection, "INSERT INTO t VALUES (1)");
        assertThat(one(connection, "SELECT sys.fn_cdc_get_max_lsn()")).isEqualTo("null");
        standin.server().pauseCapture(database, false);
        while (one(connection, "SELECT sys.fn_cdc_get_max_lsn()").equals("null")) {
          Thread.onSpinWait();
        }
        assertThat(one(connection, "SELECT COUNT(*) FROM cdc.dbo_t_CT")).isEqualTo("1");
      }
    }
  }
}
