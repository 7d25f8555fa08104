package dev.mssqlcdc.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and registers schemas through the Confluent REST API, which Confluent, Apicurio (below
 * {@code /apis/ccompat/v7}), Karapace and Redpanda serve. Schemas are cached by id for good: an id
 * never changes its schema. Safe for use by several threads.
 */
public final class SchemaClient {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaClient.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final long FIRST_PAUSE_MS = 100;
  private static final long LONGEST_PAUSE_MS = 5_000;

  private final RegistryConfig config;
  private final HttpClient http;
  private final Map<Integer, Schema> byId = new ConcurrentHashMap<>();

  public SchemaClient(RegistryConfig config) {
    this.config = config;
    this.http = HttpClient.newBuilder().connectTimeout(config.requestTimeout()).build();
  }

  /**
   * The schema with an id.
   *
   * @throws RegistryException when the registry does not know it or did not answer in time
   */
  public Schema schema(int id) {
    Schema cached = byId.get(id);
    return cached != null ? cached : byId.computeIfAbsent(id, this::fetch);
  }

  /**
   * Registers a schema under a subject; registering it again gives the same id.
   *
   * @throws RegistryException when the registry refuses it, for example as incompatible with the
   *     subject's versions, or did not answer in time
   */
  public int register(String subject, Schema schema) {
    String path = "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8) + "/versions";
    String body = JSON.createObjectNode().put("schema", schema.toString()).toString();
    JsonNode answer =
        call(
            "register the schema of subject '" + subject + "'",
            url ->
                HttpRequest.newBuilder(URI.create(url + path))
                    .header("Content-Type", CONTENT_TYPE)
                    .POST(HttpRequest.BodyPublishers.ofString(body)));
    return answer.path("id").asInt();
  }

  /**
   * Fails unless the registry answers, whatever it answers.
   *
   * @throws RegistryException when it did not in time
   */
  public void check() {
    try {
      call("reach it", url -> HttpRequest.newBuilder(URI.create(url + "/schemas/types")).GET());
    } catch (RegistryException e) {
      if (e.retriable()) {
        throw e;
      }
    }
  }

  private Schema fetch(int id) {
    JsonNode answer =
        call(
            "fetch schema id " + id,
            url -> HttpRequest.newBuilder(URI.create(url + "/schemas/ids/" + id)).GET());
    return new Schema.Parser().parse(answer.path("schema").asText());
  }

  private JsonNode call(String what, Function<URI, HttpRequest.Builder> request) {
    long deadline = System.nanoTime() + config.retryFor().toNanos();
    long pause = FIRST_PAUSE_MS;
    for (int attempt = 0; ; attempt++) {
      URI url = config.urls().get(attempt % config.urls().size());
      try {
        return once(what, url, request.apply(url));
      } catch (RegistryException e) {
        if (!e.retriable() || System.nanoTime() - deadline >= 0) {
          throw e;
        }
        if (attempt == 0) {
          LOG.warn("{}; trying again for {}", e.getMessage(), config.retryFor());
        }
      }
      sleep(pause + ThreadLocalRandom.current().nextLong(pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  private JsonNode once(String what, URI url, HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          http.send(
              request.header("Accept", CONTENT_TYPE).timeout(config.requestTimeout()).build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 == 2) {
        return JSON.readTree(response.body());
      }
      throw refused(what, url, response);
    } catch (IOException e) {
      throw new RegistryException(
          "schema registry %s: cannot %s: %s; check schema.registry.url and that it is up"
              .formatted(url, what, e),
          true,
          e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static RegistryException refused(String what, URI url, HttpResponse<String> response) {
    int status = response.statusCode();
    return new RegistryException(
        "schema registry %s: cannot %s: it answered %d %s"
            .formatted(url, what, status, response.body()),
        status == TOO_MANY_REQUESTS || status >= SERVER_ERROR,
        null);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static RegistryException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new RegistryException("interrupted while waiting for the schema registry", true, e);
  }
}
