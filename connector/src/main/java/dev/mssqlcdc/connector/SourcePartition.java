package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.core.TableId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The key under which Connect stores a table's offset. */
final class SourcePartition {

  static final String SERVER = "server";
  static final String TABLE = "table";

  private SourcePartition() {}

  /**
   * Connect finds an offset again by its key's bytes, which follow the map's own order: that must
   * be the same in every process, and {@code Map.of} gives each another one.
   */
  static Map<String, String> of(String prefix, TableId table) {
    Map<String, String> partition = new LinkedHashMap<>();
    partition.put(SERVER, prefix);
    partition.put(TABLE, table.toString());
    return Collections.unmodifiableMap(partition);
  }
}
