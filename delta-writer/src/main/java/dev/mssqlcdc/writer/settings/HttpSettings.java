package dev.mssqlcdc.writer.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where the program answers over HTTP.
 *
 * @param listen address, not looked up yet; empty for not at all
 * @param healthLimit how long one step of the main loop may take
 */
public record HttpSettings(Optional<InetSocketAddress> listen, Duration healthLimit) {

  public static final String LISTEN = "http.listen";
  public static final String HEALTH_LIMIT = "http.health.limit.ms";

  private static final int MAX_PORT = 65_535;
  private static final Pattern ADDRESS = Pattern.compile("(?:\\[(.+)]|([^:\\[\\]]+)):(\\d{1,5})");

  // Kafka takes an instance for dead after as long: max.poll.interval.ms.
  private static final long HEALTH_LIMIT_MS = 300_000;
  // The longest wait for records counts as a step.
  private static final long LEAST_LIMIT_MS = 2_000;

  static void define(ConfigDef definition) {
    definition
        .define(
            LISTEN,
            ConfigDef.Type.STRING,
            "127.0.0.1:8080",
            LambdaValidator.with(
                (name, value) -> parse(name, (String) value), () -> "host:port, or empty"),
            MEDIUM,
            "Where /health, /ready, /metrics and /tables are answered: 0.0.0.0:PORT for other"
                + " machines too, port 0 for a free one, empty for not at all.")
        .define(
            HEALTH_LIMIT,
            ConfigDef.Type.LONG,
            HEALTH_LIMIT_MS,
            Range.atLeast(LEAST_LIMIT_MS),
            LOW,
            "/health answers 503 when one step of the main loop (writing one table's batch, say)"
                + " takes longer.");
  }

  static HttpSettings of(AbstractConfig config) {
    return new HttpSettings(
        parse(LISTEN, config.getString(LISTEN)), Duration.ofMillis(config.getLong(HEALTH_LIMIT)));
  }

  private static Optional<InetSocketAddress> parse(String name, String text) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    Matcher address = ADDRESS.matcher(text.strip());
    if (!address.matches() || Integer.parseInt(address.group(3)) > MAX_PORT) {
      throw new ConfigException(name, text, "must be host:port ([host]:port for IPv6), or empty");
    }
    String host = address.group(1) == null ? address.group(2) : address.group(1);
    return Optional.of(
        InetSocketAddress.createUnresolved(host, Integer.parseInt(address.group(3))));
  }
}
