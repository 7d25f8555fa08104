package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import dev.mssqlcdc.standin.sql.DataChanges;
import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.h2.command.Prepared;
import org.h2.command.query.Query;
import org.h2.command.query.SelectUnion;
import org.h2.engine.SessionLocal;
import org.h2.expression.Expression;
import org.h2.expression.ExpressionColumn;
import org.h2.expression.Subquery;
import org.h2.expression.aggregate.Aggregate;
import org.h2.expression.aggregate.AggregateType;
import org.h2.expression.function.JavaFunction;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.QueryExpressionTable;
import org.h2.table.Table;
import org.h2.value.Value;

/**
 * Finds the declared types of a result's columns. H2 knows its own types only; a column is followed
 * through aliases, derived tables, views and unions to the table that declares it.
 */
final class ResultTypes {
  private static final int LSN_BYTES = 10;
  private static final int FRACTION_DIGITS = 7;

  private final Catalog catalog;
  private final TemporaryTables temporary;

  ResultTypes(Catalog catalog, TemporaryTables temporary) {
    this.catalog = catalog;
    this.temporary = temporary;
  }

  /**
   * The columns of a query.
   *
   * @param sql H2 text
   * @param metadata of the executed statement: parameters have types only then
   */
  List<Column> columns(Connection h2, String sql, ResultSetMetaData metadata) throws SQLException {
    SessionLocal session = (SessionLocal) h2.unwrap(JdbcConnection.class).getSession();
    Prepared prepared = session.prepare(sql);
    List<Expression> expressions =
        prepared instanceof Query query ? query.getExpressions() : List.of();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < metadata.getColumnCount(); i++) {
      Optional<Expression> expression =
          i < expressions.size() ? Optional.of(expressions.get(i)) : Optional.empty();
      Optional<Column> declared =
          prepared instanceof Query query ? declared(query, i) : Optional.empty();
      String label = label(metadata, i + 1, expression);
      columns.add(
          declared.isPresent()
              ? relabel(declared.get(), label)
              : Column.of(label, H2Metadata.type(metadata, i + 1)));
    }
    return columns;
  }

  private static Column relabel(Column column, String label) {
    return new Column(label, column.type(), column.nullable(), column.identity());
  }

  /** An expression without an alias has no name in SQL Server; H2 names it by its text. */
  private static String label(
      ResultSetMetaData metadata, int index, Optional<Expression> expression) throws SQLException {
    boolean named =
        expression
            .map(e -> e.getNonAliasExpression() != e || e instanceof ExpressionColumn)
            .orElse(true);
    return named ? metadata.getColumnLabel(index) : "";
  }

  private Optional<Column> declared(Query query, int index) {
    if (query instanceof SelectUnion union) {
      Optional<Column> left = declared(union.getLeft(), index);
      Optional<Column> right = declared(union.getRight(), index);
      boolean same =
          left.isPresent() && right.isPresent() && left.get().type().equals(right.get().type());
      return same ? left : Optional.empty();
    }
    return declared(query.getExpressions().get(index).getNonAliasExpression());
  }

  /** The declared type of an expression, if it has one. */
  Optional<Column> declared(Expression expression) {
    if (expression instanceof ExpressionColumn reference) {
      Optional<Column> changed = changedRow(reference);
      return changed.isPresent() ? changed : column(reference.getColumn());
    }
    if (expression instanceof Aggregate aggregate) {
      return aggregate(aggregate);
    }
    if (expression instanceof Subquery subquery) {
      return declared(subquery.getQuery(), 0).map(c -> Column.of(c.name(), c.type()));
    }
    if (expression instanceof JavaFunction function) {
      return function(function);
    }
    return Optional.empty();
  }

  /** A column of the rows that OUTPUT tells of: their alias names their table. */
  private Optional<Column> changedRow(ExpressionColumn reference) {
    String alias = reference.getOriginalTableAliasName();
    if (alias == null || !alias.startsWith(DataChanges.ROWS_OF)) {
      return Optional.empty();
    }
    String[] parts = alias.substring(DataChanges.ROWS_OF.length()).split("\\.", -1);
    String schema = parts.length > 1 ? parts[parts.length - 2] : "dbo";
    String name = parts[parts.length - 1];
    return temporary
        .find(name)
        .or(() -> catalog.table(schema.isEmpty() ? "dbo" : schema, name))
        .flatMap(table -> table.column(reference.getOriginalColumnName()))
        .map(column -> column.as(column.name()));
  }

  private Optional<Column> column(org.h2.table.Column column) {
    Table table = column == null ? null : column.getTable();
    if (table == null) {
      return Optional.empty();
    }
    if (table instanceof QueryExpressionTable derived) {
      Query query = derived.getQuery();
      return query == null ? Optional.empty() : declared(query, column.getColumnId());
    }
    Optional<TableDef> known =
        temporary
            .byH2Name(table.getName())
            .or(() -> catalog.table(table.getSchema().getName(), table.getName()));
    return known
        .flatMap(definition -> definition.column(column.getName()))
        .map((ColumnDef definition) -> definition.as(definition.name()));
  }

  private Optional<Column> aggregate(Aggregate aggregate) {
    AggregateType type = aggregate.getAggregateType();
    if (type == AggregateType.COUNT || type == AggregateType.COUNT_ALL) {
      return Optional.of(Column.of("", SqlTypeName.INT));
    }
    if (type == AggregateType.SUM) {
      return sum(aggregate.getSubexpression(0));
    }
    if (type == AggregateType.MIN || type == AggregateType.MAX) {
      return declared(aggregate.getSubexpression(0))
          .map(column -> Column.of(column.name(), column.type()));
    }
    return Optional.empty();
  }

  /** A sum of integers has their type, where H2 takes the next wider one. */
  private static Optional<Column> sum(Expression summed) {
    return switch (summed.getType().getValueType()) {
      case Value.SMALLINT, Value.INTEGER -> Optional.of(Column.of("", SqlTypeName.INT));
      case Value.BIGINT -> Optional.of(Column.of("", SqlTypeName.BIGINT));
      default -> Optional.empty();
    };
  }

  private Optional<Column> function(JavaFunction function) {
    return switch (function.getName().toLowerCase(Locale.ROOT)) {
      case "fn_cdc_get_max_lsn",
          "fn_cdc_get_min_lsn",
          "fn_cdc_increment_lsn",
          "fn_cdc_decrement_lsn",
          "fn_cdc_map_time_to_lsn" ->
          Optional.of(Column.of("", SqlType.sized(SqlTypeName.BINARY, LSN_BYTES)));
      case "fn_cdc_map_lsn_to_time", "getutcdate", "local_datetime" ->
          Optional.of(Column.of("", SqlTypeName.DATETIME));
      case "sysdatetimeoffset", "todatetimeoffset" ->
          Optional.of(Column.of("", SqlTypeName.DATETIMEOFFSET));
      case "at_time_zone" -> Optional.of(atTimeZone(function.getSubexpression(0)));
      case "sysdatetime", "sysutcdatetime" -> Optional.of(Column.of("", SqlTypeName.DATETIME2));
      default -> Optional.empty();
    };
  }

  /** As many fraction digits as the time had. */
  private Column atTimeZone(Expression time) {
    int ofH2 = time.getType() == null ? 0 : time.getType().getScale();
    int scale = declared(time).map(column -> column.type().scale()).orElse(ofH2);
    return Column.of(
        "", SqlType.timed(SqlTypeName.DATETIMEOFFSET, Math.min(scale, FRACTION_DIGITS)));
  }
}
