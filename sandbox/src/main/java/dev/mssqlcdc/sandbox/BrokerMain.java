package dev.mssqlcdc.sandbox;

import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** Formats the broker's storage and runs the broker: one node, KRaft. */
public final class BrokerMain {

  private BrokerMain() {}

  /**
   * Runs until the process ends.
   *
   * @param args path of the server's properties
   */
  public static void main(String[] args) {
    String[] format = {
      "format",
      "--config",
      args[0],
      "--cluster-id",
      Uuid.randomUuid().toString(),
      "--ignore-formatted",
      "--standalone"
    };
    int formatted = StorageTool.execute(format, System.out);
    if (formatted != 0) {
      System.exit(formatted);
    }
    Kafka.main(args);
  }
}
