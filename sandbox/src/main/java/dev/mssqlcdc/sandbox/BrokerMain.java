package dev.mssqlcdc.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
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
      clusterId(args[0]),
      "--ignore-formatted",
      "--standalone"
    };
    int formatted = StorageTool.execute(format, System.out);
    if (formatted != 0) {
      System.exit(formatted);
    }
    Kafka.main(args);
  }

  /** The same whenever the broker is started again, or it would refuse its storage. */
  private static String clusterId(String properties) {
    UUID id = UUID.nameUUIDFromBytes(properties.getBytes(StandardCharsets.UTF_8));
    return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()).toString();
  }
}
