package dev.mssqlcdc.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Looks into another JVM of this user: its heap and its threads. */
final class JvmProbe implements AutoCloseable {

  private static final double MEGABYTE = 1024 * 1024;

  /**
   * What a thread spent so far.
   *
   * @param name of the thread now
   */
  record ThreadCpu(String name, long nanos) {}

  private final JMXConnector connector;
  private final MBeanServerConnection beans;
  private final ThreadMXBean threads;
  private final AtomicLong peak = new AtomicLong();

  private JvmProbe(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.beans = connector.getMBeanServerConnection();
    this.threads = ManagementFactory.getPlatformMXBean(beans, ThreadMXBean.class);
  }

  @SuppressWarnings("BanJNDI") // the address is that of an own child process
  static JvmProbe attach(long pid) throws IOException {
    VirtualMachine machine;
    try {
      machine = VirtualMachine.attach(String.valueOf(pid));
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot look into process " + pid, e);
    }
    try {
      String url = machine.startLocalManagementAgent();
      return new JvmProbe(JMXConnectorFactory.connect(new JMXServiceURL(url)));
    } finally {
      machine.detach();
    }
  }

  /** Collects garbage, and from now on notes how much of the heap each collection leaves in use. */
  void watchHeap() throws IOException {
    Set<String> heap =
        ManagementFactory.getPlatformMXBeans(beans, MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    MemoryMXBean memory = ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class);
    memory.gc();
    peak.set(memory.getHeapMemoryUsage().getUsed());
    for (GarbageCollectorMXBean collector :
        ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class)) {
      try {
        beans.addNotificationListener(
            collector.getObjectName(), (collection, none) -> see(collection, heap), null, null);
      } catch (InstanceNotFoundException e) {
        throw new IOException(e);
      }
    }
  }

  private void see(Notification collection, Set<String> heap) {
    Map<String, MemoryUsage> left =
        GarbageCollectionNotificationInfo.from((CompositeData) collection.getUserData())
            .getGcInfo()
            .getMemoryUsageAfterGc();
    long used = heap.stream().mapToLong(pool -> left.get(pool).getUsed()).sum();
    peak.accumulateAndGet(used, Math::max);
  }

  /** The most that a collection has left in use since {@link #watchHeap()}. */
  double peakHeapMegabytes() {
    return peak.get() / MEGABYTE;
  }

  /** CPU of each live Java thread so far, by its id: a pool's thread changes its name. */
  Map<Long, ThreadCpu> threadCpu() {
    Map<Long, ThreadCpu> cpu = new HashMap<>();
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo thread = threads.getThreadInfo(id);
      long nanos = threads.getThreadCpuTime(id);
      if (thread != null && nanos >= 0) {
        cpu.put(id, new ThreadCpu(thread.getThreadName(), nanos));
      }
    }
    return cpu;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
