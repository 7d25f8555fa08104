package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Marks a row of a table of the schema dbo, so that everybody knows when capture has come there.
 */
final class LastChange {

  private static final Duration CAPTURED = Duration.ofMinutes(1);

  private final Connection connection;
  private final SourceTable table;
  private int made;

  /**
   * @param table has an int key {@code id} and an int column {@code n} that nobody else makes
   *     greater than 0
   */
  LastChange(Connection connection, SourceTable table) {
    this.connection = connection;
    this.table = table;
  }

  /** Changes a row once more, and gives the LSN once capture has seen it. */
  Lsn make(int id) throws SQLException {
    made++;
    Sql.update(connection, "UPDATE " + table.quotedName() + " SET n = ? WHERE id = ?", made, id);
    String lsn =
        "SELECT CONVERT(varchar(22), __$start_lsn, 1) FROM cdc.dbo_%s_CT WHERE __$operation = 4 AND n = %d"
            .formatted(table.name(), made);
    Await.until(
        "capture reaches the last commit", CAPTURED, () -> !Sql.rows(connection, lsn).isEmpty());
    return Lsn.parse(Sql.one(connection, lsn));
  }
}
