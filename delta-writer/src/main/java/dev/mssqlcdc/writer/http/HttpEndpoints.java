package dev.mssqlcdc.writer.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.HttpSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code GET} on {@code /health}, {@code /ready}, {@code /metrics} and {@code /tables} from
 * what the main loop has published, whatever the main loop is at.
 */
public final class HttpEndpoints implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoints.class);
  private static final int THREADS = 4;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int UNAVAILABLE = 503;

  static {
    // Seconds; else a caller that falls silent within a request keeps a thread for ever.
    for (String limit : new String[] {"maxReqTime", "maxRspTime"}) {
      System.getProperties().putIfAbsent("sun.net.httpserver." + limit, "30");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads;

  private record Answer(int status, String type, String body) {

    static Answer text(int status, String line) {
      return new Answer(status, "text/plain; charset=utf-8", line + "\n");
    }

    /** 503 with the reason, when there is one. */
    static Answer unless(Optional<String> fault) {
      return text(fault.isPresent() ? UNAVAILABLE : OK, fault.orElse("ok"));
    }
  }

  private HttpEndpoints(HttpServer server, Map<String, Supplier<Answer>> answers) {
    this.server = server;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "http");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, answers));
    server.start();
  }

  /**
   * Begins to answer.
   *
   * @param healthLimit how long one step of the main loop may take
   * @throws IOException naming the address when it cannot be had
   */
  public static HttpEndpoints start(
      InetSocketAddress address, Duration healthLimit, StatusBoard board, WriterMetrics metrics)
      throws IOException {
    return new HttpEndpoints(bind(address), answers(healthLimit, board, metrics));
  }

  private static Map<String, Supplier<Answer>> answers(
      Duration healthLimit, StatusBoard board, WriterMetrics metrics) {
    return Map.of(
        "/health",
        () -> Answer.unless(board.heartbeat().hang(healthLimit)),
        "/ready",
        () -> Answer.unless(board.unready()),
        "/metrics",
        () -> new Answer(OK, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape()),
        "/tables",
        () -> new Answer(OK, "application/json", TablesJson.of(board.status())));
  }

  private static HttpServer bind(InetSocketAddress address) throws IOException {
    try {
      InetAddress host = InetAddress.getByName(address.getHostString());
      return HttpServer.create(new InetSocketAddress(host, address.getPort()), 0);
    } catch (UnknownHostException e) {
      throw cannotListen(address, "the host is not known", e);
    } catch (IOException e) {
      throw cannotListen(address, e.getMessage(), e);
    }
  }

  private static IOException cannotListen(InetSocketAddress address, String why, IOException e) {
    return new IOException(
        "cannot listen on %s:%d: %s; choose another %s, or leave it empty"
            .formatted(address.getHostString(), address.getPort(), why, HttpSettings.LISTEN),
        e);
  }

  /** Where it answers, with the real port. */
  public String url() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return "http://%s:%d"
        .formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort());
  }

  private static void answer(HttpExchange exchange, Map<String, Supplier<Answer>> answers)
      throws IOException {
    try (exchange) {
      Supplier<Answer> found = answers.get(exchange.getRequestURI().getPath());
      if (found == null) {
        send(exchange, Answer.text(NOT_FOUND, "not found"));
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        send(exchange, Answer.text(METHOD_NOT_ALLOWED, "only GET is allowed"));
      } else {
        send(exchange, found.get());
      }
    } catch (RuntimeException e) {
      LOG.error("cannot answer {}", exchange.getRequestURI().getPath(), e);
      throw e;
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    // A HEAD gets no body, whatever its answer is.
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
