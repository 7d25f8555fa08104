package dev.mssqlcdc.writer.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.writer.core.FlushLimits;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.delta.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class TestWriterSettings {

  private static final Path PAGE = Path.of("..", "docs", "reference", "writer-settings.md");

  @Test
  void theReferencePageIsUpToDate() throws IOException {
    String page = SettingsPage.markdown(WriterSettings.definition());
    if (Boolean.getBoolean("update.docs")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/reference/writer-settings.md (to refresh it: -Dupdate.docs=true)")
        .isEqualTo(page);
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
                        "flush.intervall.ms", "5")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lake.root")
        .hasMessageContaining("topic.prefix")
        .hasMessageContaining("'registry:8080' is no http:// or https:// address")
        .hasMessageContaining("flush.rows")
        .hasMessageContaining("verdict.granularity")
        .hasMessageContaining("Unknown setting 'flush.intervall.ms'");
  }

  @Test
  void defaultsAndOverrides() {
    WriterSettings settings = settings(Map.of());
    assertThat(settings.limits()).isEqualTo(new FlushLimits(500_000, 64L << 20, 10_000, 30_000));
    assertThat(settings.writerId()).isEqualTo("delta-writer");
    assertThat(settings.granularity()).isEqualTo(Granularity.MINUTE);
    assertThat(settings.compression()).isEqualTo(Compression.ZSTD);
    assertThat(settings(Map.of("verdict.granularity", "Day")).granularity())
        .isEqualTo(Granularity.DAY);
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
