package dev.mssqlcdc.connector;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A way to a server that can be cut and that remembers what clients said. */
final class TestingProxy implements AutoCloseable {

  /** Of TDS: the type of a packet with a login, and where it says what for. */
  private static final byte LOGIN = 0x10;

  private static final int TYPE_FLAGS = 34;
  private static final int READ_ONLY_INTENT = 0x20;

  private final ServerSocket server;
  private volatile String host;
  private volatile int port;
  private volatile Listener interceptor = message -> {};
  private volatile long answerBytes = Long.MAX_VALUE;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final List<byte[]> logins = new CopyOnWriteArrayList<>();

  /** What to do with a part of a conversation before it is passed on; a failure cuts it. */
  @FunctionalInterface
  private interface Tap {
    void pass(byte[] bytes) throws IOException;
  }

  /** Hears what a client says before the server does; a failure cuts the connection. */
  @FunctionalInterface
  interface Listener {
    void hear(String message) throws IOException;
  }

  /** A way to the server of this run. */
  static TestingProxy open() throws IOException {
    return to(SqlServer.ofThisRun());
  }

  /** A way to a server. */
  static TestingProxy to(SqlServer server) throws IOException {
    var proxy =
        new TestingProxy(
            new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
            server.host(),
            server.port());
    daemon(proxy::accept);
    return proxy;
  }

  private TestingProxy(ServerSocket server, String host, int port) {
    this.server = server;
    this.host = host;
    this.port = port;
  }

  /** Sends a connector through here, in plain text. */
  void lead(Map<String, String> settings) {
    settings.put("database.hostname", "localhost");
    settings.put("database.port", String.valueOf(server.getLocalPort()));
    settings.put("database.encrypt", "false");
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
        var answered = new AtomicLong();
        daemon(() -> pump(client, target, this::hear));
        daemon(() -> pump(target, client, bytes -> count(answered, bytes)));
      }
    } catch (IOException e) {
      dropConnections();
    }
  }

  private static void pump(Socket from, Socket to, Tap tap) {
    var buffer = new byte[65_536];
    try (from;
        to) {
      for (int n = from.getInputStream().read(buffer); n > 0; ) {
        tap.pass(Arrays.copyOf(buffer, n));
        to.getOutputStream().write(buffer, 0, n);
        n = from.getInputStream().read(buffer);
      }
    } catch (IOException e) {
      // Cut: both ends are closed by the try.
    }
  }

  /** A statement's text is UTF-16 inside its message; the offset of its bytes may be odd. */
  private void hear(byte[] message) throws IOException {
    String text = new String(message, StandardCharsets.ISO_8859_1).replace("\0", "");
    if (message[0] == LOGIN) {
      logins.add(message);
    }
    statements.add(text);
    interceptor.hear(text);
  }

  private void count(AtomicLong answered, byte[] bytes) throws IOException {
    if (answered.addAndGet(bytes.length) > answerBytes) {
      throw new IOException("answered enough");
    }
  }

  /** Lets somebody hear every message from now on, who may hold it up. */
  void intercept(Listener listener) {
    interceptor = listener;
  }

  /** Cuts every connection, from now on, after so many bytes of answers. */
  void cutAfter(long bytes) {
    answerBytes = bytes;
  }

  /** New connections lead to another server. */
  void leadTo(String otherHost, int otherPort) {
    host = otherHost;
    port = otherPort;
  }

  /** What clients sent since {@link #forget}: one text per message, readable where it is SQL. */
  List<String> statements() {
    return statements;
  }

  /** Whether every client that logged in said that it only reads; at least one did log in. */
  boolean sawReadOnlyLogins() {
    return !logins.isEmpty()
        && logins.stream().allMatch(login -> (login[TYPE_FLAGS] & READ_ONLY_INTENT) != 0);
  }

  void forget() {
    statements.clear();
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
