package dev.mssqlcdc.standin.engine;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.command.Prepared;
import org.h2.expression.Expression;
import org.h2.expression.ExpressionColumn;
import org.h2.table.DataChangeDeltaTable;
import org.h2.table.QueryExpressionTable;
import org.h2.table.TableFilter;
import org.h2.table.TableView;

/**
 * The parts of a parsed H2 statement. H2 has no public way to all of them (conditions with
 * subqueries, SET clauses, MERGE branches), so this follows the fields of its tree, whatever the
 * statement is. Views are not entered: who may read a view need not see below it.
 */
final class H2Tree {
  private static final String[] TREE_PACKAGES = {
    "org.h2.command.dml.", "org.h2.command.query.", "org.h2.expression."
  };
  private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

  private final Visitor visitor;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Is told of every part, each once. */
  interface Visitor {
    /** A column that an expression reads. */
    void column(ExpressionColumn column);

    /** A table that the statement names, without those of {@link #skip}. */
    void table(TableFilter filter);

    /** Any other part, before what it holds. */
    void part(Object part);
  }

  H2Tree(Visitor visitor) {
    this.visitor = visitor;
  }

  /** Leaves out a part. */
  void skip(Object part) {
    seen.add(part);
  }

  void walk(Object node) {
    if (node == null || !interesting(node) || !seen.add(node)) {
      return;
    }
    if (node instanceof Iterable<?> items) {
      items.forEach(this::walk);
    } else if (node instanceof Map<?, ?> map) {
      map.values().forEach(this::walk);
    } else if (node.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(node); i++) {
        walk(Array.get(node, i));
      }
    } else if (node instanceof ExpressionColumn column) {
      visitor.column(column);
    } else {
      visit(node);
    }
  }

  private void visit(Object node) {
    if (node instanceof TableFilter filter) {
      visitor.table(filter);
      if (filter.getTable() instanceof QueryExpressionTable derived
          && !(derived instanceof TableView)) {
        walk(derived.getTopQuery());
        walk(derived.getQuery());
      } else if (filter.getTable() instanceof DataChangeDeltaTable changes) {
        walkFields(changes);
      }
    } else {
      visitor.part(node);
    }
    walkFields(node);
  }

  private void walkFields(Object node) {
    for (Field field : FIELDS.computeIfAbsent(node.getClass(), H2Tree::fields)) {
      try {
        walk(field.get(node));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("H2's tree cannot be read at " + field, e);
      }
    }
  }

  private static boolean interesting(Object node) {
    boolean array = node.getClass().isArray() && !node.getClass().getComponentType().isPrimitive();
    return array
        || node instanceof Iterable<?>
        || node instanceof Map<?, ?>
        || node instanceof Prepared
        || node instanceof Expression
        || node instanceof TableFilter
        || inTree(node.getClass());
  }

  private static boolean inTree(Class<?> type) {
    for (String name : TREE_PACKAGES) {
      if (type.getName().startsWith(name)) {
        return true;
      }
    }
    return false;
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && c.getName().startsWith("org.h2."); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields;
  }
}
