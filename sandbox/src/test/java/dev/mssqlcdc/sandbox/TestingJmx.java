package dev.mssqlcdc.sandbox;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What a child process shows through JMX, as jconsole would see it. */
final class TestingJmx implements AutoCloseable {

  private final VirtualMachine jvm;
  private final JMXConnector connector;
  private final MBeanServerConnection server;

  @SuppressWarnings("BanJNDI") // The address is that of our own child's agent.
  TestingJmx(ChildJvm process) throws IOException, AttachNotSupportedException {
    jvm = VirtualMachine.attach(Long.toString(process.pid()));
    connector = JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
    server = connector.getMBeanServerConnection();
  }

  boolean has(String bean) throws IOException, JMException {
    return server.isRegistered(new ObjectName(bean));
  }

  Object get(String bean, String attribute) throws IOException, JMException {
    return server.getAttribute(new ObjectName(bean), attribute);
  }

  Set<String> attributes(String bean) throws IOException, JMException {
    Set<String> names = new TreeSet<>();
    for (var each : server.getMBeanInfo(new ObjectName(bean)).getAttributes()) {
      names.add(each.getName());
    }
    return names;
  }

  @Override
  public void close() throws IOException {
    connector.close();
    jvm.detach();
  }
}
