package dev.mssqlcdc.avro;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** How a schema registry is reached; the settings have the names of Confluent's clients. */
public final class RegistrySettings {

  public static final String URL = "schema.registry.url";

  private static final String CONNECT_TIMEOUT = "http.connect.timeout.ms";
  private static final String READ_TIMEOUT = "http.read.timeout.ms";
  private static final String CREDENTIALS_SOURCE = "basic.auth.credentials.source";
  private static final String FROM_URL = "URL";
  private static final String FROM_USER_INFO = "USER_INFO";
  private static final String USER_INFO = "basic.auth.user.info";
  private static final String USER_INFO_PREFIXED = "schema.registry.basic.auth.user.info";
  private static final String TOKEN = "bearer.auth.token";
  private static final String TLS = "schema.registry.ssl.";
  private static final String TRUSTSTORE = TLS + "truststore.";
  private static final String KEYSTORE = TLS + "keystore.";
  private static final String LOCATION = "location";
  private static final String TYPE = "type";
  private static final String PASSWORD = "password";
  private static final String JKS = "JKS";
  private static final String PKCS12 = "PKCS12";
  private static final String KEY_PASSWORD = TLS + "key.password";
  private static final String MAX_RETRIES = "max.retries";
  private static final String RETRIES_WAIT = "retries.wait.ms";
  private static final String RETRIES_MAX_WAIT = "retries.max.wait.ms";

  private RegistrySettings() {}

  /** Adds all of them. */
  static void define(ConfigDef definition) {
    SettingsGroup group = connection(definition);
    Retries standard = Retries.STANDARD;
    group
        .number(
            MAX_RETRIES,
            standard.max(),
            0,
            "How often a request is tried again, all addresses counting once, when the registry"
                + " cannot be reached, is overloaded (429) or has a fault of its own (5xx). Then"
                + " the task fails, unless the worker's `errors.retry.timeout` lets it go on.")
        .number(
            RETRIES_WAIT,
            (int) standard.firstWait().toMillis(),
            0,
            "Pause before the first repetition, milliseconds; each further one is twice as long."
                + " Half of it is left to chance.")
        .number(
            RETRIES_MAX_WAIT,
            (int) standard.maxWait().toMillis(),
            0,
            "The longest such pause, milliseconds.");
  }

  /** Adds those but for the retries, for a program that has its own way to try again. */
  public static void defineConnection(ConfigDef definition) {
    connection(definition);
  }

  private static SettingsGroup connection(ConfigDef definition) {
    int timeout = (int) RegistryConfig.TIMEOUT.toMillis();
    SettingsGroup group =
        new SettingsGroup(definition, "Registry")
            .required(
                URL,
                "Address of a schema registry that serves the Confluent REST API (Apicurio: below"
                    + " `/apis/ccompat/v7`); several of the same registry separated by commas. When"
                    + " one does not answer, the next is asked.");
    credentials(group);
    certificates(group);
    return group
        .number(CONNECT_TIMEOUT, timeout, 1, "Limit of making a connection, milliseconds.")
        .number(READ_TIMEOUT, timeout, 1, "Limit of one request, milliseconds.");
  }

  private static void credentials(SettingsGroup group) {
    group
        .choice(
            CREDENTIALS_SOURCE,
            "Where user and password are: in the addresses (`https://user:password@host`), or in"
                + " `basic.auth.user.info`.",
            FROM_URL,
            FROM_USER_INFO)
        .secret(USER_INFO, "`user:password`, with `USER_INFO` above.")
        .secret(USER_INFO_PREFIXED, "Another name of `basic.auth.user.info`.")
        .secret(TOKEN, "A bearer token to be sent instead of user and password.");
  }

  private static void certificates(SettingsGroup group) {
    group
        .text(
            TRUSTSTORE + LOCATION,
            "File of the certificates to trust, instead of those that the JDK trusts.")
        .choice(TRUSTSTORE + TYPE, "Type of that file.", JKS, PKCS12, TlsStores.PEM)
        .secret(TRUSTSTORE + PASSWORD, "Password of that file.")
        .text(
            KEYSTORE + LOCATION,
            "File of the client's own certificate and key, where the registry asks for one.")
        .choice(KEYSTORE + TYPE, "Type of that file.", JKS, PKCS12)
        .secret(KEYSTORE + PASSWORD, "Password of that file.")
        .secret(KEY_PASSWORD, "Password of the key in it, where it is another one.");
  }

  /**
   * What the settings of {@link #defineConnection} say, with standard patience.
   *
   * @param parsed settings by name, as ConfigDef parsed them
   * @throws ConfigException naming what contradicts itself
   */
  public static RegistryConfig connection(Map<String, ?> parsed) {
    return new RegistryConfig(
        addresses(parsed),
        millis(parsed, CONNECT_TIMEOUT),
        millis(parsed, READ_TIMEOUT),
        Retries.STANDARD,
        tls(parsed));
  }

  /** How patiently they say it is tried again. */
  static Retries retries(Map<String, ?> parsed) {
    return new Retries(
        (Integer) parsed.get(MAX_RETRIES),
        millis(parsed, RETRIES_WAIT),
        millis(parsed, RETRIES_MAX_WAIT));
  }

  private static List<RegistryAddress> addresses(Map<String, ?> parsed) {
    try {
      List<RegistryAddress> addresses = RegistryConfig.addresses((String) parsed.get(URL));
      return authorization(parsed)
          .map(value -> addresses.stream().map(each -> each.authorizedBy(value)).toList())
          .orElse(addresses);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  /** What is sent to every address, whatever user info stands in it. */
  private static Optional<Password> authorization(Map<String, ?> parsed) {
    boolean fromUserInfo = FROM_USER_INFO.equals(parsed.get(CREDENTIALS_SOURCE));
    Optional<Password> userInfo =
        password(parsed, USER_INFO).or(() -> password(parsed, USER_INFO_PREFIXED));
    Optional<Password> token = password(parsed, TOKEN);
    if (fromUserInfo && userInfo.isEmpty()) {
      throw new ConfigException(
          CREDENTIALS_SOURCE
              + " is USER_INFO, but "
              + USER_INFO
              + " is not set: set user:password");
    }
    if (!fromUserInfo && userInfo.isPresent()) {
      throw new ConfigException(
          USER_INFO + " is set, but nobody reads it: set " + CREDENTIALS_SOURCE + "=USER_INFO");
    }
    if (userInfo.isPresent() && token.isPresent()) {
      throw new ConfigException("set " + USER_INFO + " or " + TOKEN + ", not both");
    }
    return token
        .map(value -> new Password("Bearer " + value.value()))
        .or(() -> userInfo.map(value -> RegistryAddress.basic(value.value())));
  }

  private static Optional<TlsStores> tls(Map<String, ?> parsed) {
    var stores =
        new TlsStores(
            store(parsed, TRUSTSTORE, Optional.empty()),
            store(parsed, KEYSTORE, password(parsed, KEY_PASSWORD)));
    return stores.trusted().isEmpty() && stores.own().isEmpty()
        ? Optional.empty()
        : Optional.of(stores);
  }

  private static Optional<TlsStores.Store> store(
      Map<String, ?> parsed, String prefix, Optional<Password> keyPassword) {
    String location = (String) parsed.get(prefix + LOCATION);
    return location.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TlsStores.Store(
                prefix + LOCATION,
                Path.of(location),
                (String) parsed.get(prefix + TYPE),
                password(parsed, prefix + PASSWORD),
                keyPassword));
  }

  private static Optional<Password> password(Map<String, ?> parsed, String name) {
    return Optional.of((Password) parsed.get(name)).filter(value -> !value.value().isEmpty());
  }

  private static Duration millis(Map<String, ?> parsed, String name) {
    return Duration.ofMillis((Integer) parsed.get(name));
  }
}
