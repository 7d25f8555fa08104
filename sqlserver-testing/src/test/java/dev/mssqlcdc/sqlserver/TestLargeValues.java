package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestLargeValues {
  private static final int SIZE = 20 << 20;

  @Test
  void twentyMegabytesGoInAndOutAndThroughCapture(TestDatabase db) throws SQLException {
    db.enableCdc();
    db.execute("CREATE TABLE big (id int NOT NULL PRIMARY KEY, v varchar(max), b varbinary(max))");
    db.track("big");
    String text = "0123456789abcdef".repeat(SIZE / 16);
    byte[] bytes = new byte[SIZE];
    Arrays.fill(bytes, (byte) 7);
    db.update("INSERT INTO big VALUES (1, ?, ?)", text, bytes);
    db.capture();
    for (String query : new String[] {"SELECT v, b FROM big", "SELECT v, b FROM cdc.dbo_big_CT"}) {
      try (Statement statement = db.connection().createStatement();
          ResultSet row = statement.executeQuery(query)) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1).equals(text)).as(query).isTrue();
        assertThat(Arrays.equals(row.getBytes(2), bytes)).as(query).isTrue();
      }
    }
    assertThat(db.one("SELECT LEN(v), DATALENGTH(b) FROM big")).isEqualTo(SIZE + "|" + SIZE);
  }
}
