package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestDataChanges {
  @BeforeEach
  void create(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE t (id int NOT NULL PRIMARY KEY, n int, s varchar(20))",
        "INSERT INTO t VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 30, 'c')",
        "CREATE TABLE u (id int, m int)",
        "INSERT INTO u VALUES (1, 100), (3, 300), (3, 300), (4, 400)");
  }

  private static void rowsAre(TestDatabase db, String... rows) throws SQLException {
    assertThat(db.rows("SELECT * FROM t ORDER BY id")).containsExactly(rows);
  }

  @Test
  void anUpdateMayTakeValuesFromAJoin(TestDatabase db) throws SQLException {
    assertThat(
            db.update(
                "UPDATE t SET n = u.m + ?, t.s = 'x' FROM t JOIN u ON u.id = t.id WHERE u.m > 0",
                1))
        .isEqualTo(2);
    rowsAre(db, "1|101|x", "2|20|b", "3|301|x");
    db.execute("UPDATE x SET n += 5 FROM dbo.t AS x INNER JOIN u y ON y.id = x.id AND y.m = 100");
    rowsAre(db, "1|106|x", "2|20|b", "3|301|x");
    db.execute("UPDATE t SET s = 'y' FROM u WHERE u.id = t.id AND u.m = 100");
    rowsAre(db, "1|106|y", "2|20|b", "3|301|x");
  }

  @Test
  void aDeleteMayJoin(TestDatabase db) throws SQLException {
    assertThat(db.update("DELETE x FROM t x JOIN u ON u.id = x.id WHERE u.m = 300")).isEqualTo(1);
    rowsAre(db, "1|10|a", "2|20|b");
    db.execute("DELETE FROM t FROM t LEFT JOIN u ON u.id = t.id WHERE u.id IS NULL");
    rowsAre(db, "1|10|a");
    db.execute("DELETE t");
    rowsAre(db);
  }

  @Test
  void topLimitsAChange(TestDatabase db) throws SQLException {
    assertThat(db.update("UPDATE TOP (2) t SET s = 'z'")).isEqualTo(2);
    assertThat(db.one("SELECT COUNT(*) FROM t WHERE s = 'z'")).isEqualTo("2");
    assertThat(db.update("DELETE TOP (?) FROM t WHERE s = 'z'", 1)).isEqualTo(1);
    assertThat(db.update("INSERT TOP (1) INTO t (id, n) SELECT id + 10, m FROM u")).isEqualTo(1);
    assertThat(db.one("SELECT COUNT(*) FROM t")).isEqualTo("3");
  }

  @Test
  void aCommonTableExpressionMayStandBeforeAChange(TestDatabase db) throws SQLException {
    db.execute(
        "WITH c AS (SELECT id, MAX(m) AS m FROM u GROUP BY id)"
            + " UPDATE t SET n = c.m FROM t JOIN c ON c.id = t.id");
    rowsAre(db, "1|100|a", "2|20|b", "3|300|c");
    db.execute("WITH c AS (SELECT TOP 1 * FROM t ORDER BY n DESC) UPDATE c SET s = 'top'");
    rowsAre(db, "1|100|a", "2|20|b", "3|300|top");
    db.execute(
        "WITH c AS (SELECT ROW_NUMBER() OVER (PARTITION BY id ORDER BY m) AS r FROM u)"
            + " DELETE FROM c WHERE r > 1");
    assertThat(db.rows("SELECT id FROM u ORDER BY id")).containsExactly("1", "3", "4");
    db.execute("WITH c AS (SELECT id FROM u WHERE id = 4) INSERT INTO t (id) SELECT id FROM c");
    rowsAre(db, "1|100|a", "2|20|b", "3|300|top", "4|null|null");
  }

  @Test
  void outputTellsWhatChanged(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE i (id int IDENTITY, m money, twice AS (m * 2))");
    assertThat(
            db.rows(
                "INSERT INTO i (m) OUTPUT inserted.id, inserted.m, INSERTED.twice VALUES (1), (2)"))
        .containsExactly("1|1.0000|2.0000", "2|2.0000|4.0000");
    assertThat(db.rows("UPDATE t SET n = n + 1 OUTPUT inserted.id, inserted.n WHERE id < 3"))
        .containsExactlyInAnyOrder("1|11", "2|21");
    assertThat(db.rows("UPDATE t SET n = 0 OUTPUT deleted.n WHERE id = 1")).containsExactly("11");
    assertThat(db.rows("DELETE FROM t OUTPUT deleted.* WHERE id = 2")).containsExactly("2|21|b");
    assertThat(
            db.rows(
                "DECLARE @d TABLE (id int, s varchar(20));"
                    + " SET NOCOUNT ON; DELETE FROM t OUTPUT deleted.id, deleted.s INTO @d;"
                    + " SELECT * FROM @d ORDER BY id"))
        .containsExactly("1|a", "3|c");
    rowsAre(db);
  }

  @Test
  void keysMayPassEachOtherWithinAStatement(TestDatabase db) throws SQLException {
    db.execute("UPDATE t SET id = id + 1");
    rowsAre(db, "2|10|a", "3|20|b", "4|30|c");
    db.execute("UPDATE t SET id = id - 1");
    rowsAre(db, "1|10|a", "2|20|b", "3|30|c");
    db.execute("CREATE TABLE k (a int, b int NOT NULL UNIQUE)", "INSERT k VALUES (1, 1), (2, 2)");
    db.execute("UPDATE k SET b = 3 - b");
    assertThat(db.rows("SELECT a, b FROM k ORDER BY a")).containsExactly("1|2", "2|1");
  }

  @Test
  void changesThroughAJoinAreCaptured(TestDatabase db) throws SQLException {
    db.enableCdc();
    db.track("t");
    db.execute("UPDATE t SET n = u.m FROM t JOIN u ON u.id = t.id WHERE u.id = 1");
    db.execute("DELETE t FROM t JOIN u ON u.id = t.id WHERE u.id = 3");
    db.rows("INSERT INTO t OUTPUT inserted.id VALUES (9, 9, 'i')");
    db.capture();
    assertThat(db.changes("dbo_t", "id, n"))
        .containsExactly("3|1|10", "4|1|100", "1|3|30", "2|9|9");
  }

  @Test
  void anIntegerColumnTakesNoFraction(TestDatabase db) throws SQLException {
    db.execute(
        "INSERT INTO t (id, n) VALUES (7, 1.9), (8, 7 / 2.0), (9, -1.9)",
        "UPDATE t SET n = n * 1.19 WHERE id = 1",
        "UPDATE t SET n = u.m / 7.0 FROM t JOIN u ON u.id = t.id WHERE t.id = 3",
        "UPDATE t SET n /= 3 WHERE id = 2");
    assertThat(db.rows("SELECT id, n FROM t ORDER BY id"))
        .containsExactly("1|11", "2|6", "3|42", "7|1", "8|3", "9|-1");
  }
}
