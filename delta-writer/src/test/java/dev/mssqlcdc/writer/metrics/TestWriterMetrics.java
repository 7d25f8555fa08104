package dev.mssqlcdc.writer.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.writer.status.StatusBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TestWriterMetrics {

  private static final Path PAGE = Path.of("..", "docs", "reference", "writer-metrics.md");
  private static final String HEAD =
      """
      # Writer metrics

      Made from the meters in `delta-writer`'s package `metrics`; change them there, then run
      `mvn test -pl delta-writer -am -Dtest=TestWriterMetrics -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

      `GET /metrics` tells them in Prometheus' text format, with Micrometer's usual ones of the JVM and the process
      (`jvm_...`, `process_...`, `system_...`). A meter with the label `topic` is there while this instance has the
      topic: sum over instances, and expect counters to begin at 0 when a topic moves. What is not known yet is NaN.
      Asking costs no question to Kafka or the lake.

      | Metric | Type | Labels | Meaning |
      |---|---|---|---|
      """;

  private final StatusBoard board = new StatusBoard();
  private final WriterMetrics metrics = new WriterMetrics(board);

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void theReferencePageIsUpToDate() throws IOException {
    metrics.publish(TestingStatus.of("shop.dbo.items"));
    String page = HEAD + rows(metrics.scrape());
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/reference/writer-metrics.md (to refresh it: -Dupdate.docs=true)")
        .isEqualTo(page);
  }

  @Test
  void everyMeterSaysWhatItMeans() {
    metrics.publish(TestingStatus.of("shop.dbo.items"));
    assertThat(helps(metrics.scrape()))
        .isNotEmpty()
        .allSatisfy((name, help) -> assertThat(help).hasSizeGreaterThan(20));
  }

  @Test
  void aTablesMetersTellWhatWasPublished() {
    metrics.publish(TestingStatus.of("shop.dbo.items"));

    assertThat(metrics.scrape())
        .contains(
            "mssqlcdc_writer_rows_total{topic=\"shop.dbo.items\"} 10.0",
            "mssqlcdc_writer_record_bytes_total{topic=\"shop.dbo.items\"} 2000.0",
            "mssqlcdc_writer_batches_total{topic=\"shop.dbo.items\"} 3.0",
            "mssqlcdc_writer_repeated_records_total{topic=\"shop.dbo.items\"} 1.0",
            "mssqlcdc_writer_lag_records{topic=\"shop.dbo.items\"} 7.0",
            "mssqlcdc_writer_retention_headroom_hours{topic=\"shop.dbo.items\"} 71.5",
            "mssqlcdc_writer_stopped{topic=\"shop.dbo.items\"} 1.0",
            "mssqlcdc_writer_waiting_bytes 4096.0",
            "mssqlcdc_writer_memory_limit_bytes 1048576.0");
  }

  @Test
  void theVerdictsAgeIsThatOfTheMomentItIsAsked() {
    metrics.publish(TestingStatus.of("shop.dbo.items"));

    Matcher age =
        Pattern.compile("mssqlcdc_writer_verdict_age_seconds\\{topic=\"shop.dbo.items\"} (\\S+)")
            .matcher(metrics.scrape());
    assertThat(age.find()).isTrue();
    double now = System.currentTimeMillis() / 1000.0;
    assertThat(now - Double.parseDouble(age.group(1))).isBetween(1_800_000_005.0, 1_800_000_015.0);
  }

  @Test
  void aTableThatLeftHasNoMetersAndOneThatComesBackHasThemAgain() {
    metrics.publish(TestingStatus.of("shop.dbo.items", "shop.dbo.orders"));
    metrics.publish(TestingStatus.of("shop.dbo.orders"));
    assertThat(metrics.scrape()).contains("shop.dbo.orders").doesNotContain("shop.dbo.items");

    metrics.publish(TestingStatus.of("shop.dbo.items"));
    assertThat(metrics.scrape())
        .contains("mssqlcdc_writer_rows_total{topic=\"shop.dbo.items\"} 10.0")
        .doesNotContain("shop.dbo.orders");
  }

  @Test
  void stepsAreTimedWhetherTheySucceedOrNot() {
    metrics.steps().flush(() -> metrics.steps().bronze("t", () -> 1));
    metrics.steps().facts(() -> 1);
    try {
      metrics
          .steps()
          .control(
              () -> {
                throw new IllegalStateException("no");
              });
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("no");
    }
    assertThat(metrics.scrape())
        .contains(
            "mssqlcdc_writer_write_seconds_count{layer=\"bronze\"} 1",
            "mssqlcdc_writer_write_seconds_count{layer=\"facts\"} 1",
            "mssqlcdc_writer_write_seconds_count{layer=\"control\"} 1",
            "mssqlcdc_writer_flush_seconds_count 1");
  }

  @Test
  void theProcessIsTold() {
    assertThat(metrics.scrape())
        .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_cpu_usage")
        .contains("process_files_open_files", "process_uptime_seconds");
  }

  private static String rows(String scraped) {
    return helps(scraped).entrySet().stream()
        .map(
            entry ->
                "| `%s` | %s | %s | %s |\n"
                    .formatted(
                        entry.getKey(),
                        first(scraped, "# TYPE " + entry.getKey() + " (\\w+)"),
                        label(scraped, entry.getKey()),
                        entry.getValue()))
        .collect(Collectors.joining());
  }

  private static String label(String scraped, String name) {
    List<String> labels =
        List.of("topic", "layer").stream()
            .filter(
                label ->
                    Pattern.compile(name + "\\w*\\{[^}]*\\b" + label + "=").matcher(scraped).find())
            .map(label -> "`" + label + "`")
            .toList();
    return String.join(", ", labels);
  }

  private static String first(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  private static Map<String, String> helps(String scraped) {
    Map<String, String> helps = new TreeMap<>();
    Matcher lines =
        Pattern.compile("^# HELP (mssqlcdc_\\w+) ?(.*)$", Pattern.MULTILINE).matcher(scraped);
    while (lines.find()) {
      if (!lines.group(1).endsWith("_max")) {
        helps.put(lines.group(1), lines.group(2));
      }
    }
    return helps;
  }
}
