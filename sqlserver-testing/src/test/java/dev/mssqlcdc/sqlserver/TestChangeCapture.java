package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.changes;
import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestChangeCapture {
  private static final String ZERO = "00000000000000000000";
  private static final String MAX_LSN = "SELECT sys.fn_cdc_get_max_lsn()";

  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void connect(TestDatabase db) throws SQLException {
    database = db;
    connection = db.connection();
    db.enableCdc();
    execute(
        connection,
        "CREATE TABLE dbo.t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int,"
            + " n nvarchar(max), twice AS a * 2, x text)");
    database.track("t");
  }

  @Test
  void eachKindOfChangeHasItsOperations() throws SQLException {
    update(connection, "INSERT INTO t (id, a) VALUES (1, 10)");
    update(connection, "UPDATE t SET a = 11 WHERE id = 1");
    update(connection, "UPDATE t SET id = 2 WHERE id = 1");
    update(connection, "DELETE FROM t WHERE id = 2");
    database.capture();
    assertThat(changes(connection, "dbo_t", "id, a, twice"))
        .containsExactly(
            "2|1|10|null",
            "3|1|10|null",
            "4|1|11|null",
            "1|1|11|null",
            "2|2|11|null",
            "1|2|11|null");
  }

  @Test
  void anUpdateThatMovesManyRowsBetweenKeysDeletesAllBeforeItInserts() throws SQLException {
    update(connection, "INSERT INTO t (id) VALUES (1), (2)");
    update(connection, "UPDATE t SET id = id + 10, a = 5");
    database.capture();
    assertThat(changes(connection, "dbo_t", "id").subList(2, 6))
        .containsExactly("1|1", "1|2", "2|11", "2|12");
  }

  @Test
  void theUpdateMaskNamesTheChangedColumns() throws SQLException {
    update(connection, "INSERT INTO t (id, a, n) VALUES (1, 1, 'x')");
    update(connection, "UPDATE t SET n = 'y' WHERE id = 1");
    update(connection, "UPDATE t SET a = 2, n = 'Y' WHERE id = 1");
    database.capture();
    assertThat(changes(connection, "dbo_t", "__$update_mask"))
        .containsExactly("2|1F", "3|04", "4|04", "3|06", "4|06");
    assertThat(
            rows(
                connection,
                "SELECT DISTINCT sys.fn_cdc_has_column_changed('dbo_t', 'n', __$update_mask),"
                    + " sys.fn_cdc_is_bit_set(sys.fn_cdc_get_column_ordinal('dbo_t', 'x'),"
                    + " __$update_mask) FROM cdc.dbo_t_CT WHERE __$operation = 4"))
        .containsExactly("1|0");
  }

  @Test
  void valuesThatChangeDataCaptureDoesNotKeepAreNull() throws SQLException {
    update(connection, "INSERT INTO t (id, a, n, x) VALUES (1, 1, 'n', 'x')");
    update(connection, "UPDATE t SET a = 2 WHERE id = 1");
    update(connection, "UPDATE t SET n = 'm' WHERE id = 1");
    update(connection, "DELETE FROM t");
    database.capture();
    assertThat(changes(connection, "dbo_t", "a, n, x"))
        .containsExactly(
            "2|1|n|x", "3|1|null|null", "4|2|n|x", "3|2|n|null", "4|2|m|x", "1|2|m|null");
  }

  @Test
  void anUpdateThatChangesNothingLeavesNoRowAndNoEntry() throws SQLException {
    update(connection, "INSERT INTO t (id, a) VALUES (1, 1)");
    database.capture();
    String before = one(connection, MAX_LSN);
    update(connection, "UPDATE t SET a = a");
    update(connection, "UPDATE t SET a = 7 WHERE id = 99");
    database.capture();
    assertThat(one(connection, MAX_LSN)).isEqualTo(before);
    assertThat(changes(connection, "dbo_t", "a")).containsExactly("2|1");
  }

  @Test
  void whatIsRolledBackLeavesNoTrace() throws SQLException {
    connection.setAutoCommit(false);
    update(connection, "INSERT INTO t (id) VALUES (1)");
    connection.rollback();
    update(connection, "INSERT INTO t (id) VALUES (2)");
    Savepoint savepoint = connection.setSavepoint("s");
    update(connection, "INSERT INTO t (id) VALUES (3)");
    connection.rollback(savepoint);
    assertThatThrownBy(() -> update(connection, "INSERT INTO t (id) VALUES (4), (2)"))
        .hasMessageContaining("PK_t");
    update(connection, "INSERT INTO t (id) VALUES (5)");
    connection.commit();
    connection.setAutoCommit(true);
    database.capture();
    assertThat(changes(connection, "dbo_t", "id")).containsExactly("2|2", "2|5");
  }

  @Test
  void oneTransactionSharesItsLsnAcrossTablesAndHasOneEntryOfItsTime() throws SQLException {
    execute(connection, "CREATE TABLE u (id int NOT NULL PRIMARY KEY)");
    database.track("u");
    connection.setAutoCommit(false);
    update(connection, "INSERT INTO t (id) VALUES (1)");
    update(connection, "INSERT INTO u (id) VALUES (1), (2)");
    update(connection, "UPDATE t SET a = 1");
    connection.commit();
    connection.setAutoCommit(true);
    database.capture();
    List<String> lsns =
        rows(
            connection,
            "SELECT __$start_lsn FROM cdc.dbo_t_CT UNION SELECT __$start_lsn FROM cdc.dbo_u_CT");
    assertThat(lsns).hasSize(1).containsExactly(one(connection, MAX_LSN));
    assertThat(
            rows(
                connection,
                "SELECT m.start_lsn, CASE WHEN m.tran_id = 0x00 THEN 1 ELSE 0"
                    + " END FROM cdc.lsn_time_mapping m JOIN cdc.dbo_t_CT c ON c.__$start_lsn ="
                    + " m.start_lsn WHERE c.__$operation = 2"))
        .containsExactly(lsns.get(0) + "|0");
    assertThat(
            rows(
                connection,
                "SELECT __$command_id FROM cdc.dbo_t_CT UNION ALL SELECT __$command_id FROM"
                    + " cdc.dbo_u_CT ORDER BY 1"))
        .containsExactly("1", "2", "3", "4", "4");
  }

  @Test
  void mergeAndCascadesAreCapturedAsTheRowsTheyChange() throws SQLException {
    execute(
        connection,
        "CREATE TABLE child (id int NOT NULL PRIMARY KEY, t int REFERENCES t (id) ON DELETE"
            + " CASCADE)");
    database.track("child");
    update(connection, "INSERT INTO t (id, a) VALUES (1, 1), (2, 2), (3, 3)");
    update(connection, "INSERT INTO child VALUES (10, 1), (20, 2), (21, 2)");
    update(connection, "DELETE FROM t WHERE id < 3");
    update(
        connection,
        "MERGE INTO t USING (VALUES (3, 33), (4, 44)) AS s (id, a) ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET a = s.a"
            + " WHEN NOT MATCHED THEN INSERT (id, a) VALUES (s.id, s.a);");
    database.capture();
    assertThat(changes(connection, "dbo_t", "id, a"))
        .containsExactlyInAnyOrder(
            "2|1|1", "2|2|2", "2|3|3", "1|1|1", "1|2|2", "3|3|3", "4|3|33", "2|4|44");
    assertThat(changes(connection, "dbo_child", "id"))
        .containsExactlyInAnyOrder("2|10", "2|20", "2|21", "1|10", "1|20", "1|21");
  }

  @Test
  void captureLagsBehindTheCommits() throws SQLException {
    assertThat(one(connection, MAX_LSN)).isEqualTo("null");
    update(connection, "INSERT INTO t (id) VALUES (1)");
    assertThat(one(connection, MAX_LSN)).isEqualTo("null");
    assertThat(one(connection, "SELECT sys.fn_cdc_get_min_lsn('dbo_t')")).isEqualTo(ZERO);
    assertThat(changes(connection, "dbo_t", "id")).isEmpty();
    database.capture();
    assertThat(one(connection, MAX_LSN)).isGreaterThan(ZERO);
    assertThat(one(connection, "SELECT sys.fn_cdc_get_min_lsn('dbo_t')"))
        .isEqualTo(one(connection, "SELECT start_lsn FROM cdc.change_tables"))
        .isLessThan(one(connection, MAX_LSN));
    assertThat(one(connection, "SELECT sys.fn_cdc_get_min_lsn('nope')")).isEqualTo(ZERO);
  }

  @Test
  void lsnFunctionsCountAndMapToTime() throws SQLException {
    update(connection, "INSERT INTO t (id) VALUES (1)");
    database.capture();
    assertThat(
            one(
                connection,
                "SELECT sys.fn_cdc_decrement_lsn(sys.fn_cdc_increment_lsn("
                    + "sys.fn_cdc_get_max_lsn()))"))
        .isEqualTo(one(connection, MAX_LSN));
    assertThat(one(connection, "SELECT sys.fn_cdc_increment_lsn(0x000000250000FFFFFFFF)"))
        .isEqualTo("00000025000100000000");
    assertThat(
            one(
                connection,
                "SELECT sys.fn_cdc_map_time_to_lsn('largest less than or equal',"
                    + " sys.fn_cdc_map_lsn_to_time(sys.fn_cdc_get_max_lsn()))"))
        .isEqualTo(one(connection, MAX_LSN));
  }

  @Test
  void theChangeFunctionReadsARangeAndRefusesAWrongOne() throws SQLException {
    update(connection, "INSERT INTO t (id, a) VALUES (1, 1)");
    update(connection, "UPDATE t SET a = 2");
    database.capture();
    String all =
        "DECLARE @from binary(10) = sys.fn_cdc_get_min_lsn('dbo_t'), @to binary(10) ="
            + " sys.fn_cdc_get_max_lsn(); SELECT __$operation, a FROM"
            + " cdc.fn_cdc_get_all_changes_dbo_t(@from, @to, N'%s') ORDER BY __$seqval,"
            + " __$operation";
    assertThat(rows(connection, all.formatted("all"))).containsExactly("2|1", "4|2");
    assertThat(rows(connection, all.formatted("all update old")))
        .containsExactly("2|1", "3|1", "4|2");
    assertThatThrownBy(
            () ->
                rows(
                    connection,
                    "SELECT * FROM cdc.fn_cdc_get_all_changes_dbo_t(0x00, 0x01, N'all')"))
        .extracting(e -> ((SQLException) e).getErrorCode())
        .isEqualTo(313);
  }

  @Test
  void aRangeStartsBehindItsLowerBoundWhateverTheBoundIs() throws SQLException {
    update(connection, "INSERT INTO t (id) VALUES (1), (2)");
    update(connection, "INSERT INTO t (id) VALUES (3)");
    database.capture();
    byte[] first =
        HexFormat.of().parseHex(one(connection, "SELECT MIN(__$start_lsn) FROM cdc.dbo_t_CT"));
    byte[] highest = new byte[10];
    Arrays.fill(highest, (byte) 0xFF);
    String above = "SELECT c.id FROM cdc.dbo_t_CT AS c WHERE NOT c.__$start_lsn > ? ORDER BY c.id";
    assertThat(rows(connection, above, (Object) first)).containsExactly("1", "2");
    String read = "SELECT id FROM cdc.dbo_t_CT WHERE __$start_lsn > ?";
    assertThat(rows(connection, read, (Object) first)).containsExactly("3");
    assertThat(rows(connection, read, (Object) highest)).isEmpty();
    assertThat(rows(connection, read, (Object) new byte[10])).hasSize(3);
  }
}
