package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.Permission;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.h2.command.Prepared;
import org.h2.command.dml.DataChangeStatement;
import org.h2.command.dml.Delete;
import org.h2.command.dml.Insert;
import org.h2.command.dml.MergeUsing;
import org.h2.command.dml.SetClauseList;
import org.h2.command.dml.Update;
import org.h2.engine.SessionLocal;
import org.h2.expression.ExpressionColumn;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.Column;
import org.h2.table.QueryExpressionTable;
import org.h2.table.Table;
import org.h2.table.TableFilter;
import org.h2.table.TableType;
import org.h2.table.TableView;

/** Finds what a statement reads and writes, in H2's own understanding of it. */
final class StatementAccess implements H2Tree.Visitor {
  /** The alias under which a change function reads its change table: its caller needs no grant. */
  static final String FUNCTION_ALIAS = "fn_cdc_get_";

  private final Map<TableFilter, Set<Integer>> read = new LinkedHashMap<>();
  private final List<Access> written = new ArrayList<>();
  private final Set<Access> states = new HashSet<>();
  private final H2Tree tree = new H2Tree(this);
  private Table target;

  private StatementAccess() {}

  /**
   * The accesses of a statement, reads first.
   *
   * @param sql H2 text
   */
  static List<Access> of(Connection h2, String sql) throws SQLException {
    SessionLocal session = (SessionLocal) h2.unwrap(JdbcConnection.class).getSession();
    Prepared prepared = session.prepare(sql);
    StatementAccess access = new StatementAccess();
    access.tree.walk(prepared);
    return access.all();
  }

  private void enter(DataChangeStatement statement) {
    if (statement instanceof Update update) {
      target(update, update.getTableFilter());
    } else if (statement instanceof Delete delete) {
      target(delete, delete.getTableFilter());
      write(Permission.DELETE, Set.of());
    } else if (statement instanceof MergeUsing merge) {
      target(merge, merge.getTargetTableFilter());
    } else if (statement instanceof Insert insert) {
      target = insert.getTable();
      write(Permission.INSERT, Set.of());
    } else {
      throw SqlError.notSupported("this change by who is not dbo", statement.getStatementName());
    }
  }

  /** What is only written need not be readable. */
  private void target(DataChangeStatement statement, TableFilter filter) {
    target = statement.getTable();
    tree.skip(filter);
  }

  private void write(Permission permission, Set<Integer> columns) {
    if (target.getSchema().getName().equalsIgnoreCase("sys")) {
      throw SqlError.of(259, "Ad hoc updates to system catalogs are not allowed.");
    }
    if (isNamed(target)) {
      written.add(new Access(permission, target.getSchema().getName(), target.getName(), columns));
    }
  }

  @Override
  public void table(TableFilter filter) {
    if (isNamed(filter.getTable())) {
      read.putIfAbsent(filter, new HashSet<>());
    } else {
      state(filter.getTable());
    }
  }

  /** Views of the server's or the database's state have permissions of their own. */
  private void state(Table table) {
    String name = table.getName().toLowerCase(Locale.ROOT);
    boolean view = name.startsWith("dm_") && table.getSchema().getName().equalsIgnoreCase("sys");
    if (!view || name.startsWith("dm_exec_session_")) {
      return;
    }
    boolean ofDatabase = name.startsWith("dm_db_") || name.startsWith("dm_cdc_");
    Permission permission =
        ofDatabase ? Permission.VIEW_DATABASE_STATE : Permission.VIEW_SERVER_STATE;
    states.add(new Access(permission, "sys", name, Set.of()));
  }

  @Override
  public void column(ExpressionColumn column) {
    TableFilter filter = column.getTableFilter();
    if (filter != null && column.getColumn() != null && isNamed(filter.getTable())) {
      read.computeIfAbsent(filter, key -> new HashSet<>())
          .add(column.getColumn().getColumnId() + 1);
    }
  }

  @Override
  public void part(Object part) {
    if (part instanceof DataChangeStatement statement) {
      enter(statement);
    } else if (part instanceof SetClauseList set) {
      write(Permission.UPDATE, columns(set));
    } else if (part instanceof MergeUsing.WhenMatchedThenDelete) {
      write(Permission.DELETE, Set.of());
    } else if (part instanceof MergeUsing.WhenNotMatched) {
      write(Permission.INSERT, Set.of());
    }
  }

  /** H2 tells no one which columns a SET clause sets. */
  private Set<Integer> columns(SetClauseList set) {
    try {
      Field field = SetClauseList.class.getDeclaredField("actions");
      field.setAccessible(true);
      Object[] actions = (Object[]) field.get(set);
      Set<Integer> columns = new HashSet<>();
      for (int i = 0; i < actions.length; i++) {
        Column column = target.getColumn(i);
        if (actions[i] != null && column.getEffectiveOnUpdateExpression() == null) {
          columns.add(i + 1);
        }
      }
      return columns;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("H2's SET clause cannot be read", e);
    }
  }

  private List<Access> all() {
    List<Access> all = new ArrayList<>(states);
    read.forEach(
        (filter, columns) -> {
          Table table = filter.getTable();
          String alias = filter.getTableAlias();
          boolean function =
              alias.startsWith(FUNCTION_ALIAS)
                  && table.getSchema().getName().equalsIgnoreCase("cdc");
          all.add(
              new Access(
                  Permission.SELECT,
                  table.getSchema().getName(),
                  function ? alias : table.getName(),
                  function ? Set.of() : columns));
        });
    all.addAll(written);
    return all;
  }

  /** True for a table or view with a name that others see, in no schema that all may read. */
  private static boolean isNamed(Table table) {
    if (table.getName().equalsIgnoreCase("sysdatabases")) {
      return false;
    }
    boolean derived = table instanceof QueryExpressionTable && !(table instanceof TableView);
    boolean temporary = table.isTemporary();
    String schema = table.getSchema() == null ? "" : table.getSchema().getName();
    return !derived
        && !temporary
        && !schema.equalsIgnoreCase("sys")
        && !schema.equalsIgnoreCase("INFORMATION_SCHEMA")
        && (table instanceof TableView || table.getTableType() == TableType.TABLE);
  }
}
