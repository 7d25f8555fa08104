package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** uniqueidentifier sorts by its last six bytes first. */
@SqlServerTest
class TestGuidOrder {
  /** In SQL Server's order; their text sorts the other way. */
  private static final List<String> SORTED =
      List.of(
          "FF000000-0000-0000-0000-000000000000",
          "00FF0000-0000-0000-0000-000000000000",
          "000000FF-0000-0000-0000-000000000000",
          "00000000-FF00-0000-0000-000000000000",
          "00000000-0000-FF00-0000-000000000000",
          "00000000-0000-0000-FF00-000000000000",
          "00000000-0000-0000-0000-0000000000FF",
          "00000000-0000-0000-0000-FF0000000000");

  @BeforeEach
  void fill(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE g (id uniqueidentifier NOT NULL PRIMARY KEY, n int)");
    for (int i = 0; i < SORTED.size(); i++) {
      db.update("INSERT INTO g VALUES (?, ?)", SORTED.get(i), i);
    }
  }

  @Test
  void rowsSort(TestDatabase db) throws SQLException {
    assertThat(db.rows("SELECT id FROM g ORDER BY id")).isEqualTo(SORTED);
    assertThat(db.rows("SELECT id AS x FROM dbo.g AS t ORDER BY t.id DESC"))
        .isEqualTo(
            SORTED.stream().sorted((a, b) -> SORTED.indexOf(b) - SORTED.indexOf(a)).toList());
    assertThat(db.rows("SELECT x FROM (SELECT id AS x FROM g) AS d ORDER BY d.x"))
        .isEqualTo(SORTED);
    assertThat(db.rows("SELECT TOP 2 id FROM g ORDER BY id")).isEqualTo(SORTED.subList(0, 2));
    assertThat(db.rows("SELECT n FROM g ORDER BY id OFFSET 3 ROWS FETCH NEXT 2 ROWS ONLY"))
        .containsExactly("3", "4");
    assertThat(db.rows("SELECT ROW_NUMBER() OVER (ORDER BY id) - n FROM g").stream().distinct())
        .containsExactly("1");
  }

  @Test
  void comparisonsFollowTheOrder(TestDatabase db) throws SQLException {
    assertThat(db.rows("SELECT n FROM g WHERE id > ? ORDER BY n", SORTED.get(5)))
        .containsExactly("6", "7");
    assertThat(db.rows("SELECT n FROM g WHERE ? >= id ORDER BY n", SORTED.get(1)))
        .containsExactly("0", "1");
    assertThat(
            db.rows(
                "SELECT n FROM g WHERE id BETWEEN ? AND ? ORDER BY n",
                SORTED.get(2),
                SORTED.get(3)))
        .containsExactly("2", "3");
    assertThat(db.one("SELECT n FROM g WHERE id = ?", SORTED.get(4))).isEqualTo("4");
    assertThat(
            db.one(
                "DECLARE @a uniqueidentifier = '"
                    + SORTED.get(0)
                    + "', @b uniqueidentifier = '"
                    + SORTED.get(7)
                    + "'; IF @a < @b SELECT 'less' ELSE SELECT 'more'"))
        .isEqualTo("less");
  }

  @Test
  void extremesFollowTheOrder(TestDatabase db) throws SQLException {
    assertThat(db.one("SELECT MIN(id), MAX(id) FROM g"))
        .isEqualTo(SORTED.get(0) + "|" + SORTED.get(7));
  }

  @ParameterizedTest
  @StandinOnly("what it refuses")
  @ValueSource(
      strings = {
        "SELECT id FROM g ORDER BY 1",
        "SELECT id FROM g ORDER BY CASE WHEN n > 1 THEN id ELSE id END",
        "SELECT * FROM g WHERE CASE WHEN n > 1 THEN id END > NEWID()",
        "WITH c(x) AS (SELECT id FROM g) SELECT x FROM c ORDER BY x",
        "SELECT DISTINCT id FROM g ORDER BY id"
      })
  void anOrderThatTheStandinDoesNotRecognizeIsRefused(String sql, TestDatabase db)
      throws SQLException {
    assertThat(db.failure(sql).getMessage()).contains("not supported by the stand-in");
  }
}
