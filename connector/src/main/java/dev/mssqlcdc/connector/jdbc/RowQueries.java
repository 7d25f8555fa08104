package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.BeforeImages;
import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.connector.core.SqlType;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the rows themselves: of change tables in commit order. */
public final class RowQueries {

  private static final String ORDER =
      " ORDER BY __$start_lsn, __$command_id, __$seqval, __$operation";

  private final SourceConnection connection;
  private final Set<String> warned;

  /**
   * @param warned columns that were warned of, by all threads
   */
  RowQueries(SourceConnection connection, Set<String> warned) {
    this.connection = connection;
    this.warned = warned;
  }

  Set<String> warned() {
    return warned;
  }

  /**
   * One piece of a range, as a predicate that the change table's index can seek: T-SQL cannot
   * compare rows of values, and one long OR would seek on the first column alone.
   */
  public sealed interface Piece {

    /** Commits above {@code from} up to and with {@code to}. */
    record Commits(Lsn from, Lsn to) implements Piece {}

    /** The rest of the position's own change: its after image. */
    record SameChange(SourcePosition after) implements Piece {}

    /** The rest of the position's own command. */
    record SameCommand(SourcePosition after) implements Piece {}

    /** The rest of the position's own commit. */
    record SameCommit(SourcePosition after) implements Piece {}

    /** Everything above a position up to and with a commit, in order. */
    static List<Piece> above(SourcePosition position, Lsn to) {
      return List.of(
          new SameChange(position),
          new SameCommand(position),
          new SameCommit(position),
          new Commits(position.startLsn(), to));
    }
  }

  /** The quoted name of an instance's change table. */
  static String changeTable(String instance) {
    return "[cdc]." + SqlNames.quote(instance + "_CT");
  }

  /** Change rows of a piece, in commit order. */
  public ChangeCursor changes(TableDefinition table, Piece piece) {
    String sql =
        "SELECT __$start_lsn, __$command_id, __$seqval, __$operation, __$update_mask"
            + table.columns().stream()
                .map(column -> ", " + SqlNames.quote(column.name()))
                .collect(Collectors.joining())
            + " FROM "
            + changeTable(table.instance().name())
            + where(piece)
            + ORDER;
    String what =
        "reading changes of table %s from capture instance %s (%s)"
            .formatted(table.table(), table.instance().name(), piece);
    RowCursor rows =
        open(what, sql, s -> bind(piece, s), table, table.columns(), RowCursor.CHANGE_COLUMNS + 1);
    return new ChangeCursor(rows, new BeforeImages(table.columns(), rows.types()), what);
  }

  private static String where(Piece piece) {
    if (piece instanceof Piece.SameChange) {
      return " WHERE __$start_lsn = ? AND __$command_id = ? AND __$seqval = ? AND __$operation > ?";
    } else if (piece instanceof Piece.SameCommand) {
      return " WHERE __$start_lsn = ? AND __$command_id = ? AND __$seqval > ?";
    } else if (piece instanceof Piece.SameCommit) {
      return " WHERE __$start_lsn = ? AND __$command_id > ?";
    }
    return " WHERE __$start_lsn > ? AND __$start_lsn <= ?";
  }

  private static void bind(Piece piece, PreparedStatement s) throws SQLException {
    if (piece instanceof Piece.SameChange p) {
      s.setBytes(1, p.after().startLsn().toBytes());
      s.setInt(2, p.after().commandId());
      s.setBytes(3, p.after().seqval().toBytes());
      s.setInt(4, p.after().operation());
    } else if (piece instanceof Piece.SameCommand p) {
      s.setBytes(1, p.after().startLsn().toBytes());
      s.setInt(2, p.after().commandId());
      s.setBytes(3, p.after().seqval().toBytes());
    } else if (piece instanceof Piece.SameCommit p) {
      s.setBytes(1, p.after().startLsn().toBytes());
      s.setInt(2, p.after().commandId());
    } else if (piece instanceof Piece.Commits p) {
      s.setBytes(1, p.from().toBytes());
      s.setBytes(2, p.to().toBytes());
    }
  }

  static String names(List<Column> columns, String suffix) {
    return columns.stream()
        .map(column -> SqlNames.quote(column.name()) + suffix)
        .collect(Collectors.joining(", "));
  }

  RowCursor open(
      String what,
      String sql,
      SourceConnection.Binder binder,
      TableDefinition table,
      List<Column> columns,
      int first) {
    PreparedStatement statement = null;
    try {
      statement = connection.prepare(sql);
      binder.bind(statement);
      ResultSet rows = statement.executeQuery();
      List<SqlType> types = ColumnReaders.types(rows.getMetaData(), first);
      ColumnReader[] readers = ColumnReaders.compile(table.table(), columns, types, warned);
      return new RowCursor(connection, what, statement, rows, types, readers, first);
    } catch (SQLException e) {
      closeAfterFailure(statement, e);
      throw connection.failure(what, e);
    } catch (RuntimeException e) {
      closeAfterFailure(statement, e);
      throw e;
    }
  }

  private static void closeAfterFailure(PreparedStatement statement, Exception failure) {
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
