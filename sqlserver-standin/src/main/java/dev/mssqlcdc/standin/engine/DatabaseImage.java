package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.cdc.CdcImage;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a database held at one moment.
 *
 * @param script the H2 statements that make its tables and rows anew
 * @param tables the catalog
 * @param security its users, roles and permissions
 */
record DatabaseImage(
    List<String> script,
    List<TableDef> tables,
    CdcImage cdc,
    boolean snapshotIsolation,
    DatabaseSecurity.State security) {

  DatabaseImage {
    script = List.copyOf(script);
    tables = List.copyOf(tables);
  }

  /** The statements that make everything that is committed. */
  static List<String> script(Connection h2) throws SQLException {
    List<String> script = new ArrayList<>();
    try (Statement statement = h2.createStatement();
        ResultSet rows = statement.executeQuery("SCRIPT NOPASSWORDS NOSETTINGS")) {
      while (rows.next()) {
        String sql = rows.getString(1);
        if (!sql.startsWith("CREATE USER")) {
          script.add(sql);
        }
      }
    }
    return script;
  }

  /** Drops whatever there is and runs the script. */
  void write(Connection h2) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
      for (String sql : script) {
        statement.execute(sql);
      }
    }
  }
}
