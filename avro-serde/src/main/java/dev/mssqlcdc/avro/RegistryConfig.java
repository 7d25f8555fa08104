package dev.mssqlcdc.avro;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where the schema registry is, how it is spoken to, and how patiently.
 *
 * @param addresses of the same registry; one that does not answer is passed over for the next
 * @param connectTimeout limit of making a connection
 * @param requestTimeout limit of one request
 * @param retries how often a request that may succeed later is repeated before it fails
 * @param tls certificates, where the JDK's own do not do
 */
public record RegistryConfig(
    List<RegistryAddress> addresses,
    Duration connectTimeout,
    Duration requestTimeout,
    Retries retries,
    Optional<TlsStores> tls) {

  static final Duration TIMEOUT = Duration.ofSeconds(10);

  public RegistryConfig {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "no address of a schema registry: set schema.registry.url");
    }
  }

  /**
   * Everything by default, for the comma-separated addresses of a {@code schema.registry.url}
   * setting.
   *
   * @throws IllegalArgumentException when one is no http or https address
   */
  public static RegistryConfig of(String urls) {
    return new RegistryConfig(
        addresses(urls), TIMEOUT, TIMEOUT, Retries.STANDARD, Optional.empty());
  }

  static List<RegistryAddress> addresses(String urls) {
    return Arrays.stream(urls.split(",", -1)).map(String::strip).map(RegistryAddress::of).toList();
  }

  /** The same with another patience. */
  public RegistryConfig retrying(Retries patience) {
    return new RegistryConfig(addresses, connectTimeout, requestTimeout, patience, tls);
  }

  /** The same, failing at once. */
  public RegistryConfig withoutRetries() {
    return retrying(new Retries(0, Duration.ZERO, Duration.ZERO));
  }
}
