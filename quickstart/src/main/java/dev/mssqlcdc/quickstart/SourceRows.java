package dev.mssqlcdc.quickstart;

import static java.util.stream.Collectors.joining;

import dev.mssqlcdc.schemas.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What SQL Server holds, as {@link Canonical} texts. */
final class SourceRows {

  private final Connection connection;

  SourceRows(Connection connection) {
    this.connection = connection;
  }

  List<String> columns(SourceTable table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT * FROM " + table.quotedName() + " WHERE 1 = 0")) {
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        names.add(rows.getMetaData().getColumnName(i));
      }
      return names;
    }
  }

  /** All rows of a table by their key. */
  Map<List<String>, List<String>> byKey(SourceTable table, List<String> columns)
      throws SQLException {
    int[] key = table.locators().stream().mapToInt(each -> columns.indexOf(each.name())).toArray();
    Map<List<String>, List<String>> rows = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM " + table.quotedName())) {
      while (result.next()) {
        List<String> row = row(result, 1, columns.size());
        rows.put(IntStream.of(key).mapToObj(row::get).toList(), row);
      }
    }
    return rows;
  }

  long count(String from) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** Change rows above an LSN in commit order: LSN, command, seqval, operation, the columns. */
  List<List<String>> changesAbove(SourceTable table, List<String> columns, Lsn above)
      throws SQLException {
    String order = "__$start_lsn, __$command_id, __$seqval, __$operation";
    String sql =
        "SELECT %s%s FROM %s WHERE __$start_lsn > ? ORDER BY %s"
            .formatted(
                order,
                columns.stream().map(each -> ", " + SourceTable.quote(each)).collect(joining()),
                changeTable(table),
                order);
    List<List<String>> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setBytes(1, above.toBytes());
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          List<String> row = new ArrayList<>();
          row.add(Lsn.of(result.getBytes(1)).toString());
          row.add(Integer.toString(result.getInt(2)));
          row.add(Lsn.of(result.getBytes(3)).toString());
          row.add(Integer.toString(result.getInt(4)));
          row.addAll(row(result, 5, columns.size()));
          rows.add(row);
        }
      }
    }
    return rows;
  }

  static String changeTable(SourceTable table) {
    return "[cdc]." + SourceTable.quote("dbo_" + table.name() + "_CT");
  }

  private static List<String> row(ResultSet result, int first, int count) throws SQLException {
    List<String> row = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      row.add(Canonical.ofSource(result, first + i));
    }
    return row;
  }
}
