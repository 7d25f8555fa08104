package dev.mssqlcdc.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retries, several addresses, credentials and certificates, over real HTTP and HTTPS. */
class TestRegistryAccess {

  private static final String TOPIC = "t";
  private static final String SECRET = "top/secret";
  private static final String BASIC = "Basic YWxpY2U6dG9wL3NlY3JldA==";

  @TempDir private static Path directory;
  private static TestingTls tls;

  private TestingRegistry registry;

  @BeforeAll
  static void makeKeys() throws Exception {
    tls = new TestingTls(directory).make("server").make("client");
  }

  @BeforeEach
  void start() throws IOException {
    registry = new TestingRegistry();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private static AvroConverter converter(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("max.retries", "2");
    all.put("retries.wait.ms", "1");
    all.putAll(settings);
    AvroConverter converter = new AvroConverter();
    converter.configure(all, false);
    return converter;
  }

  private static AvroConverter converter(String url) {
    return converter(Map.of("schema.registry.url", url));
  }

  private static byte[] write(AvroConverter converter) {
    return converter.fromConnectData(TOPIC, Schema.INT32_SCHEMA, 5);
  }

  private static String wholeText(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void waitsForARegistryThatIsOverloadedOrRestarting() {
    registry.failNext(1, 429);
    write(converter(registry.url()));
    registry.failNext(2, 500);
    write(converter(registry.url()));
    assertThat(registry.requests()).isEqualTo(5);
  }

  @Test
  void givesUpAfterItsRetriesAndSaysHowOftenItTried() {
    registry.failNext(9, 503);
    assertThatThrownBy(() -> write(converter(registry.url())))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("topic t")
        .hasMessageContaining("it answered 503: not now")
        .hasMessageContaining("tried 3 times at [" + registry.url() + "]");
    assertThat(registry.requests()).isEqualTo(3);
  }

  @Test
  void aFailedRegistrationIsTriedAgainWithTheNextRecord() {
    AvroConverter converter = converter(registry.url());
    registry.failNext(3, 503);
    assertThatThrownBy(() -> write(converter)).isInstanceOf(RetriableException.class);
    assertThat(write(converter)).containsExactly(0, 0, 0, 0, 1, 10);
  }

  @Test
  void whatNoRetryCanHealIsNotRetried() {
    registry.failNext(1, 422);
    assertThatThrownBy(() -> write(converter(registry.url()))).isInstanceOf(DataException.class);
    assertThat(registry.requests()).isEqualTo(1);
  }

  @Test
  void answersOfSomethingElseThanARegistryAreNoSchemaIds() {
    registry.failNext(1, 200);
    assertThatThrownBy(() -> write(converter(registry.url())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("without a schema id")
        .hasMessageContaining("check schema.registry.url");
    registry.failNext(1, 404);
    assertThatThrownBy(() -> write(converter(registry.url())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("/apis/ccompat/v7");
    int id = registry.register("other", "message Protobuf {}");
    assertThatThrownBy(
            () ->
                converter(registry.url()).toConnectData(TOPIC, new byte[] {0, 0, 0, 0, (byte) id}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("no Avro schema")
        .hasMessageContaining("message Protobuf");
  }

  @Test
  void goesToTheNextAddressAndStaysThere() throws IOException {
    TestingRegistry dead = new TestingRegistry();
    String deadUrl = dead.url();
    dead.close();
    AvroConverter converter = converter(deadUrl + ", " + registry.url());
    write(converter);
    converter.fromConnectData(TOPIC, Schema.INT64_SCHEMA, 5L);
    assertThat(registry.requests()).isEqualTo(2);

    registry.close();
    assertThatThrownBy(() -> converter.fromConnectData(TOPIC, Schema.STRING_SCHEMA, "x"))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("tried 3 times at [" + deadUrl + ", " + registry.url() + "]")
        .hasMessageContaining("check schema.registry.url");
  }

  @Test
  void credentialsComeFromTheAddressOrFromTheirSetting() {
    registry.demand(BASIC);
    write(converter("http://alice:top%2Fsecret@" + registry.host()));
    for (String name :
        new String[] {"basic.auth.user.info", "schema.registry.basic.auth.user.info"}) {
      write(
          converter(
              Map.of(
                  "schema.registry.url",
                  registry.url(),
                  "basic.auth.credentials.source",
                  "USER_INFO",
                  name,
                  "alice:" + SECRET)));
    }
    registry.demand("Bearer token");
    write(converter(Map.of("schema.registry.url", registry.url(), "bearer.auth.token", "token")));
    assertThat(registry.subjects()).containsOnlyKeys("t-value");
  }

  @Test
  void wrongCredentialsAreToldWithoutThem() {
    registry.demand("Basic other");
    assertThatThrownBy(() -> write(converter("http://alice:top%2Fsecret@" + registry.host())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("it answered 401: Unauthorized")
        .hasMessageContaining("check basic.auth.user.info")
        .satisfies(
            e ->
                assertThat(wholeText(e))
                    .contains(registry.url())
                    .doesNotContain("alice", "secret", BASIC));
  }

  @Test
  void settingsThatContradictEachOtherAreRefused() {
    Map<String, String> settings = new HashMap<>();
    settings.put("schema.registry.url", registry.url());
    settings.put("basic.auth.user.info", "alice:" + SECRET);
    assertThatThrownBy(() -> converter(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("basic.auth.credentials.source=USER_INFO")
        .hasMessageNotContaining(SECRET);
    settings.put("basic.auth.credentials.source", "USER_INFO");
    settings.put("bearer.auth.token", "token");
    assertThatThrownBy(() -> converter(settings)).hasMessageContaining("not both");
    assertThatThrownBy(
            () ->
                converter(
                    Map.of(
                        "schema.registry.url",
                        registry.url(),
                        "basic.auth.credentials.source",
                        "USER_INFO")))
        .hasMessageContaining("basic.auth.user.info is not set");
    assertThatThrownBy(
            () ->
                converter(
                    Map.of(
                        "schema.registry.url",
                        registry.url(),
                        "basic.auth.credentials.source",
                        "SASL_INHERIT")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("SASL_INHERIT");
  }

  @Test
  void addressesThatAreNoneAreRefusedWithoutTheirPassword() {
    for (String url :
        new String[] {
          "ftp://alice:top-secret@host", "http://alice:top/secret@host", "http://alice:top^secret@x"
        }) {
      assertThatThrownBy(() -> converter(url))
          .isInstanceOf(ConfigException.class)
          .satisfies(e -> assertThat(wholeText(e)).contains("***@").doesNotContain("secret"));
    }
  }

  private Map<String, String> trusting(String url, Path store, String type) {
    Map<String, String> settings = new HashMap<>();
    settings.put("schema.registry.url", url);
    settings.put("schema.registry.ssl.truststore.location", store.toString());
    settings.put("schema.registry.ssl.truststore.type", type);
    settings.put("schema.registry.ssl.truststore.password", TestingTls.PASSWORD);
    return settings;
  }

  @Test
  void trustsWhomItsTruststoreNamesAndNobodyElse() throws IOException {
    try (TestingRegistry secured = TestingRegistry.secured(tls.server("server", "client"), false)) {
      write(converter(trusting(secured.url(), tls.trust("server"), "JKS")));
      write(converter(trusting(secured.url(), tls.certificate("server"), "PEM")));
      for (AvroConverter distrustful :
          new AvroConverter[] {
            converter(secured.url()), converter(trusting(secured.url(), tls.trust("client"), "JKS"))
          }) {
        assertThatThrownBy(() -> write(distrustful))
            .isInstanceOf(RetriableException.class)
            .hasMessageContaining(secured.url())
            .hasMessageContaining("certif")
            .satisfies(e -> assertThat(wholeText(e)).doesNotContain(TestingTls.PASSWORD));
      }
    }
  }

  @Test
  void showsItsOwnCertificateWhereItIsAskedFor() throws IOException {
    try (TestingRegistry secured = TestingRegistry.secured(tls.server("server", "client"), true)) {
      Map<String, String> settings = trusting(secured.url(), tls.trust("server"), "JKS");
      assertThatThrownBy(() -> write(converter(settings))).isInstanceOf(RetriableException.class);
      settings.put("schema.registry.ssl.keystore.location", tls.keys("client").toString());
      settings.put("schema.registry.ssl.keystore.type", "PKCS12");
      settings.put("schema.registry.ssl.keystore.password", TestingTls.PASSWORD);
      settings.put("schema.registry.ssl.key.password", TestingTls.PASSWORD);
      write(converter(settings));
      assertThat(secured.subjects()).containsOnlyKeys("t-value");
    }
  }

  @Test
  void aStoreThatCannotBeOpenedIsNamedWithItsSetting() {
    Map<String, String> settings = trusting("https://r", tls.trust("server"), "JKS");
    settings.put("schema.registry.ssl.truststore.password", "wrong-secret");
    assertThatThrownBy(() -> converter(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schema.registry.ssl.truststore.location")
        .satisfies(e -> assertThat(wholeText(e)).doesNotContain("wrong-secret"));
    assertThatThrownBy(() -> converter(trusting("https://r", directory.resolve("none"), "JKS")))
        .hasMessageContaining("none cannot be used as a JKS file");
  }
}
