package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The life of one table under change data capture, scene by scene, from its enabling to its end.
 * Each scene goes on where the one before ended, and looks at all that the history has left.
 */
@SqlServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TestHistory {
  private static final String ZERO = "00000000000000000000";
  private static final String HISTORY =
      "SELECT h.ddl_lsn, t.capture_instance, h.required_column_update, h.ddl_command FROM"
          + " cdc.ddl_history h JOIN cdc.change_tables t ON t.object_id = h.object_id ORDER BY"
          + " h.ddl_lsn, t.capture_instance";
  private static final String INSTANCES =
      "SELECT start_lsn, capture_instance, OBJECT_NAME(source_object_id), OBJECT_NAME(object_id),"
          + " end_lsn, supports_net_changes, role_name, index_name FROM cdc.change_tables"
          + " ORDER BY capture_instance";
  private static final String COLUMNS =
      "SELECT t.capture_instance, c.column_ordinal, c.column_name, c.column_id, c.column_type,"
          + " c.is_computed FROM cdc.captured_columns c JOIN cdc.change_tables t ON t.object_id ="
          + " c.object_id ORDER BY t.capture_instance, c.column_ordinal";

  private History history;

  @BeforeAll
  void enableTheDatabase(SqlServer server) throws SQLException {
    history = new History(server.createDatabase());
  }

  @AfterAll
  void dropTheDatabase() throws SQLException {
    history.close();
  }

  @Test
  @Order(1)
  void enablingATableMakesAnInstanceThatIsListedAtOnceAndNotReachedYet() throws SQLException {
    history.run(
        "CREATE TABLE dbo.customer (id int NOT NULL CONSTRAINT PK_customer PRIMARY KEY, name"
            + " nvarchar(20) NOT NULL, credit int, plus_one AS (credit + 1), tag smallint)",
        "INSERT INTO dbo.customer (id, name) VALUES (100, N'before')");
    history.enable("customer", "one", "@supports_net_changes = 1");
    assertThat(history.byLsn(INSTANCES))
        .containsExactly("after 0|one|customer|one_CT|null|1|null|PK_customer");
    assertThat(history.db().rows(COLUMNS))
        .containsExactly(
            "one|1|id|1|int|0",
            "one|2|name|2|nvarchar|0",
            "one|3|credit|3|int|0",
            "one|4|plus_one|4|int|1",
            "one|5|tag|5|smallint|0");
    assertThat(
            history
                .db()
                .rows("SELECT column_name, index_ordinal, column_id FROM cdc.index_columns"))
        .containsExactly("id|1|1");
    assertThat(history.db().rows("SELECT * FROM cdc.ddl_history")).isEmpty();
    assertThat(history.minLsn("one")).isEqualTo(ZERO);
    assertThat(history.changes("one")).isEmpty();
  }

  @Test
  @Order(2)
  void aCommitIsSeenOnceCaptureHasReadIt() throws SQLException {
    history.run("INSERT INTO customer (id, name, credit, tag) VALUES (1, N'Ann', 10, 5)");
    assertThat(history.changes("one")).isEmpty();
    history.capture();
    assertThat(history.changes("one")).containsExactly("1.1 insert 1F: 1|Ann|10|null|5");
    assertThat(history.at(history.minLsn("one"))).isEqualTo("after 0");
    assertThat(history.maxLsn()).isGreaterThanOrEqualTo(history.commit(1).substring(2));
  }

  @Test
  @Order(3)
  void updatesHaveTwoImagesAndAMaskAndDeletesTheRowThatWas() throws SQLException {
    history.run(
        "UPDATE customer SET credit = 11 WHERE id = 1",
        "UPDATE customer SET name = N'Anna', tag = NULL WHERE id = 1",
        "DELETE FROM customer WHERE id = 1");
    history.capture();
    assertThat(history.changes("one").subList(1, 6))
        .containsExactly(
            "2.1 before 04: 1|Ann|10|null|5",
            "2.1 after 04: 1|Ann|11|null|5",
            "3.1 before 12: 1|Ann|11|null|5",
            "3.1 after 12: 1|Anna|11|null|null",
            "4.1 delete 1F: 1|Anna|11|null|null");
  }

  @Test
  @Order(4)
  void whatChangesNothingOrIsRolledBackLeavesNoRow() throws SQLException {
    history.run(
        "UPDATE customer SET name = name WHERE id = 100",
        "UPDATE customer SET credit = 1 WHERE id = 999",
        "BEGIN TRANSACTION; DELETE FROM customer; ROLLBACK");
    history.db().connection().setAutoCommit(false);
    history.run("INSERT INTO customer (id, name) VALUES (2, N'Bob')");
    var savepoint = history.db().connection().setSavepoint("s");
    history.run("INSERT INTO customer (id, name) VALUES (3, N'undone')");
    history.db().connection().rollback(savepoint);
    history.run("UPDATE customer SET credit = 20 WHERE id = 2");
    history.db().connection().commit();
    history.db().connection().setAutoCommit(true);
    history.capture();
    assertThat(history.changes("one").subList(6, 9))
        .containsExactly(
            "5.1 insert 1F: 2|Bob|null|null|null",
            "5.2 before 04: 2|Bob|null|null|null",
            "5.2 after 04: 2|Bob|20|null|null");
    assertThat(history.commits()).isEqualTo(5);
  }

  @Test
  @Order(5)
  void aNewKeyIsARowDeletedAndARowInserted() throws SQLException {
    history.run("UPDATE customer SET id = 3 WHERE id = 2");
    history.capture();
    List<String> changes = history.changes("one");
    assertThat(changes.subList(9, 11).stream().map(TestHistory::withoutSequence))
        .containsExactly("6 delete 1F: 2|Bob|20|null|null", "6 insert 1F: 3|Bob|20|null|null");
    assertThat(changes).hasSize(11);
  }

  private static String withoutSequence(String change) {
    return change.replaceFirst("\\.\\d+ ", " ");
  }

  @Test
  @Order(6)
  void anAddedColumnIsNotCapturedAndStandsInTheHistory() throws SQLException {
    history.run(
        "ALTER TABLE customer ADD email nvarchar(30)",
        "UPDATE customer SET email = N'only this' WHERE id = 3",
        "UPDATE customer SET email = N'x', credit = 21 WHERE id = 3");
    history.capture();
    assertThat(history.changes("one").subList(11, 13))
        .containsExactly("7.1 before 04: 3|Bob|20|null|null", "7.1 after 04: 3|Bob|21|null|null");
    assertThat(history.byLsn(HISTORY))
        .containsExactly("after 6|one|0|ALTER TABLE customer ADD email nvarchar(30)");
    assertThat(history.db().rows(COLUMNS)).hasSize(5);
  }

  @Test
  @Order(7)
  void aSecondInstanceStartsAtItsEnableAndFromThereEveryCommitIsInBoth() throws SQLException {
    history.enable("customer", "two", "@supports_net_changes = 1");
    history.run("INSERT INTO customer (id, name, email) VALUES (4, N'Cleo', N'c@x')");
    history.capture();
    assertThat(history.byLsn(INSTANCES))
        .containsExactly(
            "after 0|one|customer|one_CT|null|1|null|PK_customer",
            "after 7|two|customer|two_CT|null|1|null|PK_customer");
    assertThat(history.changes("one").subList(13, 14))
        .containsExactly("8.1 insert 1F: 4|Cleo|null|null|null");
    assertThat(history.changes("two")).containsExactly("8.1 insert 3F: 4|Cleo|null|null|null|c@x");
    assertThat(
            history
                .db()
                .rows(
                    "SELECT a.id FROM cdc.one_CT a JOIN cdc.two_CT b ON a.__$start_lsn ="
                        + " b.__$start_lsn AND a.__$seqval = b.__$seqval AND a.__$operation ="
                        + " b.__$operation AND a.__$command_id <> b.__$command_id"))
        .containsExactly("4");
    // the history of the table before the instance is not the instance's
    assertThat(history.byLsn(HISTORY)).hasSize(1);
  }

  @Test
  @Order(8)
  void aThirdInstanceIsRefused() throws SQLException {
    String third =
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'customer',"
            + " @capture_instance = N'three', @role_name = NULL";
    // servers of different age name it by one or the other number
    assertThat(history.error(third)).isIn(22926, 22962);
    assertThat(history.error(third.replace("three", "two"))).isEqualTo(22926);
  }

  @Test
  @Order(9)
  void anotherTypeConvertsTheChangeTablesAndTheirRows() throws SQLException {
    history.run(
        "ALTER TABLE customer ALTER COLUMN tag int",
        "UPDATE customer SET tag = 70000 WHERE id = 4");
    history.capture();
    String columnUpdate = "ALTER TABLE customer ALTER COLUMN tag int";
    assertThat(history.byLsn(HISTORY).subList(1, 3))
        .containsExactly("after 8|one|1|" + columnUpdate, "after 8|two|1|" + columnUpdate);
    assertThat(history.changes("two").subList(1, 3))
        .containsExactly(
            "9.1 before 10: 4|Cleo|null|null|null|c@x", "9.1 after 10: 4|Cleo|null|null|70000|c@x");
    assertThat(
            history
                .db()
                .rows(
                    "SELECT DISTINCT t.name FROM sys.columns c JOIN sys.types t ON t.user_type_id ="
                        + " c.user_type_id WHERE c.name = 'tag' AND c.object_id IN (OBJECT_ID("
                        + "'cdc.one_CT'), OBJECT_ID('cdc.two_CT'))"))
        .containsExactly("int");
    assertThat(history.db().rows(COLUMNS)).contains("one|5|tag|5|int|0", "two|5|tag|5|int|0");
    assertThat(history.changes("one").get(0)).isEqualTo("1.1 insert 1F: 1|Ann|10|null|5");
  }

  @Test
  @Order(10)
  void aDroppedColumnStaysInTheChangeTableAndIsNullEvenIfItsNameComesBack() throws SQLException {
    history.run(
        "ALTER TABLE customer DROP COLUMN tag",
        "ALTER TABLE customer ADD tag int",
        "UPDATE customer SET tag = 1, name = N'Cleo II' WHERE id = 4");
    history.capture();
    assertThat(history.changes("two").subList(3, 5))
        .containsExactly(
            "10.1 before 02: 4|Cleo|null|null|null|c@x",
            "10.1 after 02: 4|Cleo II|null|null|null|c@x");
    assertThat(
            history
                .db()
                .rows(
                    "SELECT column_id FROM sys.columns WHERE object_id = OBJECT_ID('dbo.customer')"
                        + " AND name = 'tag'"))
        .containsExactly("7");
    assertThat(history.db().rows(COLUMNS)).contains("two|5|tag|5|int|0");
    assertThat(history.byLsn(HISTORY).subList(3, 7))
        .containsExactly(
            "after 9|one|0|ALTER TABLE customer DROP COLUMN tag",
            "after 9|two|0|ALTER TABLE customer DROP COLUMN tag",
            "after 9|one|0|ALTER TABLE customer ADD tag int",
            "after 9|two|0|ALTER TABLE customer ADD tag int");
  }

  @Test
  @Order(11)
  void namesAndRowsThatCaptureNeedsStay() throws SQLException {
    assertThat(history.error("EXEC sp_rename 'dbo.customer.name', 'title', 'COLUMN'"))
        .isEqualTo(4928);
    assertThat(history.error("TRUNCATE TABLE customer")).isEqualTo(4711);
    assertThat(history.error("ALTER TABLE customer ALTER COLUMN id bigint NOT NULL")).isPositive();
    assertThat(history.error("ALTER TABLE customer DROP CONSTRAINT PK_customer")).isPositive();
    assertThat(history.byLsn(HISTORY)).hasSize(7);
  }

  @Test
  @Order(12)
  void aRenamedTableIsKnownUnderItsOldInstance() throws SQLException {
    history.run("EXEC sp_rename 'dbo.customer', 'client'", "DELETE FROM client WHERE id = 100");
    history.capture();
    assertThat(history.changes("two").get(5))
        .isEqualTo("11.1 delete 3F: 100|before|null|null|null|null");
    assertThat(
            history.call(
                "sys.sp_cdc_help_change_data_capture",
                "source_schema",
                "source_table",
                "capture_instance",
                "start_lsn",
                "index_column_list",
                "captured_column_list"))
        .containsExactlyInAnyOrder(
            "dbo|client|one|after 0|[id]|[id], [name], [credit], [plus_one], [tag]",
            "dbo|client|two|after 7|[id]|[id], [name], [credit], [plus_one], [tag], [email]");
    assertThat(history.byLsn(HISTORY)).hasSize(7);
  }

  @Test
  @Order(13)
  void everyCommitHasOneEntryOfItsTime() throws SQLException {
    assertThat(
            history.byLsn(
                "SELECT m.start_lsn, COUNT(*) FROM cdc.lsn_time_mapping m WHERE m.start_lsn IN"
                    + " (SELECT __$start_lsn FROM cdc.one_CT) AND m.tran_id <> 0x00 AND"
                    + " m.tran_begin_time <= m.tran_end_time AND m.tran_begin_lsn <= m.start_lsn"
                    + " GROUP BY m.start_lsn ORDER BY m.start_lsn"))
        .containsExactly(
            "1|1", "2|1", "3|1", "4|1", "5|1", "6|1", "7|1", "8|1", "9|1", "10|1", "11|1");
    assertThat(
            history
                .db()
                .rows(
                    "SELECT a.start_lsn FROM cdc.lsn_time_mapping a JOIN cdc.lsn_time_mapping b ON"
                        + " a.start_lsn < b.start_lsn AND a.tran_end_time > b.tran_end_time"))
        .isEmpty();
  }

  @Test
  @Order(14)
  void cleanupRaisesTheLowEndOfOneInstanceAndDeletesBelowIt() throws SQLException {
    List<String> complete = history.changes("one");
    history.run(
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'one', @low_water_mark = "
            + history.commit(6)
            + ", @threshold = 100");
    // the low end moves down to the first of the commits that share its time
    String low = history.minLsn("one");
    assertThat("0x" + low).isLessThanOrEqualTo(history.commit(6));
    assertThat(history.db().rows("SELECT id FROM cdc.one_CT WHERE __$start_lsn < 0x" + low))
        .isEmpty();
    assertThat(history.changes("one"))
        .endsWith(complete.subList(9, complete.size()).toArray(String[]::new));
    assertThat(history.changes("two")).hasSize(6);
    assertThat(history.at(history.minLsn("two"))).isEqualTo("after 7");
    assertThat(history.at(history.maxLsn())).isIn("11", "after 11");
  }

  @Test
  @Order(15)
  void aDisabledInstanceIsGoneWithItsHistoryAndTheOtherStays() throws SQLException {
    history.disable("client", "one");
    assertThat(history.byLsn(INSTANCES))
        .containsExactly("after 7|two|client|two_CT|null|1|null|PK_customer");
    assertThat(history.db().rows(COLUMNS)).hasSize(6).allMatch(row -> row.startsWith("two|"));
    assertThat(history.byLsn(HISTORY)).hasSize(3).allMatch(row -> row.contains("|two|"));
    assertThat(history.minLsn("one")).isEqualTo(ZERO);
    assertThat(history.error("SELECT * FROM cdc.one_CT")).isEqualTo(208);
    assertThat(history.changes("two"))
        .containsExactly(
            "8.1 insert 3F: 4|Cleo|null|null|null|c@x",
            "9.1 before 10: 4|Cleo|null|null|null|c@x",
            "9.1 after 10: 4|Cleo|null|null|70000|c@x",
            "10.1 before 02: 4|Cleo|null|null|null|c@x",
            "10.1 after 02: 4|Cleo II|null|null|null|c@x",
            "11.1 delete 3F: 100|before|null|null|null|null");
  }

  @Test
  @Order(16)
  void aTableThatIsDroppedTakesItsInstanceWithIt() throws SQLException {
    history.run("DROP TABLE client");
    assertThat(history.db().rows("SELECT * FROM cdc.change_tables")).isEmpty();
    assertThat(history.db().rows("SELECT * FROM cdc.captured_columns")).isEmpty();
    assertThat(history.db().rows("SELECT * FROM cdc.index_columns")).isEmpty();
    assertThat(history.error("SELECT * FROM cdc.two_CT")).isEqualTo(208);
    history.run("EXEC sys.sp_cdc_disable_db");
    assertThat(history.db().one("SELECT is_cdc_enabled FROM sys.databases WHERE name = DB_NAME()"))
        .isEqualTo("0");
    assertThat(history.error("EXEC sys.sp_cdc_help_change_data_capture")).isEqualTo(22901);
  }
}
