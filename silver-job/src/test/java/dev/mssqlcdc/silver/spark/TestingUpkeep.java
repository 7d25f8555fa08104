package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.History;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/** What maintenance leaves of a lake's tables. */
public final class TestingUpkeep {

  private final SparkSession spark = TestingSpark.session();
  private final SparkTables tables = new SparkTables(spark);
  private final TestingLake lake;

  public TestingUpkeep(TestingLake lake) {
    this.lake = lake;
  }

  /** The LSNs of bronze's rows, each once. */
  public List<Long> bronzeLsns(String name) {
    return spark.read().format("delta").load(lake.bronzePath(name)).collectAsList().stream()
        .map(row -> Lsn.parse(row.getAs(Fields.START_LSN)).low())
        .distinct()
        .sorted()
        .toList();
  }

  /** Removes silver and its row in control, so that it is built anew. */
  public void removeSilver(String name) {
    try (Stream<Path> files = Files.walk(Path.of(lake.silverPath(name)))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DeltaTable.forPath(spark, lake.lake().control())
        .delete("layer = 'silver' AND table_name = " + Sql.text(name));
  }

  /** The facts of a table in the order of its topic: what of, and the LSN. */
  public List<String> facts(String name) {
    return spark
        .read()
        .format("delta")
        .load(lake.lake().facts())
        .where("target = " + Sql.text(name))
        .orderBy(Facts.BATCH_ID)
        .collectAsList()
        .stream()
        .map(
            row ->
                Optional.ofNullable(row.<String>getAs(Facts.EVENT)).orElse("batch")
                    + " "
                    + Lsn.parse(row.getAs(Facts.MAX_LSN)).low())
        .toList();
  }

  /** Creates a history table of versions: values by column name. */
  public void history(String name, List<Column> captured, List<Map<String, Object>> versions) {
    String path = lake.lake().table(Layer.HISTORY, name);
    SparkTable table =
        new TableOpener<>(tables)
            .openOrCreate(
                path,
                TableDefinition.of(
                    TableKind.HISTORY, "versions of " + name, History.columns(captured), Map.of()));
    List<Row> rows =
        versions.stream()
            .map(
                version ->
                    RowFactory.create(
                        Stream.of(table.schema().fieldNames()).map(version::get).toArray()))
            .toList();
    spark.createDataFrame(rows, table.schema()).write().format("delta").mode("append").save(path);
  }

  /** The column {@code k} of history's versions. */
  public List<Integer> historyKeys(String name) {
    return spark
        .read()
        .format("delta")
        .load(lake.lake().table(Layer.HISTORY, name))
        .collectAsList()
        .stream()
        .map(row -> row.<Integer>getAs("k"))
        .sorted()
        .toList();
  }

  public void setProperty(String name, String property, String value) {
    SparkTable table = tables.find(lake.bronzePath(name)).orElseThrow();
    if (tables.change(table, List.of(), Map.of(property, value)).isEmpty()) {
      throw new IllegalStateException("another process came first");
    }
  }

  /** Parquet files of bronze on the disk, dead ones included. */
  public long dataFiles(String name) {
    try (Stream<Path> files = Files.walk(Path.of(lake.bronzePath(name)))) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".parquet") && !file.contains("_delta_log"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
