package dev.mssqlcdc.avro;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests to a schema registry: the next address when one fails, and again after a pause when all
 * do.
 */
final class RegistryHttp {

  private static final Logger LOG = LoggerFactory.getLogger(RegistryHttp.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int SCHEMA_NOT_FOUND = 40403;
  private static final int LONGEST_WORDS = 2_000;

  private final RegistryConfig config;
  private final HttpClient http;

  /** Index of the address that answered last. */
  private volatile int current;

  RegistryHttp(RegistryConfig config) {
    this.config = config;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(config.connectTimeout());
    config.tls().ifPresent(stores -> builder.sslContext(stores.context()));
    this.http = builder.build();
  }

  static String escaped(String pathPart) {
    return URLEncoder.encode(pathPart, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Asks.
   *
   * @param what the request in words, after "cannot"
   * @throws RegistryException when it is refused, or when no address answered in time
   */
  JsonNode get(String what, String path) {
    return call(new Request(what, path, "GET", BodyPublishers.noBody()));
  }

  /** As {@link #get}, with a body. */
  JsonNode post(String what, String path, JsonNode body) {
    return call(new Request(what, path, "POST", BodyPublishers.ofString(body.toString())));
  }

  private record Request(String what, String path, String method, BodyPublisher body) {}

  private JsonNode call(Request request) {
    for (int round = 0; ; round++) {
      RegistryException failure = null;
      for (int i = 0; i < config.addresses().size(); i++) {
        try {
          return once(request, config.addresses().get(current));
        } catch (RegistryException e) {
          if (!e.retriable()) {
            throw e;
          }
          failure = e;
          current = (current + 1) % config.addresses().size();
        }
      }
      if (round >= config.retries().max()) {
        throw failure.saying("tried %d times at %s".formatted(round + 1, urls()));
      }
      if (round == 0) {
        LOG.warn("{}; trying again", failure.getMessage());
      }
      pause(round);
    }
  }

  private JsonNode once(Request request, RegistryAddress address) {
    try {
      HttpResponse<String> response =
          http.send(built(request, address), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 == 2) {
        return JSON.readTree(response.body());
      }
      throw refused(request.what(), address, response);
    } catch (JsonProcessingException e) {
      throw RegistryException.noAnswer(
          "schema registry %s: cannot %s: its answer is no JSON; check schema.registry.url"
              .formatted(address, request.what()),
          e);
    } catch (IOException e) {
      throw RegistryException.noAnswer(
          "schema registry %s: cannot %s: %s; check schema.registry.url and that it is up"
              .formatted(address, request.what(), e),
          e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private HttpRequest built(Request request, RegistryAddress address) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(address.url() + request.path()))
            .timeout(config.requestTimeout())
            .header("Accept", CONTENT_TYPE)
            .header("Content-Type", CONTENT_TYPE)
            .method(request.method(), request.body());
    address.authorization().ifPresent(value -> builder.header("Authorization", value.value()));
    return builder.build();
  }

  private static RegistryException refused(
      String what, RegistryAddress address, HttpResponse<String> response) {
    int status = response.statusCode();
    String message =
        "schema registry %s: cannot %s: it answered %d: %s"
            .formatted(address, what, status, words(response.body()));
    // A 404 without the registry's own code comes from a wrong address, or a proxy.
    if (answer(response.body()).path("error_code").asInt() == SCHEMA_NOT_FOUND) {
      return new NoSuchSchemaException(message, status, null);
    }
    RegistryException refusal = new RegistryException(message, status, null);
    return status == UNAUTHORIZED || status == FORBIDDEN
        ? refusal.saying("check basic.auth.user.info or bearer.auth.token, and what it may do")
        : refusal;
  }

  /** The message of the registry's error, or what a proxy before it says. */
  private static String words(String body) {
    JsonNode message = answer(body).path("message");
    String words = message.isTextual() ? message.asText() : body;
    return words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) + "..." : words;
  }

  private static JsonNode answer(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      LOG.debug("the answer is no JSON", e);
      return MissingNode.getInstance();
    }
  }

  private List<String> urls() {
    return config.addresses().stream().map(RegistryAddress::toString).collect(Collectors.toList());
  }

  private void pause(int round) {
    try {
      Thread.sleep(
          config.retries().pause(round, ThreadLocalRandom.current().nextDouble()).toMillis());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static RegistryException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return RegistryException.noAnswer("interrupted while waiting for the schema registry", e);
  }
}
