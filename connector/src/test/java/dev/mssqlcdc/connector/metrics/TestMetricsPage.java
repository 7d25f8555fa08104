package dev.mssqlcdc.connector.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.engine.HandoverQueue;
import dev.mssqlcdc.connector.engine.TableChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.management.MBeanAttributeInfo;
import javax.management.MalformedObjectNameException;
import org.junit.jupiter.api.Test;

/** The reference page is made of what JMX clients are told. */
class TestMetricsPage {

  private static final Path PAGE = Path.of("..", "docs", "reference", "connector-metrics.md");
  private static final TableId TABLE = new TableId("dbo", "orders");
  private static final String HEAD =
      """
      # Connector metrics

      Made from `TableMetricsMXBean.java`; change it there, then run
      `mvn test -pl connector -am -Dtest=TestMetricsPage -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

      The worker has a JMX bean for each table that one of its tasks reads, from the task's start to its stop:
      `%s` for the table `dbo.orders` of a connector
      with `topic.prefix=shop`. Reading a bean costs no question to the source. Numbers that are not known yet
      are NaN.

      A worker of Connect 4.1 or later has the same as metrics of the plugin, so its `metric.reporters` report them: in
      JMX below `kafka.connect:type=plugins`, with the tags `connector`, `task`, `server` and `table`.

      | Attribute | Metric of the worker | Type | Meaning |
      |---|---|---|---|
      """;

  private static MBeanAttributeInfo[] attributes() {
    var channel = new TableChannel(TABLE, "topic", Map.of(), Optional.empty());
    return new TableBean(channel, new HandoverQueue<>(1, 1)).getMBeanInfo().getAttributes();
  }

  private static String page() throws MalformedObjectNameException {
    String rows =
        Arrays.stream(attributes())
            .sorted(Comparator.comparing(MBeanAttributeInfo::getName))
            .map(
                a ->
                    "| `%s` | `%s` | %s | %s |\n"
                        .formatted(
                            a.getName(),
                            WorkerMetrics.name(a.getName()),
                            a.getType().replace("java.lang.String", "string"),
                            a.getDescription()))
            .collect(Collectors.joining());
    return HEAD.formatted(TableBeans.name("shop", TABLE)) + rows;
  }

  @Test
  void theReferencePageIsUpToDate() throws Exception {
    update();
    assertThat(Files.readString(PAGE))
        .as("docs/reference/connector-metrics.md (to refresh it: -Dupdate.docs=true)")
        .isEqualTo(page());
  }

  private static void update() throws IOException, MalformedObjectNameException {
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, page());
    }
  }

  @Test
  void everyAttributeSaysWhatItMeans() {
    assertThat(attributes())
        .isNotEmpty()
        .allSatisfy(a -> assertThat(a.getDescription()).hasSizeGreaterThan(20));
  }
}
