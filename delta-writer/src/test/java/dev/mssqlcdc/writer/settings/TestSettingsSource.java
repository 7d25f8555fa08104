package dev.mssqlcdc.writer.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSettingsSource {

  private static final String SECRET = "s3cret-word";

  @TempDir Path folder;

  @Test
  void theCommandLineOverridesTheEnvironmentWhichOverridesTheFile() throws IOException {
    Path file =
        file(
            "bootstrap.servers=file:1",
            "schema.registry.url=http://r:1",
            "lake.root=/file",
            "topic.prefix=file");

    WriterSettings settings =
        SettingsSource.read(
            Optional.of(file),
            Map.of("MSSQLCDC_LAKE_ROOT", "/env", "MSSQLCDC_TOPIC_PREFIX", "env", "PATH", "/bin"),
            Map.of("topic.prefix", "line"));

    assertThat(settings.bootstrapServers()).isEqualTo("file:1");
    assertThat(settings.lake().root()).isEqualTo("/env");
    assertThat(settings.topicPrefix()).isEqualTo("line");
  }

  @Test
  void theEnvironmentAloneWillDo() {
    WriterSettings settings =
        SettingsSource.read(
            Optional.empty(),
            Map.of(
                "MSSQLCDC_BOOTSTRAP_SERVERS", "b:1",
                "MSSQLCDC_SCHEMA_REGISTRY_URL", "http://r:1",
                "MSSQLCDC_LAKE_ROOT", "/lake",
                "MSSQLCDC_TOPIC_PREFIX", "shop",
                "MSSQLCDC_FLUSH_INTERVAL_MS", "77",
                "MSSQLCDC_KAFKA_SECURITY_PROTOCOL", "SSL",
                "MSSQLCDC_HADOOP_FS_S3A_PATH_STYLE_ACCESS", "true"),
            Map.of());

    assertThat(settings.limits().intervalMs()).isEqualTo(77);
    assertThat(settings.kafka()).containsExactly(Map.entry("security.protocol", "SSL"));
    assertThat(settings.hadoop()).containsExactly(Map.entry("fs.s3a.path.style.access", "true"));
  }

  @Test
  void eachSettingHasAVariableOfItsOwn() {
    assertThat(WriterSettings.definition().names())
        .extracting(EnvironmentNames::variable)
        .doesNotHaveDuplicates();
  }

  @Test
  void aReferenceBringsAVariableAFileOrAKeyOfAFile() throws IOException {
    Path whole = Files.writeString(folder.resolve("whole"), "two\nlines=$1 \\x\n");
    Path keys = Files.writeString(folder.resolve("keys"), "user=alice\npassword=" + SECRET + "\n");

    WriterSettings settings =
        read(
            Map.of("BROKERS", "b1:9092,b2:9092"),
            Map.of(
                "bootstrap.servers",
                "${env:BROKERS}",
                "kafka.sasl.jaas.config",
                "Login required username=\"${file:%s:user}\" password=\"${file:%s:password}\";"
                    .formatted(keys, keys),
                "hadoop.fs.s3a.secret.key",
                "${file:" + whole + "}",
                "hadoop.other",
                "${other:thing} ${hadoop.tmp.dir}"));

    assertThat(settings.bootstrapServers()).isEqualTo("b1:9092,b2:9092");
    assertThat(settings.kafka())
        .containsEntry(
            "sasl.jaas.config", "Login required username=\"alice\" password=\"" + SECRET + "\";");
    assertThat(settings.hadoop())
        .containsEntry("fs.s3a.secret.key", "two\nlines=$1 \\x")
        .containsEntry("other", "${other:thing} ${hadoop.tmp.dir}");
  }

  @Test
  void whatAReferenceBringsIsTakenAsItIs() {
    assertThat(
            read(Map.of("A", "${env:B}", "B", SECRET), Map.of("writer.id", "${env:A}")).writerId())
        .isEqualTo("${env:B}");
  }

  @Test
  void everyFaultOfEverySourceIsToldAtOnce() throws IOException {
    Path keys = Files.writeString(folder.resolve("keys"), "password=" + SECRET + "\n");
    Path broken = Files.writeString(folder.resolve("broken"), SECRET + "=\\u12\n");
    Path missing = folder.resolve("missing");

    assertThatThrownBy(
            () ->
                read(
                    Map.of("MSSQLCDC_FLUSH_ROW", SECRET, "MSSQLCDC_KAFKA_SASL_JAAS", SECRET),
                    Map.of(
                        "topic.prefix", "${env:NO_SUCH}",
                        "schema.registry.url", "${file:" + missing + "}",
                        "bearer.auth.token", "${file:" + keys + ":pasword}",
                        "kafka.ssl.key.password", "${file:" + broken + ":key}",
                        "flush.rows", "${file:" + keys + ":password}",
                        "flush.bytes", "0",
                        "flush.row", SECRET)))
        .isInstanceOf(ConfigException.class)
        .message()
        .satisfies(
            message ->
                assertThat(message.lines().skip(1).map(String::strip))
                    .containsExactlyInAnyOrder(
                        "The environment variable MSSQLCDC_FLUSH_ROW names no setting.",
                        "The environment variable MSSQLCDC_KAFKA_SASL_JAAS names no setting.",
                        "Setting 'topic.prefix': the environment variable NO_SUCH is not set.",
                        "Setting 'schema.registry.url': the file "
                            + missing
                            + " cannot be read (NoSuchFileException).",
                        "Setting 'bearer.auth.token': the file " + keys + " has no key 'pasword'.",
                        "Setting 'kafka.ssl.key.password': the file "
                            + broken
                            + " cannot be read (IllegalArgumentException).",
                        "Invalid value [hidden] for configuration flush.rows: Not a number of type"
                            + " INT",
                        "Invalid value 0 for configuration flush.bytes: Value must be at least 1",
                        "Unknown setting 'flush.row'."))
        .doesNotContain(SECRET);
  }

  @Test
  void aSettingsFileThatCannotBeReadIsNamed() throws IOException {
    Path broken = file("lake.root=\\uXYZ" + SECRET);
    for (Path path : List.of(folder.resolve("none"), broken)) {
      assertThatThrownBy(() -> SettingsSource.read(Optional.of(path), Map.of(), Map.of()))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("cannot read the settings file " + path)
          .hasMessageNotContaining(SECRET);
    }
  }

  private WriterSettings read(Map<String, String> environment, Map<String, String> more) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "bootstrap.servers", "b:1",
                "schema.registry.url", "http://r:1",
                "lake.root", "/lake",
                "topic.prefix", "shop"));
    settings.putAll(more);
    return SettingsSource.read(Optional.empty(), environment, settings);
  }

  private Path file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("settings"), String.join("\n", lines));
  }
}
