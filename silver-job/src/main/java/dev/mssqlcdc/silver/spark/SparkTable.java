package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.LakeTable;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * A Delta table at one version.
 *
 * @param path its folder
 * @param version the version
 * @param schema its columns
 * @param properties its properties
 * @param transactions the last number that each writer's transactions carried
 * @param files how many files hold its rows
 */
record SparkTable(
    String path,
    long version,
    StructType schema,
    Map<String, String> properties,
    Map<String, Object> transactions,
    long files)
    implements LakeTable {

  private static final String MAPPING = "delta.columnMapping.mode";
  private static final String NO_MAPPING = "none";

  /** Whether columns may have any name. */
  boolean mapsColumns() {
    return !NO_MAPPING.equals(properties.getOrDefault(MAPPING, NO_MAPPING));
  }

  /** The number that a writer's last transaction carried, 0 for none. */
  long lastTransaction(String appId) {
    return transactions.get(appId) instanceof Number last ? last.longValue() : 0;
  }
}
