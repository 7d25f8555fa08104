package dev.mssqlcdc.sqlserver.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A script of batches with GO between them, as sqlcmd and Management Studio read it. */
public record SqlScript(List<String> batches) {
  private static final Pattern GO =
      Pattern.compile("^\\s*GO(?:\\s+(\\d+))?\\s*;?\\s*$", Pattern.CASE_INSENSITIVE);

  public SqlScript {
    batches = List.copyOf(batches);
  }

  /**
   * Cuts a script at the lines that hold nothing but GO; {@code GO n} repeats the batch before it.
   * Batches of white space alone are left out.
   */
  public static SqlScript of(String text) {
    List<String> batches = new ArrayList<>();
    StringBuilder batch = new StringBuilder();
    for (String line : text.lines().toList()) {
      Matcher go = GO.matcher(line);
      if (go.matches()) {
        int times = go.group(1) == null ? 1 : Integer.parseInt(go.group(1));
        add(batches, batch, times);
      } else {
        batch.append(line).append('\n');
      }
    }
    add(batches, batch, 1);
    return new SqlScript(batches);
  }

  private static void add(List<String> batches, StringBuilder batch, int times) {
    for (int i = 0; i < times && !batch.toString().isBlank(); i++) {
      batches.add(batch.toString());
    }
    batch.setLength(0);
  }

  /** Runs the batches one after the other, up to the first that fails. */
  public void run(Connection connection) throws SQLException {
    for (String batch : batches) {
      run(connection, batch);
    }
  }

  /** Reads all results: the driver tells of an error only when it comes to it. */
  private static void run(Connection connection, String batch) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean rows = statement.execute(batch);
      while (rows || statement.getUpdateCount() >= 0) {
        rows = statement.getMoreResults();
      }
    }
  }
}
