package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits, their order, their times, and the functions that read a range of them. */
@SqlServerTest
class TestCommits {
  private static final String RANGE =
      "DECLARE @from binary(10) = %s, @to binary(10) = %s; SELECT __$operation, id, a FROM"
          + " cdc.fn_cdc_get_all_changes_t(@from, @to, %s) ORDER BY __$start_lsn, __$seqval,"
          + " __$operation";

  private History history;

  @BeforeEach
  void enable(TestDatabase db) throws SQLException {
    history = new History(db);
    history.run(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int)",
        "CREATE TABLE u (id int NOT NULL PRIMARY KEY)",
        "CREATE TABLE untracked (id int NOT NULL PRIMARY KEY)");
    history.enable("t", "t");
    history.enable("u", "u");
  }

  @Test
  void aTransactionSharesOneLsnInAllChangeTables() throws SQLException {
    history
        .db()
        .transaction(
            "INSERT INTO t VALUES (1, 1)",
            "INSERT INTO u VALUES (1)",
            "UPDATE t SET a = 2",
            "DELETE FROM u");
    history.run("INSERT INTO u VALUES (2)");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly("1.1 insert 03: 1|1", "1.3 before 02: 1|1", "1.3 after 02: 1|2");
    assertThat(history.changes("u"))
        .containsExactly("1.2 insert 01: 1", "1.4 delete 01: 1", "2.1 insert 01: 2");
  }

  @Test
  void theOrderIsThatOfTheCommitsNotOfTheStatements() throws SQLException {
    try (Connection late = history.db().connect()) {
      late.setAutoCommit(false);
      try (var statement = late.createStatement()) {
        statement.execute("INSERT INTO t VALUES (1, 1)");
      }
      history.run("INSERT INTO u VALUES (2)");
      late.commit();
    }
    history.capture();
    assertThat(history.changes("u")).containsExactly("1.1 insert 01: 2");
    assertThat(history.changes("t")).containsExactly("2.1 insert 03: 1|1");
  }

  @Test
  void manyRowsThatMoveBetweenKeysAreDeletedAndInsertedOrUpdatedPerKey() throws SQLException {
    history.run("INSERT INTO t VALUES (1, 10)", "INSERT INTO t VALUES (2, 20)");
    history.run("UPDATE t SET id = id + 10 WHERE id < 10");
    history.run("UPDATE t SET id = 33 - id - 10 WHERE id > 10");
    history.capture();
    List<String> changes =
        history.changes("t").stream().map(c -> c.replaceFirst("\\.\\d+ ", " ")).toList();
    assertThat(changes.subList(2, 6))
        .containsExactlyInAnyOrder(
            "3 delete 03: 1|10", "3 delete 03: 2|20", "3 insert 03: 11|10", "3 insert 03: 12|20");
    assertThat(changes.subList(2, 4)).allMatch(change -> change.startsWith("3 delete"));
    List<String> swapped = changes.subList(6, changes.size());
    List<String> moved =
        List.of(
            "4 delete 03: 11|10", "4 delete 03: 12|20", "4 insert 03: 12|10", "4 insert 03: 11|20");
    List<String> collapsed =
        List.of(
            "4 before 02: 11|10", "4 after 02: 11|20", "4 before 02: 12|20", "4 after 02: 12|10");
    // a server may show a key that one row leaves and another takes as an update of that key
    assertThat(List.copyOf(swapped).stream().sorted().toList())
        .isIn(moved.stream().sorted().toList(), collapsed.stream().sorted().toList());
  }

  @Test
  void mergeIsCapturedAsTheChangesItMakes() throws SQLException {
    history.run("INSERT INTO t VALUES (1, 10)", "INSERT INTO t VALUES (2, 20)");
    history.run(
        "MERGE INTO t USING (VALUES (1, 11), (3, 30)) AS s (id, a) ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET a = s.a"
            + " WHEN NOT MATCHED THEN INSERT (id, a) VALUES (s.id, s.a);");
    history.capture();
    assertThat(history.changes("t").subList(2, 5).stream().map(c -> c.substring(4)))
        .containsExactlyInAnyOrder("before 02: 1|10", "after 02: 1|11", "insert 03: 3|30");
  }

  @Test
  void writesToOtherTablesLeaveNoTrace() throws SQLException {
    history.run("INSERT INTO t VALUES (1, 1)");
    history.capture();
    String max = history.maxLsn();
    history.run("INSERT INTO untracked VALUES (1)");
    history.capture();
    assertThat(
            history
                .db()
                .rows(
                    "SELECT * FROM cdc.lsn_time_mapping WHERE tran_id <> 0x00 AND start_lsn > 0x"
                        + max))
        .isEmpty();
  }

  @Test
  void lsnsAreCountedAndMappedToTheTimesOfTheirCommits() throws SQLException {
    history.run("INSERT INTO t VALUES (1, 1)");
    history.capture();
    String lsn = history.commit(1);
    assertThat(history.db().one("SELECT sys.fn_cdc_increment_lsn(0x000000250000FFFFFFFF)"))
        .isEqualTo("00000025000100000000");
    assertThat(
            history
                .db()
                .one(
                    "SELECT sys.fn_cdc_decrement_lsn(sys.fn_cdc_increment_lsn("
                        + lsn
                        + ")), "
                        + "sys.fn_cdc_map_time_to_lsn('largest less than or equal',"
                        + " sys.fn_cdc_map_lsn_to_time("
                        + lsn
                        + ")), sys.fn_cdc_map_time_to_lsn('smallest greater than or equal',"
                        + " sys.fn_cdc_map_lsn_to_time("
                        + lsn
                        + "))"))
        .isEqualTo(String.join("|", lsn.substring(2), lsn.substring(2), lsn.substring(2)));
    assertThat(
            history
                .db()
                .rows(
                    "SELECT DATEDIFF(second, tran_end_time, GETDATE()) / 60 FROM"
                        + " cdc.lsn_time_mapping WHERE start_lsn = "
                        + lsn))
        .containsExactly("0");
    assertThat(history.db().one("SELECT sys.fn_cdc_map_lsn_to_time(0x00)")).isEqualTo("null");
    assertThat(
            history
                .db()
                .one("SELECT sys.fn_cdc_map_time_to_lsn('largest less than', '2000-01-01')"))
        .isEqualTo("null");
  }

  @Test
  void theFunctionOfAllChangesReadsARangeWithOrWithoutBeforeImages() throws SQLException {
    history.run("INSERT INTO t VALUES (1, 1)", "UPDATE t SET a = 2", "DELETE FROM t");
    history.capture();
    String first = history.commit(1);
    String last = history.commit(3);
    assertThat(history.db().rows(RANGE.formatted(first, last, "N'all'")))
        .containsExactly("2|1|1", "4|1|2", "1|1|2");
    assertThat(history.db().rows(RANGE.formatted(first, last, "N'all update old'")))
        .containsExactly("2|1|1", "3|1|1", "4|1|2", "1|1|2");
    assertThat(history.db().rows(RANGE.formatted(history.commit(2), history.commit(2), "N'all'")))
        .containsExactly("4|1|2");
  }

  @Test
  void aRangeThatIsNotTheInstancesIsRefused() throws SQLException {
    history.run("INSERT INTO t VALUES (1, 1)", "UPDATE t SET a = 2");
    history.capture();
    String min = "0x" + history.minLsn("t");
    String max = "0x" + history.maxLsn();
    assertThat(history.db().rows(RANGE.formatted(min, max, "N'all'"))).hasSize(2);
    for (String range :
        List.of(
            RANGE.formatted("sys.fn_cdc_decrement_lsn(" + min + ")", max, "N'all'"),
            RANGE.formatted(min, "sys.fn_cdc_increment_lsn(" + max + ")", "N'all'"),
            RANGE.formatted(history.commit(2), history.commit(1), "N'all'"),
            RANGE.formatted("NULL", max, "N'all'"),
            RANGE.formatted(min, max, "N'nothing'"))) {
      assertThat(history.error(range)).as(range).isEqualTo(313);
    }
    assertThat(history.error("SELECT * FROM cdc.fn_cdc_get_all_changes_nope(0x00, 0x00, N'all')"))
        .isEqualTo(208);
  }

  @Test
  void masksNameTheChangedColumnsByTheirOrdinals() throws SQLException {
    StringBuilder columns = new StringBuilder("CREATE TABLE wide (id int NOT NULL PRIMARY KEY");
    for (int i = 2; i <= 17; i++) {
      columns.append(", c").append(i).append(" int");
    }
    history.run(columns + ")");
    history.enable("wide", "wide");
    history.run(
        "INSERT INTO wide (id) VALUES (1)",
        "UPDATE wide SET c2 = 1, c9 = 1, c17 = 1",
        "UPDATE wide SET c8 = 1");
    history.capture();
    assertThat(
            history
                .db()
                .rows(
                    "SELECT __$update_mask, sys.fn_cdc_is_bit_set(sys.fn_cdc_get_column_ordinal("
                        + "'wide', 'c9'), __$update_mask), sys.fn_cdc_has_column_changed('wide',"
                        + " 'c8', __$update_mask) FROM cdc.wide_CT WHERE __$operation IN (2, 4)"
                        + " ORDER BY __$start_lsn"))
        .containsExactly("01FFFF|1|1", "010102|1|0", "000080|0|1");
  }
}
