package dev.mssqlcdc.writer.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.reference.SettingsPage;
import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.FileFormat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TestWriterSettings {

  private static final SettingsPage PAGE =
      new SettingsPage(
          Path.of("..", "docs", "reference", "writer-settings.md"),
          """
          # Writer settings

          Made from `WriterSettings.java`; change it there, then run
          `mvn test -pl delta-writer -am -Dtest=TestWriterSettings -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

          `bin/delta-writer [--config FILE] [--set KEY=VALUE]...` reads them from a properties file, from the environment
          (`MSSQLCDC_FLUSH_ROWS` is `flush.rows`) and from `--set`; of one that is given twice the later of these counts. In a
          value `${env:NAME}`, `${file:PATH}` (all of a file) and `${file:PATH:KEY}` (a property of a file) stand for what they
          name, see [the guide](../guides/delta-writer.md#settings).

          A setting that begins with `kafka.` goes to the Kafka clients without that prefix (for example
          `kafka.security.protocol`), one that begins with `hadoop.` to the file system of the lake (for example
          `hadoop.fs.s3a.endpoint`). How records are read (`isolation.level`, offsets, the group) is not the user's choice.
          """);

  @Test
  void theReferencePageIsUpToDate() throws IOException {
    PAGE.assertUpToDate(WriterSettings.definition());
  }

  @Test
  void everyFaultIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                new WriterSettings(
                    Map.of(
                        "bootstrap.servers", "b:1",
                        "schema.registry.url", "registry:8080",
                        "flush.rows", "0",
                        "verdict.granularity", "week",
                        "table.name.template", "${schema}",
                        "flush.intervall.ms", "5")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lake.root")
        .hasMessageContaining("topic.prefix")
        .hasMessageContaining("'registry:8080' is no http:// or https:// address")
        .hasMessageContaining("flush.rows")
        .hasMessageContaining("verdict.granularity")
        .hasMessageContaining("table.name.template: without ${table} tables would share")
        .hasMessageContaining("Unknown setting 'flush.intervall.ms'");
  }

  @Test
  void theRegistryIsReachedAsTheConverterReachesIt() {
    WriterSettings settings =
        settings(
            Map.of(
                "basic.auth.credentials.source", "USER_INFO",
                "basic.auth.user.info", "alice:secret",
                "schema.registry.ssl.truststore.location", "/trust.jks"));
    assertThat(settings.registry().addresses().get(0).authorization()).isPresent();
    assertThat(settings.registry().tls()).isPresent();
    assertThat(settings.registry().toString()).doesNotContain("alice", "secret");
    assertThatThrownBy(() -> settings(Map.of("basic.auth.user.info", "alice:secret")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("basic.auth.credentials.source=USER_INFO")
        .hasMessageNotContaining("secret");
  }

  @Test
  void defaultsAndOverrides() {
    WriterSettings settings = settings(Map.of());
    assertThat(settings.limits()).isEqualTo(new FlushLimits(500_000, 64L << 20, 10_000, 30_000));
    assertThat(settings.writerId()).isEqualTo("delta-writer");
    assertThat(settings.granularity()).isEqualTo(Granularity.MINUTE);
    assertThat(settings.bronzeFiles()).isEqualTo(new FileFormat(Compression.ZSTD, 128L << 20));
    assertThat(settings.bronzeTypeWidening()).isFalse();
    assertThat(settings.tableNames().name("shop.dbo.t")).isEqualTo("dbo.t");
    assertThat(settings(Map.of("verdict.granularity", "Day")).granularity())
        .isEqualTo(Granularity.DAY);
  }

  @Test
  void theHttpAddressIsHostAndPortOrNothing() {
    assertThat(settings(Map.of()).http().listen())
        .contains(InetSocketAddress.createUnresolved("127.0.0.1", 8080));
    assertThat(settings(Map.of("http.listen", "[::1]:0")).http().listen())
        .contains(InetSocketAddress.createUnresolved("::1", 0));
    assertThat(settings(Map.of("http.listen", "")).http().listen()).isEmpty();
    for (String wrong : List.of("8080", "host:", "host:65536", "::1:80", ":80", "h:80/x")) {
      assertThatThrownBy(() -> settings(Map.of("http.listen", wrong)))
          .as(wrong)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("http.listen: must be host:port");
    }
  }

  @Test
  void aDeadLetterTopicIsNeededWhereItIsUsedAndNeverATablesOwn() {
    assertThat(settings(Map.of()).deadLetterTopic()).isEmpty();
    assertThat(
            settings(
                    Map.of(
                        "errors.tolerance", "dlq",
                        "errors.deadletterqueue.topic.name", "letters"))
                .deadLetterTopic())
        .contains("letters");
    assertThatThrownBy(() -> settings(Map.of("errors.tolerance", "dlq")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("errors.tolerance=dlq needs errors.deadletterqueue.topic.name");
    assertThatThrownBy(
            () ->
                settings(
                    Map.of(
                        "errors.tolerance", "dlq",
                        "errors.deadletterqueue.topic.name", "shop.letters")))
        .hasMessageContaining("would be read as a table's topic");
    assertThatThrownBy(() -> settings(Map.of("errors.tolerance", "all")))
        .hasMessageContaining("errors.tolerance");
  }

  @Test
  void prefixedSettingsAreHandedOn() {
    WriterSettings settings =
        settings(
            Map.of(
                "kafka.security.protocol", "SSL",
                "hadoop.fs.s3a.endpoint", "http://s3"));

    assertThat(settings.kafka()).containsExactly(Map.entry("security.protocol", "SSL"));
    assertThat(settings.hadoop()).containsExactly(Map.entry("fs.s3a.endpoint", "http://s3"));
  }

  private static WriterSettings settings(Map<String, String> more) {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "bootstrap.servers", "b:1",
                "schema.registry.url", "http://r:1",
                "lake.root", "/lake",
                "topic.prefix", "shop"));
    all.putAll(more);
    return new WriterSettings(all);
  }
}
