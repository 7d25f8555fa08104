package dev.mssqlcdc.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A way to a server that can be cut. */
final class TestingProxy implements AutoCloseable {

  private final ServerSocket server;
  private final String host;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  static TestingProxy to(String host, int port) throws IOException {
    var proxy =
        new TestingProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), host, port);
    daemon(proxy::accept);
    return proxy;
  }

  private TestingProxy(ServerSocket server, String host, int port) {
    this.server = server;
    this.host = host;
    this.port = port;
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        var target = new Socket(host, port);
        client.setTcpNoDelay(true);
        target.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(target);
        daemon(() -> pump(client, target));
        daemon(() -> pump(target, client));
      }
    } catch (IOException e) {
      dropConnections();
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // Cut: both ends are closed by the try.
    }
  }

  private static void daemon(Runnable work) {
    var thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  void dropConnections() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    sockets.clear();
  }

  /** Drops all connections and takes no new ones. */
  void cut() throws IOException {
    server.close();
    dropConnections();
  }

  @Override
  public void close() throws IOException {
    cut();
  }
}
