package dev.mssqlcdc.connector.metrics;

import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.engine.HandoverQueue;
import dev.mssqlcdc.connector.engine.TableChannel;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The beans of a task's tables, registered until it is closed. */
public final class TableBeans implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TableBeans.class);

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final Map<ObjectName, TableBean> beans = new LinkedHashMap<>();

  private TableBeans() {}

  /**
   * Registers a bean for each table; one that cannot be registered is warned about and left out.
   *
   * @param prefix the connector's topic prefix
   * @param worker gets the same, where the worker has metrics of plugins
   */
  public static TableBeans register(
      String prefix,
      List<TableChannel> channels,
      HandoverQueue<?> queue,
      Optional<WorkerMetrics> worker) {
    var beans = new TableBeans();
    for (TableChannel channel : channels) {
      var bean = new TableBean(channel, queue);
      worker.ifPresent(metrics -> metrics.add(prefix, channel.table(), bean));
      try {
        beans.register(name(prefix, channel.table()), bean);
      } catch (JMException e) {
        LOG.warn("Table {} has no metrics", channel.table(), e);
      }
    }
    return beans;
  }

  /** {@code dev.mssqlcdc:type=table,server=<topic.prefix>,table="<schema>.<table>"}. */
  static ObjectName name(String prefix, TableId table) throws MalformedObjectNameException {
    return new ObjectName(
        "dev.mssqlcdc:type=table,server=%s,table=%s"
            .formatted(prefix, ObjectName.quote(table.toString())));
  }

  /** A task that did not stop in time may have left its bean. */
  private void register(ObjectName name, TableBean bean) throws JMException {
    if (server.isRegistered(name)) {
      server.unregisterMBean(name);
    }
    server.registerMBean(bean, name);
    beans.put(name, bean);
  }

  @Override
  public void close() {
    beans.forEach(this::unregister);
    beans.clear();
  }

  private void unregister(ObjectName name, TableBean bean) {
    try {
      if (bean.isRegistered()) {
        server.unregisterMBean(name);
      }
    } catch (JMException e) {
      LOG.debug("{} was not registered any more", name, e);
    }
  }
}
