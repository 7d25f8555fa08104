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
    int formatted = StorageTool.execute(format(args[0]), System.out);
    if (formatted != 0) {
      System.exit(formatted);
    }
    Kafka.main(args);
  }

  static String[] format(String properties) {
    return new String[] {
      "format",
      "--config",
      properties,
      // In one word: an id may begin with a dash.
      "--cluster-id=" + clusterId(properties),
      "--ignore-formatted",
      "--standalone"
    };
  }

  /** The same whenever the broker is started again, or it would refuse its storage. */
  static String clusterId(String properties) {
    UUID id = UUID.nameUUIDFromBytes(properties.getBytes(StandardCharsets.UTF_8));
    return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()).toString();
  }
}
