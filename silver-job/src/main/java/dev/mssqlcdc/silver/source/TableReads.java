package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.silver.compare.ComparedColumn;
import dev.mssqlcdc.silver.compare.ComparedColumns;
import dev.mssqlcdc.silver.compare.KeyRanges;
import dev.mssqlcdc.silver.compare.RangeTotals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What is read of one table of the source: single statements, none of which writes or locks. */
public final class TableReads {

  private final SourceDatabase database;
  private final SourceTable table;
  private final ComparedColumns columns;
  private final String isolation;

  public TableReads(SourceDatabase database, SourceTable table, ComparedColumns columns) {
    this.database = database;
    this.table = table;
    this.columns = columns;
    this.isolation = "SET TRANSACTION ISOLATION LEVEL " + database.isolation() + "; ";
  }

  /** The least and the greatest value of the key's first column, which is an integer. */
  public record Bounds(long min, long max) {}

  /** Empty where the table is. */
  public Optional<Bounds> bounds() {
    String first = SourceTable.quote(columns.key().get(0).source());
    return database.one(
        "asking for the keys of " + table,
        "%sSELECT MIN(%s), MAX(%s) FROM %s".formatted(isolation, first, first, table.quoted()),
        row -> {
          long min = row.getLong(1);
          return row.wasNull() ? Optional.empty() : Optional.of(new Bounds(min, row.getLong(2)));
        });
  }

  /** What a range holds. */
  public RangeTotals totals(KeyRanges ranges, int range) {
    List<String> sums =
        columns.key().stream()
            .filter(ComparedColumn::isInteger)
            .map(
                key -> "SUM(CAST(%s AS decimal(38, 0)))".formatted(SourceTable.quote(key.source())))
            .toList();
    return database.one(
        "counting rows of " + table,
        "%sSELECT COUNT_BIG(%s), %s FROM %s%s"
            .formatted(
                isolation,
                SourceTable.quote(columns.key().get(0).source()),
                String.join(", ", sums),
                table.quoted(),
                where(ranges, range)),
        row -> {
          List<BigDecimal> values = new ArrayList<>();
          for (int i = 0; i < sums.size(); i++) {
            values.add(Optional.ofNullable(row.getBigDecimal(i + 2)).orElse(BigDecimal.ZERO));
          }
          return new RangeTotals(row.getLong(1), values);
        });
  }

  /** All rows. */
  public SourceScan rows() {
    return scan("");
  }

  /** The rows of a range. */
  public SourceScan rows(KeyRanges ranges, int range) {
    return scan(where(ranges, range));
  }

  private SourceScan scan(String where) {
    List<ComparedColumn> all = columns.all();
    String sql =
        "%sSELECT %s FROM %s%s".formatted(isolation, SourceTable.names(all), table.quoted(), where);
    return new SourceScan(database.address(), "reading table " + table, sql, all);
  }

  /** The bounds have the column's own type: it is found by its index. */
  private String where(KeyRanges ranges, int range) {
    ComparedColumn first = columns.key().get(0);
    List<String> terms = new ArrayList<>();
    bound(ranges.from(range), ">=", first).ifPresent(terms::add);
    bound(ranges.to(range), "<", first).ifPresent(terms::add);
    return terms.isEmpty()
        ? ""
        : terms.stream().collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  private static Optional<String> bound(OptionalLong value, String than, ComparedColumn column) {
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s %s CAST(%d AS %s)"
                .formatted(
                    SourceTable.quote(column.source()),
                    than,
                    value.getAsLong(),
                    column.sourceType()));
  }
}
