package dev.mssqlcdc.standin.engine;

import java.util.List;
import java.util.Map;

/** The performance counters that {@code sys.dm_os_performance_counters} shows. */
public final class ServerCounters {
  private ServerCounters() {}

  /** The functions by their name in SQL and the methods behind them. */
  static Map<String, String> names() {
    return Map.of("sys.batch_requests", "batchRequests");
  }

  static List<String> views() {
    return List.of(
        "CREATE VIEW sys.dm_os_performance_counters AS SELECT CAST('SQLServer:SQL Statistics' AS"
            + " CHAR(128)) AS object_name, CAST('Batch Requests/sec' AS CHAR(128)) AS counter_name,"
            + " CAST('' AS CHAR(128)) AS instance_name, sys.batch_requests() AS cntr_value,"
            + " 272696576 AS cntr_type");
  }

  /** Batches and calls of procedures since the server's start, in all databases. */
  public static long batchRequests() {
    return RunningStatement.current().map(r -> r.session().engine().requests().get()).orElse(0L);
  }
}
