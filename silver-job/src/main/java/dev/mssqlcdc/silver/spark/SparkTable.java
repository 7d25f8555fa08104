package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.LakeTable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.TypeWidening$;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.apache.spark.sql.delta.actions.SetTransaction;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A Delta table at one version. See {@link SparkTables} for who may call what is internal to Delta.
 */
final class SparkTable implements LakeTable {

  static final String TYPE_WIDENING = "delta.enableTypeWidening";

  static final String CHANGE_DATA_FEED = "delta.enableChangeDataFeed";
  private static final String ROW_TRACKING = "delta.enableRowTracking";
  private static final String DELETION_VECTORS = "deletionVectors";
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

  /** A write that has read this version. */
  OptimisticTransaction startTransaction() {
    return snapshot.deltaLog().startTransaction(Option.empty(), Option.apply(snapshot));
  }

  /** The same for all versions of a table, and another one where it was made anew. */
  String id() {
    return snapshot.metadata().id();
  }

  /** From the checksum that Delta writes with a commit to a small table, or else by Spark jobs. */
  List<AddFile> files() {
    Option<Seq<AddFile>> known = snapshot.checksumOpt().flatMap(VersionChecksum::allFiles);
    return known.isDefined()
        ? CollectionConverters.asJava(known.get())
        : snapshot.allFiles().collectAsList();
  }

  /**
   * Tells how its files changed, without a Spark job.
   *
   * @param version not included
   * @param removed takes paths
   */
  void changesSince(long version, Consumer<String> removed, Consumer<AddFile> added) {
    var commits = snapshot.deltaLog().getChanges(version + 1, version(), Option.empty(), true);
    while (commits.hasNext()) {
      List<Action> actions = CollectionConverters.asJava(commits.next()._2());
      // A file that gets another deletion vector is removed and added in one commit.
      for (Action action : actions) {
        if (action instanceof RemoveFile file) {
          removed.accept(file.path());
        }
      }
      for (Action action : actions) {
        if (action instanceof AddFile file) {
          added.accept(file);
        }
      }
    }
  }

  /** Rows of some of its files, as a session reads them; Delta itself takes the active one. */
  Dataset<Row> rows(SparkSession spark, List<AddFile> files) {
    Option<SparkSession> active = SparkSession.getActiveSession();
    SparkSession.setActiveSession(spark);
    try {
      return snapshot
          .deltaLog()
          .createDataFrame(
              snapshot, CollectionConverters.asScala(files).toSeq(), false, Option.empty());
    } finally {
      if (active.isDefined()) {
        SparkSession.setActiveSession(active.get());
      } else {
        SparkSession.clearActiveSession();
      }
    }
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

  /** Of a table that has one. */
  String partitionColumn() {
    return snapshot.metadata().partitionColumns().head();
  }

  /** Whether rows have a history that only Delta's own commands go on with. */
  boolean tracksRows() {
    return isOn(CHANGE_DATA_FEED)
        || isOn(ROW_TRACKING)
        || snapshot.protocol().readerAndWriterFeatureNames().contains(DELETION_VECTORS);
  }

  /** Whether columns may have any name. */
  boolean mapsColumns() {
    return !NO_MAPPING.equals(properties().getOrDefault(MAPPING, NO_MAPPING));
  }

  /** Whether no file holds rows of it. The answer may cost a Spark job. */
  boolean isEmpty() {
    return fileCount() == 0;
  }

  /** Whether a write can leave files as they are. The answer may cost a Spark job. */
  boolean hasSeveralFiles() {
    return fileCount() > 1;
  }

  /** From the checksum that Delta writes with a commit, or else by a Spark job. */
  private long fileCount() {
    Option<VersionChecksum> checksum = snapshot.checksumOpt();
    return checksum.isDefined() ? checksum.get().numFiles() : snapshot.numOfFiles();
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
        snapshot
            .checksumOpt()
            .flatMap(VersionChecksum::setTransactions)
            .getOrElse(snapshot::setTransactions);
    return CollectionConverters.asJava(transactions).stream()
        .filter(transaction -> transaction.appId().equals(appId))
        .mapToLong(SetTransaction::version)
        .max()
        .orElse(0);
  }
}
