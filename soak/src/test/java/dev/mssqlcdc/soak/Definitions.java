package dev.mssqlcdc.soak;

import dev.mssqlcdc.sqlserver.testing.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;

/** Changes the definitions of tables. */
final class Definitions {

  private static final int MOST_COLUMNS = 9;
  private static final List<ColumnKind> KINDS =
      List.of(
          ColumnKind.SMALLINT,
          ColumnKind.INT,
          ColumnKind.REAL,
          ColumnKind.TEXT,
          ColumnKind.UNICODE,
          ColumnKind.MAX_TEXT,
          ColumnKind.MAX_UNICODE,
          ColumnKind.DECIMAL,
          ColumnKind.MOMENT);

  private final Run run;
  private final RandomGenerator random;
  private int columns;

  Definitions(Run run, RandomGenerator random) {
    this.run = run;
    this.random = random;
  }

  /** Adds, widens or drops a column. */
  void change(Connection connection, SoakTable table) throws SQLException {
    List<SoakColumn> free = table.free();
    List<SoakColumn> narrow =
        free.stream().filter(column -> column.kind().wider().isPresent()).toList();
    int chance = random.nextInt(10);
    if (chance < 3 && !narrow.isEmpty()) {
      widen(connection, table, narrow.get(random.nextInt(narrow.size())));
    } else if (free.size() > MOST_COLUMNS || (chance < 5 && free.size() > 1)) {
      drop(connection, table, free.get(random.nextInt(free.size())));
    } else {
      add(connection, table);
    }
  }

  private void add(Connection connection, SoakTable table) throws SQLException {
    var column = new SoakColumn("x" + ++columns, KINDS.get(random.nextInt(KINDS.size())));
    execute(connection, table, "ADD %s %s NULL".formatted(column.quoted(), column.kind().sql()));
    table.columns().add(column);
  }

  private void widen(Connection connection, SoakTable table, SoakColumn column)
      throws SQLException {
    ColumnKind wider = column.kind().wider().orElseThrow();
    execute(connection, table, "ALTER COLUMN %s %s NULL".formatted(column.quoted(), wider.sql()));
    column.widened(wider);
  }

  private void drop(Connection connection, SoakTable table, SoakColumn column) throws SQLException {
    column.beginDrop(run.ticks().next());
    try {
      execute(connection, table, "DROP COLUMN " + column.quoted());
    } catch (SQLException e) {
      column.keep();
      throw e;
    }
    column.endDrop(run.ticks().next());
  }

  private void execute(Connection connection, SoakTable table, String change) throws SQLException {
    var ddl = new SoakTable.Ddl("ALTER TABLE " + table.quoted() + " " + change);
    table.ddl().add(ddl);
    try {
      Sql.execute(connection, ddl.statement());
    } catch (SQLException e) {
      table.ddl().remove(ddl);
      throw e;
    }
    run.figures().ddl();
  }
}
