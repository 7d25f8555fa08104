package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.mssqlcdc.sqlserver.testing.SinceSqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestBulk {
  private static final int ROWS = 60_000;

  @Test
  @SinceSqlServer(value = 16, needs = "GENERATE_SERIES")
  void aLargeTransactionIsCapturedAndReadInTheOrderOfItsChanges(TestDatabase database)
      throws SQLException {
    try (Connection connection = database.connect()) {
      database.enableCdc();
      execute(
          connection,
          "CREATE TABLE big (id int NOT NULL PRIMARY KEY, n nvarchar(40), m money, d datetime2(3))");
      database.track("big");
      execute(
          connection,
          "INSERT INTO big SELECT value, CONCAT('row ', value), value / 7.0, '2024-01-02 03:04:05'"
              + " FROM GENERATE_SERIES(1, "
              + ROWS
              + ")");
      database.capture();
      assertThat(one(connection, "SELECT COUNT(DISTINCT __$start_lsn) FROM cdc.dbo_big_CT"))
          .isEqualTo("1");
      assertThat(ordered(connection)).isEqualTo(ROWS);
    }
  }

  /** Counts the rows, which must come with rising command ids and sequence values. */
  private static int ordered(Connection connection) throws SQLException {
    String read =
        "SELECT __$command_id, __$seqval, id FROM cdc.dbo_big_CT WHERE __$start_lsn > ? AND"
            + " __$start_lsn <= ? ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";
    try (PreparedStatement query = connection.prepareStatement(read)) {
      query.setBytes(1, new byte[10]);
      query.setBytes(2, new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
      try (ResultSet rows = query.executeQuery()) {
        int count = 0;
        String sequence = "";
        while (rows.next()) {
          count++;
          boolean risen = rows.getString(2).compareTo(sequence) > 0;
          if (!risen || rows.getInt(1) != count || rows.getInt(3) != count) {
            fail("row %d has command %s, sequence %s", count, rows.getInt(1), rows.getString(2));
          }
          sequence = rows.getString(2);
        }
        return count;
      }
    }
  }
}
