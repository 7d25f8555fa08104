package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.KeyRange;
import dev.mssqlcdc.connector.core.KeyRange.Bound;
import dev.mssqlcdc.connector.core.RowKey;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.connector.core.TableDefinition;
import dev.mssqlcdc.connector.core.TableScan;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads tables by their key, a chunk at a time. All keys are compared by the server. */
public final class ChunkQueries {

  private final SourceConnection connection;
  private final Catalog catalog;
  private final RowQueries rows;

  ChunkQueries(SourceConnection connection, Catalog catalog, RowQueries rows) {
    this.connection = connection;
    this.catalog = catalog;
    this.rows = rows;
  }

  /**
   * Part of a table by its key.
   *
   * @param low exclusive; none from the first key on
   * @param high inclusive
   */
  public record Part(TableScan scan, RowKey low, RowKey high) {

    private TableDefinition table() {
      return scan.table();
    }

    private RowKey bound(Bound bound) {
      return bound == Bound.LOW ? low : high;
    }

    private int keySize() {
      return table().key().size();
    }
  }

  /** The part's rows in pieces, which follow each other in the key's order. */
  public List<KeyRange.Piece> pieces(Part part) {
    if (part.low().isNone()) {
      return KeyRange.upTo(part.keySize());
    }
    int common = common(part);
    return common == part.keySize() ? List.of() : KeyRange.between(part.keySize(), common);
  }

  /** How many of the first columns are equal in both bounds: only the server can tell. */
  private int common(Part part) {
    KeyBinding keys = binding(part.table());
    int size = part.keySize();
    String sql =
        IntStream.range(0, size)
            .mapToObj(i -> "WHEN %s <> %s THEN %d".formatted(keys.value(i), keys.value(i), i))
            .collect(Collectors.joining(" ", "SELECT CASE ", " ELSE " + size + " END"));
    return connection.query(
        "comparing keys of table " + part.table().table(),
        sql,
        statement -> {
          for (int i = 0; i < size; i++) {
            keys.bind(statement, 2 * i + 1, i, part.low());
            keys.bind(statement, 2 * i + 2, i, part.high());
          }
        },
        result -> {
          result.next();
          return result.getInt(1);
        });
  }

  /**
   * Rows of a piece in the key's order.
   *
   * @param columns to read
   * @param limit rows at most
   */
  public RowCursor read(Part part, KeyRange.Piece piece, List<Column> columns, long limit) {
    TableDefinition table = part.table();
    KeyBinding keys = binding(table);
    List<String> terms = new ArrayList<>();
    for (KeyRange.Term term : piece.terms()) {
      terms.add(
          SqlNames.quote(table.key().get(term.column()).name())
              + " "
              + term.comparison().sql()
              + " "
              + keys.value(term.column()));
    }
    part.scan().condition().ifPresent(terms::add);
    String sql =
        "SELECT TOP (?) %s FROM %s WHERE %s ORDER BY %s"
            .formatted(
                RowQueries.names(columns, ""),
                part.scan().from(),
                String.join(" AND ", terms),
                RowQueries.names(table.key(), ""));
    return open(
        part.scan(),
        sql,
        statement -> {
          statement.setLong(1, limit);
          bind(statement, part, piece, keys);
        },
        columns);
  }

  /** All rows, in no order. */
  public RowCursor readAll(TableScan scan, List<Column> columns) {
    String sql =
        "SELECT %s FROM %s%s".formatted(RowQueries.names(columns, ""), scan.from(), where(scan));
    return open(scan, sql, SourceConnection.NOTHING, columns);
  }

  /** The greatest key; none where there are no rows. */
  public RowKey maxKey(TableScan scan) {
    List<Column> key = scan.table().key();
    String sql =
        "SELECT TOP 1 %s FROM %s%s ORDER BY %s"
            .formatted(
                RowQueries.names(key, ""),
                scan.from(),
                where(scan),
                RowQueries.names(key, " DESC"));
    try (RowCursor rows = open(scan, sql, SourceConnection.NOTHING, key)) {
      if (!rows.next()) {
        return RowKey.NONE;
      }
      var greatest = new Object[key.size()];
      rows.values(greatest);
      return RowKey.of(key, greatest);
    }
  }

  private static String where(TableScan scan) {
    return scan.condition().map(condition -> " WHERE " + condition).orElse("");
  }

  private RowCursor open(
      TableScan scan, String sql, SourceConnection.Binder binder, List<Column> columns) {
    TableDefinition table = scan.table();
    return rows.open(
        "reading table " + table.table(), scan.session().prefix() + sql, binder, table, columns, 1);
  }

  private static void bind(
      PreparedStatement statement, Part part, KeyRange.Piece piece, KeyBinding keys)
      throws SQLException {
    int index = 1;
    for (KeyRange.Term term : piece.terms()) {
      keys.bind(statement, ++index, term.column(), part.bound(term.bound()));
    }
  }

  private KeyBinding binding(TableDefinition table) {
    return KeyBinding.of(table.key(), () -> catalog.collations(table.instance().tableObjectId()));
  }
}
