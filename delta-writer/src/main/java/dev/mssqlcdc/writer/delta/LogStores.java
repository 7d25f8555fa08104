package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.logstore.ConditionalPutLogStore;
import dev.mssqlcdc.logstore.LinkLogStore;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Which log stores Kernel commits through: ours where Delta's own are not safe between processes.
 * Its stores for ABFS, GCS and HDFS are.
 */
final class LogStores {

  private static final String SETTING = "io.delta.kernel.logStore.%s.impl";

  private LogStores() {}

  static void configure(Configuration hadoop) {
    hadoop.set(SETTING.formatted("file"), LinkLogStore.class.getName());
    for (String scheme : List.of("s3", "s3a", "s3n")) {
      hadoop.set(SETTING.formatted(scheme), ConditionalPutLogStore.class.getName());
    }
  }
}
