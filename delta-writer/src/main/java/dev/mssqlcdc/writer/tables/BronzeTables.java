package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.writer.core.ColumnNames;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.delta.ColumnMapping;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens and creates bronze tables, and refuses those that are not this writer's. */
public final class BronzeTables {

  private final Lake lake;
  private final TableOpener<KernelTable> opener;
  private final boolean typeWidening;

  /**
   * @param typeWidening whether the columns of new tables may be widened
   */
  public BronzeTables(Lake lake, KernelTables tables, boolean typeWidening) {
    this.lake = lake;
    this.typeWidening = typeWidening;
    this.opener = new TableOpener<>(tables);
  }

  /**
   * The topic's table; empty when it is not created yet.
   *
   * @throws TableStopException when it belongs to another writer or topic
   * @throws LakeException when it cannot be read
   */
  public Optional<KernelTable> find(Topic topic) {
    Optional<KernelTable> table = any(topic);
    table.ifPresent(found -> check(topic, found));
    return table;
  }

  /** What lies where the topic's table belongs, whoever made it. */
  Optional<KernelTable> any(Topic topic) {
    return opener.find(lake.table(Layer.BRONZE, topic.table()), TableKind.BRONZE);
  }

  /**
   * A table at its newest version.
   *
   * @throws LakeException when it is gone, cannot be read or is not to be written by this release
   */
  KernelTable reopen(KernelTable table) {
    return opener.reopen(table.path(), TableKind.BRONZE);
  }

  /**
   * Creates the topic's table.
   *
   * @param captured the columns of its first records
   */
  public KernelTable create(Topic topic, List<Column> captured) {
    List<Column> columns = Bronze.columns(captured);
    Map<String, String> properties = new HashMap<>(owner(topic));
    if (columns.stream().map(Column::name).anyMatch(ColumnNames::needMapping)) {
      properties.put(ColumnMapping.MODE, ColumnMapping.BY_NAME);
    }
    if (typeWidening) {
      properties.put(KernelTable.TYPE_WIDENING, "true");
    }
    KernelTable table =
        opener.openOrCreate(
            lake.table(Layer.BRONZE, topic.table()),
            TableDefinition.of(
                TableKind.BRONZE,
                "every change and snapshot row of %s, in the order of topic %s"
                    .formatted(topic.table(), topic.name()),
                columns,
                properties));
    check(topic, table);
    return table;
  }

  /** The properties that make a table the topic's. */
  static Map<String, String> owner(Topic topic) {
    return Map.of(
        Properties.TOPIC, topic.name(),
        Properties.TOPIC_ID, topic.id(),
        Properties.WRITER, topic.writerId());
  }

  private static void check(Topic topic, KernelTable table) {
    Map<String, String> properties = table.properties();
    expect(table, properties, Properties.WRITER, topic.writerId(), "writer.id");
    expect(table, properties, Properties.TOPIC, topic.name(), "topic");
    String id = properties.get(Properties.TOPIC_ID);
    if (!topic.isMeantBy(id)) {
      throw new GapException(
          topic.table(),
          ("topic %s was deleted and created anew (its id is %s, the table was fed from %s): records"
                  + " may be lost between the two")
              .formatted(topic.name(), topic.id(), id),
          "");
    }
  }

  private static void expect(
      KernelTable table,
      Map<String, String> properties,
      String property,
      String expected,
      String what) {
    String found = properties.get(property);
    if (!expected.equals(found)) {
      throw new TableStopException(
          ("table %s has property %s = '%s', this writer's %s is '%s': a bronze table has one"
                  + " writer and one topic. Use another lake.root or table.name.template, or the %s"
                  + " that made the table")
              .formatted(table.path(), property, found, what, expected, what));
    }
  }
}
