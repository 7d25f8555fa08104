package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.SqlServer;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The sample database Chinook, loaded by its own script, with CDC on all its tables. */
final class Chinook implements Source, AutoCloseable {

  private static final String NAME = "Chinook";
  private static final Duration CAPTURED = Duration.ofMinutes(1);

  private final Connection connection;
  private final List<Table> tables;
  private int finished;

  /**
   * A table as the catalog describes it.
   *
   * @param columns the others beside the key's
   */
  record Table(String name, List<Locator> locators, List<Column> columns) implements SourceTable {
    @Override
    public boolean keyless() {
      return false;
    }
  }

  /**
   * A column outside the key.
   *
   * @param sqlType of {@link java.sql.Types}
   * @param size the longest text
   * @param references whether its values are keys of another table
   */
  record Column(String name, int sqlType, int size, boolean nullable, boolean references) {}

  private Chinook(Connection connection) throws SQLException {
    this.connection = connection;
    this.tables = describe();
  }

  static Chinook create(SqlServer server, Path script) throws SQLException, IOException {
    Connection connection =
        DriverManager.getConnection(server.jdbcUrl("master"), server.user(), server.password());
    SqlScript.of(Files.readString(script)).run(connection);
    Chinook chinook = new Chinook(connection);
    Sql.execute(connection, "EXEC sys.sp_cdc_enable_db");
    for (Table table : chinook.tables) {
      Sql.execute(
          connection,
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'"
              + table.name()
              + "', @role_name = NULL");
    }
    return chinook;
  }

  private List<Table> describe() throws SQLException {
    DatabaseMetaData metadata = connection.getMetaData();
    List<String> names = new ArrayList<>();
    try (ResultSet rows = metadata.getTables(NAME, "dbo", "%", new String[] {"TABLE"})) {
      while (rows.next()) {
        names.add(rows.getString("TABLE_NAME"));
      }
    }
    List<Table> tables = new ArrayList<>();
    for (String name : names) {
      tables.add(describe(metadata, name));
    }
    return List.copyOf(tables);
  }

  private Table describe(DatabaseMetaData metadata, String name) throws SQLException {
    List<String> key = texts(metadata.getPrimaryKeys(NAME, "dbo", name), "COLUMN_NAME");
    List<String> foreign = foreignKeyColumns(name);
    List<SourceTable.Locator> locators = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    try (ResultSet rows = metadata.getColumns(NAME, "dbo", name, "%")) {
      while (rows.next()) {
        String column = rows.getString("COLUMN_NAME");
        int type = rows.getInt("DATA_TYPE");
        if (key.contains(column)) {
          locators.add(new SourceTable.Locator(column, type));
        } else {
          boolean nullable = rows.getInt("NULLABLE") == DatabaseMetaData.columnNullable;
          columns.add(
              new Column(
                  column, type, rows.getInt("COLUMN_SIZE"), nullable, foreign.contains(column)));
        }
      }
    }
    return new Table(name, List.copyOf(locators), List.copyOf(columns));
  }

  private List<String> foreignKeyColumns(String table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return texts(
          statement.executeQuery(
              "SELECT c.name FROM sys.foreign_key_columns f JOIN sys.columns c ON c.object_id ="
                  + " f.parent_object_id AND c.column_id = f.parent_column_id WHERE"
                  + " f.parent_object_id = OBJECT_ID('dbo."
                  + table
                  + "')"),
          "name");
    }
  }

  private static List<String> texts(ResultSet result, String column) throws SQLException {
    try (result) {
      List<String> texts = new ArrayList<>();
      while (result.next()) {
        texts.add(result.getString(column));
      }
      return texts;
    }
  }

  Connection connection() {
    return connection;
  }

  @Override
  public String connector() {
    return "chinook";
  }

  @Override
  public List<Table> tables() {
    return tables;
  }

  @Override
  public Lsn finish() throws SQLException {
    String name = "finished " + ++finished;
    Sql.execute(connection, "UPDATE dbo.Genre SET Name = N'" + name + "' WHERE GenreId = 1");
    Await.until("capture reaches the last commit", CAPTURED, () -> lsn(name) != null);
    return lsn(name);
  }

  private Lsn lsn(String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT MAX(__$start_lsn) FROM cdc.dbo_Genre_CT WHERE __$operation = 4 AND Name ="
                    + " N'"
                    + name
                    + "'")) {
      rows.next();
      byte[] lsn = rows.getBytes(1);
      return lsn == null ? null : Lsn.of(lsn);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
