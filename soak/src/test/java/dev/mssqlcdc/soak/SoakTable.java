package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/** A table of the load: what the load made of it, and how far its topic was read. */
final class SoakTable {

  /** A column with the statement that wrote a row last: no two changes are the same. */
  static final String WRITER = "writer";

  private final String schema;
  private final String name;
  private final KeyShape shape;
  private final List<SoakColumn> columns = new CopyOnWriteArrayList<>();
  private final List<Instance> instances = new CopyOnWriteArrayList<>();
  private final List<Ddl> ddl = new CopyOnWriteArrayList<>();
  private final Map<Long, Row> firstRows = new HashMap<>();
  private volatile Lsn progress = Lsn.ZERO;
  private volatile Lsn lossBelow = Lsn.ZERO;

  SoakTable(String schema, String name, KeyShape shape, List<SoakColumn> columns) {
    this.schema = schema;
    this.name = name;
    this.shape = shape;
    if (shape != KeyShape.MARK) {
      this.columns.add(new SoakColumn(WRITER, ColumnKind.BIGINT));
    }
    this.columns.addAll(columns);
  }

  String schema() {
    return schema;
  }

  String name() {
    return name;
  }

  KeyShape shape() {
    return shape;
  }

  /** The name in a statement. */
  String quoted() {
    return "[" + schema.replace("]", "]]") + "].[" + name.replace("]", "]]") + "]";
  }

  /** The part of the topic's name after the prefix. */
  String topic() {
    return (schema + "." + name).replaceAll("[^a-zA-Z0-9._-]", "_");
  }

  /** Every column that the table ever had. */
  List<SoakColumn> columns() {
    return columns;
  }

  List<SoakColumn> writable() {
    return columns.stream().filter(SoakColumn::isWritable).toList();
  }

  /** Writable columns whose values are up to chance. */
  List<SoakColumn> free() {
    return writable().stream().filter(column -> !column.name().equals(WRITER)).toList();
  }

  /** Every capture instance that the table ever had, oldest first. */
  List<Instance> instances() {
    return instances;
  }

  Optional<Instance> instance(String instanceName) {
    return instances.stream().filter(each -> each.name().equals(instanceName)).findFirst();
  }

  /** The capture instances that were not disabled, oldest first. */
  List<Instance> enabled() {
    return instances.stream().filter(each -> !each.isDisabled()).toList();
  }

  Instance newest() {
    return instances.get(instances.size() - 1);
  }

  /** Whether the connector has told of everything that was done to the table. */
  boolean isToldOf() {
    return newest().isRead() && ddl.stream().allMatch(Ddl::isTold);
  }

  /** Every change of its definition that was tried and not refused. */
  List<Ddl> ddl() {
    return ddl;
  }

  /** Rows that were there before it was captured. */
  Map<Long, Row> firstRows() {
    return firstRows;
  }

  /** The end of the last progress event that was checked; zero before the first. */
  Lsn progress() {
    return progress;
  }

  void progressed(Lsn lsn) {
    progress = lsn;
  }

  /** Changes below this were removed from the source on purpose, read or not. */
  Lsn lossBelow() {
    return lossBelow;
  }

  void losesBelow(Lsn lsn) {
    lossBelow = Lsn.max(lossBelow, lsn);
  }

  String create() {
    var sql = new StringBuilder("CREATE TABLE " + quoted() + " (" + shape.definition());
    columns.forEach(c -> sql.append(", ").append(c.quoted()).append(' ').append(c.kind().sql()));
    return sql.append(')').toString();
  }

  /** Values for columns, the writing statement's among them. */
  Map<String, Object> values(List<SoakColumn> chosen, long writer, RandomGenerator random) {
    Map<String, Object> values = new HashMap<>();
    if (shape != KeyShape.MARK) {
      values.put(WRITER, writer);
    }
    chosen.forEach(column -> values.put(column.name(), column.kind().value(random)));
    return values;
  }

  @Override
  public String toString() {
    return quoted();
  }

  /** A change of a table's definition. */
  static final class Ddl {
    private final String statement;
    private volatile boolean told;

    Ddl(String statement) {
      this.statement = statement;
    }

    String statement() {
      return statement;
    }

    void tell() {
      told = true;
    }

    /** Whether the connector told of it. */
    boolean isTold() {
      return told;
    }
  }
}
