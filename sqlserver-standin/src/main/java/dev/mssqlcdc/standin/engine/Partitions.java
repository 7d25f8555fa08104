package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.sql.H2Types;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** {@code sys.partitions}: every index of a table, or its heap, in one partition. */
public final class Partitions {
  private Partitions() {}

  /** The functions by their name in SQL and the methods behind them. */
  static Map<String, String> names() {
    return Map.of("sys.table_rows", "rows");
  }

  static List<String> views() {
    String id = "CAST(object_id AS BIGINT) * 256 + index_id";
    return List.of(
        """
        CREATE VIEW sys.partitions AS
        SELECT %1$s AS partition_id, object_id, index_id, 1 AS partition_number, %1$s AS hobt_id,
          sys.table_rows(object_id) AS "rows",
          CAST(0 AS SMALLINT) AS filestream_filegroup_id, CAST(0 AS SMALLINT) AS data_compression,
          'NONE' AS data_compression_desc
        FROM (
          SELECT object_id, index_id FROM sys.index_rows UNION ALL
          SELECT object_id, 0 FROM sys.object_rows o WHERE NOT EXISTS (
            SELECT 1 FROM sys.index_rows i WHERE i.object_id = o.object_id AND i.index_id = 1))
        WHERE sys.sees(object_id)
        """
            .formatted(id));
  }

  /** The rows of a table. */
  public static Long rows(Connection h2, int objectId) throws SQLException {
    try (PreparedStatement query =
        h2.prepareStatement(
            "SELECT s.name, o.name FROM sys.object_rows o JOIN sys.schemas s"
                + " ON s.schema_id = o.schema_id WHERE o.object_id = ?")) {
      query.setInt(1, objectId);
      try (ResultSet table = query.executeQuery()) {
        return table.next() ? count(h2, table.getString(1), table.getString(2)) : null;
      }
    }
  }

  private static long count(Connection h2, String schema, String table) throws SQLException {
    String sql = "SELECT COUNT(*) FROM " + H2Types.quote(schema) + "." + H2Types.quote(table);
    try (Statement statement = h2.createStatement();
        ResultSet count = statement.executeQuery(sql)) {
      count.next();
      return count.getLong(1);
    }
  }
}
