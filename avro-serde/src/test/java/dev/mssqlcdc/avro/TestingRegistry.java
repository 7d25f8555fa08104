package dev.mssqlcdc.avro;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The two calls of the Confluent REST API that we make, over real HTTP. */
final class TestingRegistry implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final List<String> schemas = new ArrayList<>();
  private final Map<String, Integer> subjects = new LinkedHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile String refusal;

  TestingRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  RegistryConfig config() {
    return RegistryConfig.of(url());
  }

  int requests() {
    return requests.get();
  }

  Map<String, Integer> subjects() {
    return subjects;
  }

  String schema(int id) {
    return schemas.get(id - 1);
  }

  /** The next n requests get a 503. */
  void failNext(int n) {
    failures.set(n);
  }

  /** Every registration is refused with 409 and this message. */
  void refuse(String message) {
    refusal = message;
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    String path = exchange.getRequestURI().getPath();
    if (failures.get() > 0) {
      failures.decrementAndGet();
      answer(exchange, 503, Map.of("error_code", 50301, "message", "starting"));
    } else if (path.startsWith("/schemas/ids/")) {
      int id = Integer.parseInt(path.substring("/schemas/ids/".length()));
      if (id < 1 || id > schemas.size()) {
        answer(exchange, 404, Map.of("error_code", 40403, "message", "Schema not found"));
      } else {
        answer(exchange, 200, Map.of("schema", schema(id)));
      }
    } else if (refusal != null) {
      answer(exchange, 409, Map.of("error_code", 409, "message", refusal));
    } else {
      String text = JSON.readTree(exchange.getRequestBody()).get("schema").asText();
      if (!schemas.contains(text)) {
        schemas.add(text);
      }
      int id = schemas.indexOf(text) + 1;
      subjects.put(path.split("/", -1)[2], id);
      answer(exchange, 200, Map.of("id", id));
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
