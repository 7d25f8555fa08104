package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.writer.settings.WriterSettings;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/** Words why a Kafka client could not be made: Kafka's own message leaves that to the cause. */
final class ClientFaults {

  private static final String JAAS_PARSER = "org.apache.kafka.common.security.JaasConfig";

  private ClientFaults() {}

  static <T> T worded(Supplier<T> client) {
    try {
      return client.get();
    } catch (KafkaException e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      throw new KafkaException(
          "no Kafka client can be made of the settings with the prefix %s: %s"
              .formatted(
                  WriterSettings.KAFKA_PREFIX, isJaasParsers(root) ? jaas() : root.getMessage()));
    }
  }

  // It quotes what it stumbles over, which may be the password.
  private static boolean isJaasParsers(Throwable root) {
    StackTraceElement[] stack = root.getStackTrace();
    return stack.length > 0 && stack[0].getClassName().equals(JAAS_PARSER);
  }

  private static String jaas() {
    return "sasl.jaas.config must be of the form: MODULE required KEY=\"VALUE\" ...;";
  }
}
