package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.TextOrder;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
@StandinOnly("its own order, which comes near SQL Server's")
class TestTextOrderInTables {
  private static final String CHARACTERS = "aAbBéÉe -1_";
  private static final int ROWS = 300;
  private static final int DUPLICATE_KEY = 2627;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SQL_Latin1_General_CP1_CI_AS",
        "Latin1_General_BIN2",
        "SQL_Latin1_General_CP1_CS_AS",
        "Latin1_General_CI_AI",
        "Latin1_General_100_CS_AI",
        "Greek_CI_AS",
        "Greek_CI_AI"
      })
  void uniqueKeysSortsAndRangesFollowTheCollation(String name, TestDatabase db)
      throws SQLException {
    Collation.Rule rule = Collation.of(name).rule();
    Comparator<String> order = (a, b) -> TextOrder.compare(a, b, rule);
    db.execute("CREATE TABLE t (s nvarchar(9) COLLATE " + name + " NOT NULL PRIMARY KEY)");
    List<String> kept = new ArrayList<>();
    Random random = new Random(7);
    try (PreparedStatement insert = db.connection().prepareStatement("INSERT t VALUES (?)")) {
      for (int i = 0; i < ROWS; i++) {
        String text = text(random);
        insert.setString(1, text);
        boolean known = kept.stream().anyMatch(other -> order.compare(other, text) == 0);
        assertThat(inserted(insert)).as("'%s' after %s", text, kept).isEqualTo(!known);
        if (!known) {
          kept.add(text);
        }
      }
    }
    List<String> sorted = kept.stream().sorted(order).toList();
    assertThat(db.rows("SELECT s FROM t ORDER BY s")).isEqualTo(sorted);
    for (int i = 0; i < 20; i++) {
      String bound = text(random);
      assertThat(db.rows("SELECT s FROM t WHERE s > ? ORDER BY s", bound))
          .isEqualTo(sorted.stream().filter(s -> order.compare(s, bound) > 0).toList());
      assertThat(db.rows("SELECT s FROM t WHERE s = ?", bound))
          .isEqualTo(sorted.stream().filter(s -> order.compare(s, bound) == 0).toList());
    }
  }

  private static boolean inserted(PreparedStatement insert) throws SQLException {
    try {
      return insert.executeUpdate() == 1;
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).isEqualTo(DUPLICATE_KEY);
      return false;
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(4);
    for (int i = 0; i < length; i++) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.toString();
  }
}
