package dev.mssqlcdc.writer;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A schema registry over real HTTP: registers anything, and can be down. */
public final class TestingRegistry implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final List<String> schemas = new ArrayList<>();
  private volatile int status;

  public TestingRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** While it is down every request gets a 503. */
  public void down(boolean isDown) {
    answering(isDown ? 503 : 0);
  }

  /** Gives every request the same status and no code of the registry's own; 0 ends that. */
  public void answering(int everyStatus) {
    status = everyStatus;
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (status != 0) {
      answer(exchange, status, Map.of("message", "down"));
    } else if (path.startsWith("/schemas/ids/")) {
      int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
      if (id < 1 || id > schemas.size()) {
        answer(exchange, 404, Map.of("error_code", 40403, "message", "Schema not found"));
      } else {
        answer(exchange, 200, Map.of("schema", schemas.get(id - 1)));
      }
    } else if (exchange.getRequestMethod().equals("POST")) {
      String schema = JSON.readTree(exchange.getRequestBody()).get("schema").asText();
      if (!schemas.contains(schema)) {
        schemas.add(schema);
      }
      answer(exchange, 200, Map.of("id", schemas.indexOf(schema) + 1));
    } else {
      answer(exchange, 200, List.of("AVRO"));
    }
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
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
