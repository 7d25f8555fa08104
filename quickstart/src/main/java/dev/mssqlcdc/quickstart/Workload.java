package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.quickstart.ShopTable.ShopColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * What customers and clerks do to the shop: a sequence of transactions that depends on the seed
 * alone. It knows which rows live, so that its updates and deletes find one.
 */
final class Workload {

  /**
   * One statement with its parameters.
   *
   * @param table that it changes
   * @param sql with a {@code ?} for each parameter
   * @param parameters in order
   */
  record Statement(ShopTable table, String sql, List<Parameter> parameters) {}

  /**
   * A value and its type, which a NULL needs too.
   *
   * @param value or null
   * @param sqlType of {@link java.sql.Types}
   */
  record Parameter(Object value, int sqlType) {}

  /**
   * Statements that commit, or roll back, together.
   *
   * @param statements each changes one row
   * @param rollback whether nothing of it may be seen
   */
  record Transaction(List<Statement> statements, boolean rollback) {}

  private static final int MEAN_CHANGES = 5;
  private static final int ROLLBACK_EVERY = 20;

  private final Random random;
  private final List<Live> tables = new ArrayList<>();

  /** A table's rows that are there now, by their locators. */
  private static final class Live {
    private final ShopTable table;
    private final List<List<Object>> rows = new ArrayList<>();
    private long made;

    private Live(ShopTable table) {
      this.table = table;
    }

    private List<Object> nextLocator() {
      return table.locatorOf().apply(++made);
    }
  }

  Workload(long seed) {
    random = new Random(seed);
    Shop.TABLES.forEach(table -> tables.add(new Live(table)));
  }

  /** Rows that are there before change data capture is switched on. */
  Transaction initialRows(int perTable) {
    List<Statement> statements = new ArrayList<>();
    for (Live live : tables) {
      for (int i = 0; i < perTable; i++) {
        statements.add(insert(live));
      }
    }
    return new Transaction(statements, false);
  }

  /**
   * Hands out transactions: {@code changes} rows in {@code transactions} commits, one of which has
   * {@code inOne} rows; and some that roll back, which do not count.
   */
  void run(int transactions, int changes, int inOne, Consumer<Transaction> each) {
    int left = changes - inOne;
    for (int i = 0; i < transactions; i++) {
      if (random.nextInt(ROLLBACK_EVERY) == 0) {
        each.accept(rolledBack());
      }
      if (i == transactions / 2) {
        each.accept(big(inOne));
      } else {
        int remaining = transactions - i - (i < transactions / 2 ? 1 : 0);
        int size = remaining == 1 ? left : Math.min(left - remaining + 1, size());
        left -= size;
        each.accept(committed(size));
      }
    }
  }

  private int size() {
    return 1 + random.nextInt(2 * MEAN_CHANGES - 1);
  }

  private Transaction committed(int size) {
    List<Statement> statements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      statements.add(change(tables.get(random.nextInt(tables.size()))));
    }
    return new Transaction(statements, false);
  }

  private Transaction big(int size) {
    Live details = tables.get(Shop.TABLES.size() - 2);
    List<Statement> statements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      statements.add(insert(details));
    }
    return new Transaction(statements, false);
  }

  /** Its rows must not count as living afterwards. */
  private Transaction rolledBack() {
    Live live = tables.get(random.nextInt(tables.size()));
    List<List<Object>> before = new ArrayList<>(live.rows);
    List<Statement> statements = List.of(change(live), insert(live), change(live));
    live.rows.clear();
    live.rows.addAll(before);
    return new Transaction(statements, true);
  }

  private Statement change(Live live) {
    int dice = random.nextInt(100);
    if (dice < 25 || live.rows.isEmpty()) {
      return insert(live);
    }
    if (dice < 75) {
      return update(live);
    }
    if (dice < 85 && !live.table.keyless()) {
      return move(live);
    }
    return delete(live);
  }

  private Statement insert(Live live) {
    List<Object> locator = live.nextLocator();
    live.rows.add(locator);
    List<Parameter> parameters = new ArrayList<>(locatorParameters(live.table, locator));
    live.table.columns().forEach(column -> parameters.add(parameter(column)));
    return new Statement(live.table, live.table.insert(), parameters);
  }

  private Statement update(Live live) {
    List<ShopColumn> changed = new ArrayList<>(live.table.columns());
    Collections.shuffle(changed, random);
    changed = changed.subList(0, 1 + random.nextInt(changed.size()));
    List<Parameter> parameters = new ArrayList<>();
    changed.forEach(column -> parameters.add(parameter(column)));
    parameters.addAll(locatorParameters(live.table, any(live)));
    return new Statement(live.table, live.table.update(changed), parameters);
  }

  private Statement move(Live live) {
    int index = random.nextInt(live.rows.size());
    List<Object> from = live.rows.get(index);
    List<Object> to = live.nextLocator();
    live.rows.set(index, to);
    List<Parameter> parameters = new ArrayList<>(locatorParameters(live.table, to));
    parameters.addAll(locatorParameters(live.table, from));
    return new Statement(live.table, live.table.move(), parameters);
  }

  private Statement delete(Live live) {
    int index = random.nextInt(live.rows.size());
    List<Object> row = live.rows.get(index);
    live.rows.set(index, live.rows.get(live.rows.size() - 1));
    live.rows.remove(live.rows.size() - 1);
    return new Statement(live.table, live.table.delete(), locatorParameters(live.table, row));
  }

  private List<Object> any(Live live) {
    return live.rows.get(random.nextInt(live.rows.size()));
  }

  private Parameter parameter(ShopColumn column) {
    return new Parameter(column.value().apply(random), column.sqlType());
  }

  private static List<Parameter> locatorParameters(ShopTable table, List<Object> values) {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      parameters.add(new Parameter(values.get(i), table.locators().get(i).sqlType()));
    }
    return parameters;
  }
}
