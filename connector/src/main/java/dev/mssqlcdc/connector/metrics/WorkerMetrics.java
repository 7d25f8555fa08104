package dev.mssqlcdc.connector.metrics;

import dev.mssqlcdc.connector.core.TableId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics of the task in its worker, which the worker's reporters report and which it takes
 * away with the task. Connect has them from 4.1 on, so they are reached by reflection
 * (docs/decisions/0007).
 */
public final class WorkerMetrics {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);

  private final Object metrics;
  private final Method metricName;
  private final Method addMetric;

  private WorkerMetrics(Object metrics, Class<?> type) throws NoSuchMethodException {
    this.metrics = metrics;
    this.metricName = type.getMethod("metricName", String.class, String.class, LinkedHashMap.class);
    this.addMetric = type.getMethod("addMetric", MetricName.class, MetricValueProvider.class);
  }

  /** Those of a task; none where the worker is older. */
  public static Optional<WorkerMetrics> of(SourceTaskContext context) {
    try {
      Method method = SourceTaskContext.class.getMethod("pluginMetrics");
      return Optional.of(new WorkerMetrics(method.invoke(context), method.getReturnType()));
    } catch (NoSuchMethodException e) {
      LOG.debug("The worker has no metrics of plugins", e);
    } catch (ReflectiveOperationException e) {
      LOG.warn("The worker's metrics of plugins cannot be used; the JMX beans remain", e);
    }
    return Optional.empty();
  }

  /** Adds what a table's bean shows; what cannot be added is warned about and left out. */
  void add(String server, TableId table, TableBean bean) {
    var tags = new LinkedHashMap<String, String>();
    tags.put("server", server);
    tags.put("table", table.toString());
    for (MBeanAttributeInfo attribute : bean.getMBeanInfo().getAttributes()) {
      try {
        Gauge<Object> value = (config, now) -> value(bean, attribute);
        addMetric.invoke(
            metrics,
            metricName.invoke(metrics, name(attribute.getName()), attribute.getDescription(), tags),
            value);
      } catch (IllegalAccessException | InvocationTargetException e) {
        LOG.warn("Table {} has no metric {} in the worker", table, attribute.getName(), e);
      }
    }
  }

  private static Object value(TableBean bean, MBeanAttributeInfo attribute) {
    try {
      return bean.getAttribute(attribute.getName());
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Kafka's way to write it: {@code ingestion-lag-seconds} for {@code IngestionLagSeconds}. */
  static String name(String attribute) {
    return attribute.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
