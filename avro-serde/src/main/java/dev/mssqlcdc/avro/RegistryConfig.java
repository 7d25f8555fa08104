package dev.mssqlcdc.avro;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Where the schema registry is and how long to try.
 *
 * @param urls base addresses of the same registry, tried in turn, without a slash at their end
 * @param requestTimeout limit of one request
 * @param retryFor how long a request that may succeed later is repeated before it fails
 */
public record RegistryConfig(List<URI> urls, Duration requestTimeout, Duration retryFor) {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration RETRY_FOR = Duration.ofSeconds(30);

  public RegistryConfig {
    urls = List.copyOf(urls);
    if (urls.isEmpty()) {
      throw new IllegalArgumentException(
          "no address of a schema registry: set schema.registry.url");
    }
  }

  /**
   * Reads the comma-separated addresses of a {@code schema.registry.url} setting.
   *
   * @throws IllegalArgumentException when one is no http or https address
   */
  public static RegistryConfig of(String urls) {
    return new RegistryConfig(
        Arrays.stream(urls.split(",", -1)).map(String::strip).map(RegistryConfig::url).toList(),
        REQUEST_TIMEOUT,
        RETRY_FOR);
  }

  /** The same with another patience. */
  public RegistryConfig retryingFor(Duration patience) {
    return new RegistryConfig(urls, requestTimeout, patience);
  }

  private static URI url(String text) {
    if (!text.matches("https?://\\S+")) {
      throw new IllegalArgumentException(
          "schema.registry.url: '" + text + "' is no http:// or https:// address");
    }
    return URI.create(text.replaceAll("/+$", ""));
  }
}
