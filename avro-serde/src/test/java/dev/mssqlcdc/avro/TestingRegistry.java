package dev.mssqlcdc.avro;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** The calls of the Confluent REST API that we make, over real HTTP and HTTPS. */
final class TestingRegistry implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    // Otherwise each answer waits 40 ms for the acknowledgement of its headers.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final String scheme;
  private final List<String> schemas = new ArrayList<>();
  private final Map<String, List<Integer>> subjects = new LinkedHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile int failure = 503;
  private volatile String refusal;
  private volatile String authorization;

  private TestingRegistry(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.createContext("/", this::handle);
    server.start();
  }

  TestingRegistry() throws IOException {
    this(HttpServer.create(address(), 0), "http");
  }

  /** Over HTTPS. */
  static TestingRegistry secured(SSLContext context, boolean asksForClients) throws IOException {
    HttpsServer server = HttpsServer.create(address(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = context.getDefaultSSLParameters();
            ssl.setNeedClientAuth(asksForClients);
            parameters.setSSLParameters(ssl);
          }
        });
    return new TestingRegistry(server, "https");
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  String url() {
    return scheme + "://" + host();
  }

  RegistryConfig config() {
    return RegistryConfig.of(url());
  }

  int requests() {
    return requests.get();
  }

  /** Ids of each subject's versions. */
  Map<String, List<Integer>> subjects() {
    return subjects;
  }

  String schema(int id) {
    return schemas.get(id - 1);
  }

  /** The next n requests get this status. */
  void failNext(int n, int status) {
    failure = status;
    failures.set(n);
  }

  /** Every registration is refused with 409 and this message. */
  void refuse(String message) {
    refusal = message;
  }

  /** Requests without this Authorization header are refused. */
  void demand(String header) {
    authorization = header;
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    String path = exchange.getRequestURI().getPath();
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    if (failures.get() > 0) {
      failures.decrementAndGet();
      answer(exchange, failure, Map.of("error_code", failure, "message", "not now"));
    } else if (authorization != null && !authorization.equals(header)) {
      answer(exchange, 401, Map.of("error_code", 401, "message", "Unauthorized"));
    } else if (path.startsWith("/schemas/ids/")) {
      int id = Integer.parseInt(path.substring("/schemas/ids/".length()));
      answerSchema(exchange, id <= schemas.size() ? id : 0, "Schema not found");
    } else {
      answerSubject(exchange, path.split("/", -1));
    }
  }

  private void answerSubject(HttpExchange exchange, String[] path) throws IOException {
    String subject = path[2];
    List<Integer> versions = subjects.getOrDefault(subject, List.of());
    if (exchange.getRequestMethod().equals("GET")) {
      int latest = versions.isEmpty() ? 0 : versions.get(versions.size() - 1);
      answerSchema(exchange, latest, "Subject '" + subject + "' not found.");
      return;
    }
    String text = JSON.readTree(exchange.getRequestBody()).get("schema").asText();
    int id = schemas.indexOf(text) + 1;
    if (path.length == 3) {
      answerSchema(exchange, versions.contains(id) ? id : 0, "Schema not found");
    } else if (refusal != null) {
      answer(exchange, 409, Map.of("error_code", 409, "message", refusal));
    } else {
      answerSchema(exchange, register(subject, text), "");
    }
  }

  /** Gives the id of a new or known version of a subject. */
  synchronized int register(String subject, String schema) {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    int id = schemas.indexOf(schema) + 1;
    List<Integer> versions = subjects.computeIfAbsent(subject, key -> new ArrayList<>());
    if (!versions.contains(id)) {
      versions.add(id);
    }
    return id;
  }

  private void answerSchema(HttpExchange exchange, int id, String otherwise) throws IOException {
    if (id == 0) {
      answer(exchange, 404, Map.of("error_code", 40403, "message", otherwise));
    } else {
      answer(exchange, 200, Map.of("id", id, "schema", schema(id)));
    }
  }

  private static void answer(HttpExchange exchange, int status, Map<String, ?> body)
      throws IOException {
    byte[] bytes = JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
