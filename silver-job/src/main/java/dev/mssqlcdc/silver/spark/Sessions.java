package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.logstore.ConditionalPutLogStore;
import dev.mssqlcdc.logstore.LinkLogStore;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/** Spark sessions for this job. */
public final class Sessions {

  /** What Delta needs of any session. */
  private static final Map<String, String> DELTA =
      Map.of(
          "spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension",
          "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");

  /** One small process: no servers, and no more tasks than cores are busy with. */
  private static final Map<String, String> LOCAL =
      Map.ofEntries(
          // Made where the process was started if it is not set, though nothing is ever in it.
          Map.entry(
              "spark.sql.warehouse.dir",
              System.getProperty("java.io.tmpdir") + "/silver-job-warehouse"),
          Map.entry("spark.ui.enabled", "false"),
          Map.entry("spark.driver.host", "127.0.0.1"),
          Map.entry("spark.driver.bindAddress", "127.0.0.1"),
          Map.entry("spark.sql.session.timeZone", "UTC"),
          Map.entry("spark.sql.shuffle.partitions", "4"),
          Map.entry("spark.sql.ui.retainedExecutions", "1"),
          Map.entry("spark.databricks.delta.snapshotPartitions", "1"),
          // VACUUM lists a table's folders in as many tasks, of which Spark would start 10,000.
          Map.entry("spark.sql.sources.parallelPartitionDiscovery.parallelism", "8"),
          Map.entry("spark.delta.logStore.file.impl", LinkLogStore.class.getName()),
          Map.entry("spark.delta.logStore.s3a.impl", ConditionalPutLogStore.class.getName()));

  private static final Map<String, String> OWN =
      Map.of(
          "spark.sql.session.timeZone", "UTC",
          // The source of our MERGE is cached by us, at a pinned version, and so the same at every
          // read: Delta need not keep it once more, nor fear that the cache holds another version.
          "spark.databricks.delta.merge.materializeSource", "none",
          "spark.databricks.delta.merge.failSourceCachedAfterMaterialization", "false");

  /** Nothing is compiled, and no plan is looked at again when half of it has run. */
  private static final Map<String, String> FEW_ROWS =
      Map.of(
          "spark.sql.adaptive.enabled", "false",
          "spark.sql.codegen.wholeStage", "false",
          "spark.sql.codegen.factoryMode", "NO_CODEGEN");

  /** Bytes: images up to here go to where silver's rows are, which are many more. */
  private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";

  private static final long BROADCAST_BYTES = 64L << 20;

  // Spark ends its contexts at 50, Hadoop its file systems at 10.
  private static final int BEFORE_SPARK = 100;
  private static final long LONGEST_SECONDS = 300;

  private Sessions() {}

  /**
   * A session in this process.
   *
   * @param master for example {@code local[2]}
   */
  public static SparkSession local(String master) {
    SparkSession.Builder builder = SparkSession.builder().appName("silver-job").master(master);
    DELTA.forEach(builder::config);
    LOCAL.forEach(builder::config);
    return builder.getOrCreate();
  }

  /** The session that {@code spark-submit} configured; Delta is added where it was left out. */
  public static SparkSession submitted() {
    SparkConf configured = new SparkConf();
    SparkSession.Builder builder = SparkSession.builder().appName("silver-job");
    DELTA.forEach(
        (key, value) -> {
          if (!configured.contains(key)) {
            builder.config(key, value);
          }
        });
    return builder.getOrCreate();
  }

  /** Whether {@code spark-submit} started this process. */
  public static boolean isSubmitted() {
    return new SparkConf().contains("spark.master");
  }

  /**
   * Has work done when the process is told to end, before Spark ends.
   *
   * @param work is not waited for after five minutes
   */
  public static void beforeShutdown(Runnable work) {
    ShutdownHookManager.get()
        .addShutdownHook(work, BEFORE_SPARK, LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  /** As {@link #child}, for tables of which few rows are read: planning takes longer than that. */
  static SparkSession forFewRows(SparkSession parent) {
    SparkSession child = child(parent);
    FEW_ROWS.forEach(child.conf()::set);
    return child;
  }

  /** A session with settings of its own, so that a table's transaction id is set for it alone. */
  static SparkSession child(SparkSession parent) {
    SparkSession child = parent.newSession();
    Map<String, String> settings = CollectionConverters.asJava(parent.conf().getAll());
    settings.forEach(
        (key, value) -> {
          if (child.conf().isModifiable(key)) {
            child.conf().set(key, value);
          }
        });
    OWN.forEach(child.conf()::set);
    if (!settings.containsKey(BROADCAST)) {
      child.conf().set(BROADCAST, BROADCAST_BYTES);
    }
    return child;
  }
}
