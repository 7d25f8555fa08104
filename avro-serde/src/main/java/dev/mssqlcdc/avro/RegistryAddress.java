package dev.mssqlcdc.avro;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.apache.kafka.common.config.types.Password;

/**
 * One address of a schema registry. Credentials never stand in the URL, which is logged.
 *
 * @param url without user info and without a slash at its end
 * @param authorization value of the Authorization header
 */
public record RegistryAddress(URI url, Optional<Password> authorization) {

  /**
   * Reads an address; user info in it becomes the authorization.
   *
   * @throws IllegalArgumentException when it is no http or https address
   */
  static RegistryAddress of(String text) {
    String masked = text.replaceAll("//.*@", "//***@");
    if (!text.matches("https?://\\S+")) {
      throw new IllegalArgumentException(
          "schema.registry.url: '" + masked + "' is no http:// or https:// address");
    }
    try {
      URI url = new URI(text.replaceAll("/+$", "")).parseServerAuthority();
      if (url.getUserInfo() == null) {
        return new RegistryAddress(url, Optional.empty());
      }
      URI plain = URI.create(url.toString().replace("//" + url.getRawUserInfo() + "@", "//"));
      return new RegistryAddress(plain, Optional.of(basic(url.getUserInfo())));
    } catch (URISyntaxException e) {
      // The cause is left out: its message repeats the whole address.
      throw new IllegalArgumentException("schema.registry.url: '" + masked + "' is no valid URL");
    }
  }

  /** The header's value for {@code user:password}. */
  static Password basic(String userInfo) {
    return new Password(
        "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8)));
  }

  RegistryAddress authorizedBy(Password value) {
    return new RegistryAddress(url, Optional.of(value));
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
