package dev.mssqlcdc.quickstart;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What the lake holds, read through Delta by Spark, as {@link Canonical} texts. */
final class LakeRows {

  private final SparkSession spark;
  private final Lake lake;

  LakeRows(SparkSession spark, Lake lake) {
    this.spark = spark;
    this.lake = lake;
  }

  /** Name in the lake: what a topic name cannot hold is replaced. */
  static String name(SourceTable table) {
    return "dbo." + table.name().replaceAll("[^a-zA-Z0-9._-]", "_");
  }

  Dataset<Row> table(Layer layer, SourceTable table) {
    return spark.read().format("delta").load(lake.table(layer, name(table)));
  }

  Map<List<String>, List<String>> silverByKey(SourceTable table, List<String> columns) {
    int[] key = table.locators().stream().mapToInt(each -> columns.indexOf(each.name())).toArray();
    Map<List<String>, List<String>> rows = new HashMap<>();
    for (Row each : select(table(Layer.SILVER, table), columns).collectAsList()) {
      List<String> row = texts(each);
      rows.put(IntStream.of(key).mapToObj(row::get).toList(), row);
    }
    return rows;
  }

  /** Change rows in commit order: LSN, command, seqval, operation, the columns. */
  List<List<String>> changes(SourceTable table, List<String> columns) {
    List<String> all =
        new ArrayList<>(
            List.of(Fields.START_LSN, Fields.COMMAND_ID, Fields.SEQVAL, Fields.OPERATION));
    all.addAll(columns);
    Dataset<Row> rows =
        select(
            table(Layer.BRONZE, table)
                .where(col(Fields.OPERATION).notEqual(lit(Operation.SNAPSHOT.code())))
                .orderBy(Fields.START_LSN, Fields.COMMAND_ID, Fields.SEQVAL, Fields.OPERATION),
            all);
    return rows.collectAsList().stream().map(LakeRows::changeTexts).toList();
  }

  /** Where the table's stream starts: S of its first snapshot. */
  Lsn streamStart(SourceTable table) {
    Row open =
        spark
            .read()
            .format("delta")
            .load(lake.facts())
            .where(col(Facts.TARGET).equalTo(lit(name(table))))
            .where(col(Facts.EVENT).equalTo(lit(EventType.SNAPSHOT_OPEN.wireName())))
            .orderBy(Facts.BATCH_ID)
            .first();
    String detail = open.getAs(Facts.DETAIL);
    EventDetail event = EventJson.read(EventType.SNAPSHOT_OPEN, detail);
    return Lsn.parse(((EventDetail.SnapshotOpen) event).s());
  }

  /** A table's row in control. */
  Optional<Row> verdict(Layer layer, SourceTable table) {
    return spark
        .read()
        .format("delta")
        .load(lake.control())
        .where(col(Control.LAYER).equalTo(lit(layer.directory())))
        .where(col(Control.TABLE_NAME).equalTo(lit(name(table))))
        .collectAsList()
        .stream()
        .findFirst();
  }

  private static Dataset<Row> select(Dataset<Row> rows, List<String> columns) {
    return rows.select(columns.stream().map(LakeRows::quoted).toArray(Column[]::new));
  }

  private static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  private static List<String> changeTexts(Row row) {
    List<String> texts = new ArrayList<>();
    texts.add(row.getString(0));
    texts.add(Integer.toString(row.getInt(1)));
    texts.add(row.getString(2));
    texts.add(Integer.toString(row.getInt(3)));
    texts.addAll(texts(row).subList(4, row.size()));
    return texts;
  }

  private static List<String> texts(Row row) {
    List<String> texts = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      texts.add(Canonical.of(row.get(i)));
    }
    return texts;
  }
}
