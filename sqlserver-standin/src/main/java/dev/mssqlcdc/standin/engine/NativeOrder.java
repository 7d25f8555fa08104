package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.SqlError;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.h2.command.Prepared;
import org.h2.command.query.Query;
import org.h2.command.query.QueryOrderBy;
import org.h2.command.query.Select;
import org.h2.engine.SessionLocal;
import org.h2.expression.Expression;
import org.h2.expression.ExpressionColumn;
import org.h2.expression.Parameter;
import org.h2.expression.aggregate.Aggregate;
import org.h2.expression.aggregate.AggregateType;
import org.h2.expression.condition.BetweenPredicate;
import org.h2.expression.condition.Comparison;
import org.h2.expression.condition.ConditionInQuery;
import org.h2.expression.function.CastSpecification;
import org.h2.jdbc.JdbcConnection;
import org.h2.result.SortOrder;
import org.h2.table.TableFilter;
import org.h2.value.Value;

/**
 * Refuses what would sort or compare as H2 does it values that SQL Server sorts or compares
 * otherwise, uniqueidentifier and strings of some collations: rewriting has put a key around those
 * that it recognized, and what is left here it did not.
 */
final class NativeOrder implements H2Tree.Visitor {
  private static final Set<Integer> ORDERING =
      Set.of(
          Comparison.SMALLER, Comparison.BIGGER, Comparison.SMALLER_EQUAL, Comparison.BIGGER_EQUAL);

  private final String sql;
  private final ResultTypes types;

  private NativeOrder(String sql, ResultTypes types) {
    this.sql = sql;
    this.types = types;
  }

  /**
   * Checks a statement.
   *
   * @param sql H2 text
   */
  static void check(Connection h2, String sql, ResultTypes types) throws SQLException {
    SessionLocal session = (SessionLocal) h2.unwrap(JdbcConnection.class).getSession();
    Prepared prepared = session.prepare(sql);
    new H2Tree(new NativeOrder(sql, types)).walk(prepared);
  }

  @Override
  public void column(ExpressionColumn column) {
    // a column alone sorts nothing
  }

  @Override
  public void table(TableFilter filter) {
    // nor does a table
  }

  @Override
  public void part(Object part) {
    if (part instanceof Comparison comparison) {
      Consumer<Expression> refusal =
          ORDERING.contains(type(comparison)) ? this::refuse : this::refuseEquating;
      refusal.accept(comparison.getSubexpression(0));
      refusal.accept(comparison.getSubexpression(1));
    } else if (part instanceof Expression in
        && in.getClass().getSimpleName().startsWith("ConditionIn")) {
      refuseEquating(
          in instanceof ConditionInQuery
              ? (Expression) read(ConditionInQuery.class, "left", in)
              : in.getSubexpression(0));
    } else if (part instanceof BetweenPredicate between) {
      refuse(between.getSubexpression(0));
    } else if (part instanceof Aggregate aggregate) {
      AggregateType type = aggregate.getAggregateType();
      if (type == AggregateType.MIN || type == AggregateType.MAX) {
        refuse(aggregate.getSubexpression(0));
      } else if (aggregate.isDistinct()) {
        refuseEquating(aggregate.getSubexpression(0));
      }
    } else if (part instanceof QueryOrderBy order && order.expression != null) {
      refuse(order.expression);
    } else if (part instanceof Query query) {
      order(query);
    }
  }

  private void order(Query query) {
    if (query.isAnyDistinct() || (query instanceof Select select && select.isGroupQuery())) {
      query.getExpressions().forEach(this::refuseEquating);
    }
    SortOrder sort = (SortOrder) read(Query.class, "sort", query);
    List<?> expressions = (List<?>) read(Query.class, "expressions", query);
    if (sort != null) {
      for (int index : sort.getQueryColumnIndexes()) {
        if (index < expressions.size() && expressions.get(index) instanceof Expression sorted) {
          refuse(sorted);
        }
      }
    }
  }

  private void refuseEquating(Expression compared) {
    if (types.declared(compared).filter(c -> c.type().equatesByKey()).isPresent()) {
      throw SqlError.notSupported("this comparison of strings with a collation of their own", sql);
    }
  }

  private void refuse(Expression sorted) {
    int type = sorted.getType() == null ? Value.UNKNOWN : sorted.getType().getValueType();
    Optional<Column> declared = types.declared(sorted);
    boolean otherText =
        type == Value.VARCHAR_IGNORECASE && declared.isEmpty() && !isWritten(sorted);
    if (type == Value.UUID
        || otherText
        || declared.filter(c -> c.type().sortsByKey()).isPresent()) {
      throw SqlError.notSupported(
          "this order of uniqueidentifier values or of strings with a collation of their own", sql);
    }
  }

  /** True for what the statement itself says: rewriting has seen its collation. */
  private static boolean isWritten(Expression expression) {
    return expression.isConstant()
        || expression instanceof Parameter
        || expression instanceof CastSpecification;
  }

  private static int type(Comparison comparison) {
    return (Integer) read(Comparison.class, "compareType", comparison);
  }

  private static Object read(Class<?> owner, String name, Object part) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(part);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("H2's tree cannot be read at " + name, e);
    }
  }
}
