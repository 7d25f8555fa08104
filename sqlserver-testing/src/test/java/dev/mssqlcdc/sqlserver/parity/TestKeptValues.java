package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The values that change data capture does not keep, and when. */
@SqlServerTest
class TestKeptValues {
  private History history;

  @BeforeEach
  void enableCdc(TestDatabase db) throws SQLException {
    history = new History(db);
  }

  private void create(String columns) throws SQLException {
    history.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int, " + columns + ")");
    history.enable("t", "t");
  }

  @Test
  void aComputedColumnIsNullInEveryChangeThoughTheTableHasIt() throws SQLException {
    create("twice AS (a * 2), kept AS (a * 3) PERSISTED");
    history.run("INSERT INTO t (id, a) VALUES (1, 10)", "UPDATE t SET a = 11");
    assertThat(history.db().rows("SELECT * FROM t")).containsExactly("1|11|22|33");
    history.run("DELETE FROM t");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly(
            "1.1 insert 0F: 1|10|null|null",
            "2.1 before 02: 1|10|null|null",
            "2.1 after 02: 1|11|null|null",
            "3.1 delete 0F: 1|11|null|null");
  }

  @Test
  void aMaxColumnIsMissingBeforeAnUpdateThatLeftItAlone() throws SQLException {
    create("v varchar(max), n nvarchar(max), b varbinary(max)");
    history.run(
        "INSERT INTO t VALUES (1, 1, 'v', N'n', 0xB0)",
        "UPDATE t SET a = 2",
        "UPDATE t SET n = N'm', b = NULL",
        "DELETE FROM t");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly(
            "1.1 insert 1F: 1|1|v|n|B0",
            "2.1 before 02: 1|1|null|null|null",
            "2.1 after 02: 1|2|v|n|B0",
            "3.1 before 18: 1|2|null|n|B0",
            "3.1 after 18: 1|2|v|m|null",
            "4.1 delete 1F: 1|2|v|m|null");
  }

  @Test
  void textAndImageAreMissingInEveryImageOfWhatWas() throws SQLException {
    create("x text, y ntext, z image");
    history.run(
        "INSERT INTO t VALUES (1, 1, 'x', N'y', 0xB0)",
        "UPDATE t SET a = 2, x = 'xx'",
        "DELETE FROM t");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly(
            "1.1 insert 1F: 1|1|x|y|B0",
            "2.1 before 06: 1|1|null|null|null",
            "2.1 after 06: 1|2|xx|y|B0",
            "3.1 delete 1F: 1|2|null|null|null");
  }

  @Test
  void aListOfColumnsLeavesTheOthersAndTheirUpdatesOut() throws SQLException {
    history.run(
        "CREATE TABLE t (id int NOT NULL CONSTRAINT PK_t PRIMARY KEY, a int, b int, c int)");
    history.enable("t", "t", "@captured_column_list = N'id, [c]'");
    history.run(
        "INSERT INTO t VALUES (1, 2, 3, 4)", "UPDATE t SET b = 30, c = 40", "DELETE FROM t");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly(
            "1.1 insert 03: 1|4",
            "2.1 before 02: 1|4",
            "2.1 after 02: 1|40",
            "3.1 delete 03: 1|40");
    assertThat(history.db().one("SELECT sys.fn_cdc_get_column_ordinal('t', 'c')")).isEqualTo("2");
    assertThat(history.db().one("SELECT sys.fn_cdc_get_column_ordinal('t', 'a')"))
        .isEqualTo("null");
  }

  @Test
  void deletesThatAConstraintMakesAreCaptured() throws SQLException {
    create("b int");
    history.run(
        "CREATE TABLE child (id int NOT NULL PRIMARY KEY, t int NOT NULL REFERENCES t (id) ON"
            + " DELETE CASCADE)");
    history.enable("child", "child");
    history.run(
        "INSERT INTO t (id) VALUES (1)", "INSERT INTO child VALUES (10, 1)", "DELETE FROM t");
    history.capture();
    assertThat(history.changes("child").stream().map(c -> c.replaceFirst("\\.\\d+ ", " ")))
        .containsExactly("2 insert 03: 10|1", "3 delete 03: 10|1");
  }
}
