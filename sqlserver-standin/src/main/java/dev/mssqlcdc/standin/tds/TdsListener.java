package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.engine.Engine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts clients on the loopback interface and gives each a thread. */
public final class TdsListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TdsListener.class);
  private static final int BACKLOG = 128;
  private static final long LONGEST_END_MILLIS = 5000;

  private final Engine engine;
  private final ServerIdentity identity;
  private final ServerSocket server;
  private final Map<Socket, Thread> clients = new ConcurrentHashMap<>();

  /**
   * Starts to listen.
   *
   * @param port 0 for a free one
   * @throws IOException if the port is taken
   */
  public TdsListener(Engine engine, ServerIdentity identity, int port) throws IOException {
    this.engine = engine;
    this.identity = identity;
    this.server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "standin-accept-" + port());
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    int number = 0;
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        int connection = ++number;
        Thread thread =
            new Thread(() -> serve(client, connection), "standin-session-" + connection);
        thread.setDaemon(true);
        clients.put(client, thread);
        thread.start();
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.error("A client could not be accepted on port {}", port(), e);
        }
      }
    }
  }

  private void serve(Socket client, int number) {
    try {
      if (engine.faults().refusesConnections()) {
        client.close();
        return;
      }
      new TdsConnection(engine, client, identity, number).run();
    } catch (IOException e) {
      LOG.debug("A refused client could not be closed", e);
    } finally {
      clients.remove(client);
    }
  }

  private static void end(Thread session) {
    try {
      session.join(LONGEST_END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops listening and drops every client. */
  @Override
  public void close() throws IOException {
    server.close();
    for (Map.Entry<Socket, Thread> client : clients.entrySet()) {
      client.getKey().close();
      end(client.getValue());
    }
  }
}
