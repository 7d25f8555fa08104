package dev.mssqlcdc.sqlserver.parity;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A database with change data capture and what its history left. LSNs differ from server to server,
 * their order does not: so a commit is shown as its ordinal among the commits that left change
 * rows, and a sequence value as its ordinal in its commit.
 */
final class History implements AutoCloseable {
  private static final String ORDER =
      " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";
  private static final List<String> OPERATIONS = List.of("delete", "insert", "before", "after");

  private final TestDatabase db;
  private final NavigableMap<String, TreeSet<String>> commits = new TreeMap<>();

  History(TestDatabase db) throws SQLException {
    this.db = db;
    db.enableCdc();
  }

  TestDatabase db() {
    return db;
  }

  /** Runs statements, each a transaction of its own. */
  void run(String... statements) throws SQLException {
    db.execute(statements);
  }

  /** Captures what is committed, and remembers the commits that left change rows. */
  void capture() throws SQLException {
    db.capture();
    for (String instance : db.rows("SELECT capture_instance FROM cdc.change_tables")) {
      for (String row :
          db.rows("SELECT __$start_lsn, __$seqval FROM cdc." + quoted(instance + "_CT"))) {
        String[] lsns = row.split("\\|", -1);
        commits.computeIfAbsent(lsns[0], lsn -> new TreeSet<>()).add(lsns[1]);
      }
    }
  }

  /** Enables an instance without a gating role. */
  void enable(String table, String instance, String... more) throws SQLException {
    StringJoiner arguments = new StringJoiner(", ");
    arguments.add("@source_schema = N'dbo'").add("@source_name = N'" + table + "'");
    arguments.add("@capture_instance = N'" + instance + "'").add("@role_name = NULL");
    for (String argument : more) {
      arguments.add(argument);
    }
    run("EXEC sys.sp_cdc_enable_table " + arguments);
  }

  void disable(String table, String instance) throws SQLException {
    run(
        "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'"
            + table
            + "', @capture_instance = N'"
            + instance
            + "'");
  }

  /**
   * The complete change table: {@code <commit>.<sequence> <operation> <mask>: <values>}, and the
   * values of all captured columns joined by bars.
   */
  List<String> changes(String instance) throws SQLException {
    try (Connection connection = db.server().connect(db.name());
        PreparedStatement query =
            connection.prepareStatement("SELECT * FROM cdc." + quoted(instance + "_CT") + ORDER);
        ResultSet rows = query.executeQuery()) {
      List<String> changes = new ArrayList<>();
      while (rows.next()) {
        changes.add(change(rows));
      }
      return changes;
    }
  }

  private String change(ResultSet row) throws SQLException {
    String lsn = row.getString("__$start_lsn");
    if (row.getString("__$end_lsn") != null) {
      throw new AssertionError("__$end_lsn is not NULL");
    }
    if (row.getString("__$command_id") == null) {
      throw new AssertionError("__$command_id is NULL");
    }
    int last = row.getMetaData().getColumnCount() - 1;
    StringJoiner values = new StringJoiner("|");
    for (int i = 6; i <= last; i++) {
      values.add(row.getString(i));
    }
    return at(lsn)
        + "."
        + (1 + commits.get(lsn).headSet(row.getString("__$seqval")).size())
        + " "
        + OPERATIONS.get(row.getInt("__$operation") - 1)
        + " "
        + row.getString("__$update_mask")
        + ": "
        + values;
  }

  /** {@code 3} for the LSN of the third commit, {@code after 3} for one between it and the next. */
  String at(String lsn) {
    int before = commits.headMap(lsn).size();
    return commits.containsKey(lsn) ? Integer.toString(before + 1) : "after " + before;
  }

  /** The LSN of a commit. */
  String commit(int ordinal) {
    return "0x" + commits.keySet().stream().skip(ordinal - 1L).findFirst().orElseThrow();
  }

  int commits() {
    return commits.size();
  }

  /** The rows of a query whose first column is an LSN, that LSN as {@link #at} shows it. */
  List<String> byLsn(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    for (String row : db.rows(query)) {
      int end = row.indexOf('|');
      String lsn = end < 0 ? row : row.substring(0, end);
      rows.add(at(lsn) + (end < 0 ? "" : row.substring(end)));
    }
    return rows;
  }

  /** Some columns of the result of a procedure. */
  List<String> call(String procedure, String... columns) throws SQLException {
    try (Connection connection = db.server().connect(db.name());
        PreparedStatement call = connection.prepareStatement("EXEC " + procedure);
        ResultSet rows = call.executeQuery()) {
      List<String> result = new ArrayList<>();
      while (rows.next()) {
        StringJoiner row = new StringJoiner("|");
        for (String column : columns) {
          String value = rows.getString(column);
          row.add(column.endsWith("_lsn") && value != null ? at(value) : value);
        }
        result.add(row.toString());
      }
      return result;
    }
  }

  String minLsn(String instance) throws SQLException {
    return db.one("SELECT sys.fn_cdc_get_min_lsn(N'" + instance + "')");
  }

  String maxLsn() throws SQLException {
    return db.one("SELECT sys.fn_cdc_get_max_lsn()");
  }

  int error(String sql) throws SQLException {
    return Sql.failure(db.connection(), sql).getErrorCode();
  }

  static String quoted(String name) {
    return "[" + name.replace("]", "]]") + "]";
  }

  @Override
  public void close() throws SQLException {
    db.close();
  }
}
