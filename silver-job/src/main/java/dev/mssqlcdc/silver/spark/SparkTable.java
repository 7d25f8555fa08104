package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.LakeTable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.TypeWidening$;
import org.apache.spark.sql.delta.actions.SetTransaction;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A Delta table at one version. What is internal to Delta is called here and in {@link
 * SparkTables}, and nowhere else.
 */
final class SparkTable implements LakeTable {

  static final String TYPE_WIDENING = "delta.enableTypeWidening";

  private static final String MAPPING = "delta.columnMapping.mode";
  private static final String NO_MAPPING = "none";

  private final String path;
  private final Snapshot snapshot;

  SparkTable(String path, Snapshot snapshot) {
    this.path = path;
    this.snapshot = snapshot;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Map<String, String> properties() {
    return CollectionConverters.asJava(snapshot.metadata().configuration());
  }

  @Override
  public Map<String, String> columnTypes() {
    Map<String, String> types = new LinkedHashMap<>();
    for (StructField field : schema().fields()) {
      types.put(field.name(), field.dataType().typeName());
    }
    return types;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  StructType schema() {
    return snapshot.schema();
  }

  Optional<StructField> column(String name) {
    return Arrays.stream(schema().fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst();
  }

  long version() {
    return snapshot.version();
  }

  /** Whether a property is true; one that is absent is not. */
  boolean isOn(String property) {
    return Boolean.parseBoolean(properties().get(property));
  }

  /** Whether Delta lets a column become another type. */
  static boolean canWiden(DataType from, DataType to) {
    return from instanceof AtomicType narrow
        && to instanceof AtomicType wide
        && TypeWidening$.MODULE$.isTypeChangeSupported(narrow, wide);
  }

  /** Whether columns may have any name. */
  boolean mapsColumns() {
    return !NO_MAPPING.equals(properties().getOrDefault(MAPPING, NO_MAPPING));
  }

  /** Whether no file holds rows of it. The answer may cost a Spark job. */
  boolean isEmpty() {
    return files() == 0;
  }

  /** Whether a write can leave files as they are. The answer may cost a Spark job. */
  boolean hasSeveralFiles() {
    return files() > 1;
  }

  private long files() {
    Object known = snapshot.numOfFilesIfKnown().getOrElse(() -> null);
    return known instanceof Number number ? number.longValue() : snapshot.numOfFiles();
  }

  /** The type of a column whose name is given in any case. */
  DataType typeOf(String column) {
    return Arrays.stream(schema().fields())
        .filter(field -> field.name().equalsIgnoreCase(column))
        .map(StructField::dataType)
        .findFirst()
        .orElseThrow();
  }

  /** The number that a writer's last transaction carried, 0 for none; may cost a Spark job. */
  long lastTransaction(String appId) {
    Seq<SetTransaction> transactions =
        snapshot.setTransactionsIfKnown().getOrElse(snapshot::setTransactions);
    return CollectionConverters.asJava(transactions).stream()
        .filter(transaction -> transaction.appId().equals(appId))
        .mapToLong(SetTransaction::version)
        .max()
        .orElse(0);
  }
}
