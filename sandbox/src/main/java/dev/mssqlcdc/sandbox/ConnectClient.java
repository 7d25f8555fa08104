package dev.mssqlcdc.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Connect's REST API, as a user's curl would call it. */
public final class ConnectClient {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final URI url;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  public ConnectClient(URI url) {
    this.url = url;
  }

  /** A refusal, with the worker's words. */
  public static final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    RefusedException(String request, int status, String body) {
      super(request + " answered " + status + ": " + body);
      this.status = status;
    }

    public int status() {
      return status;
    }
  }

  /** Creates a connector from the text of a JSON file with {@code name} and {@code config}. */
  public void post(String connectorJson) throws IOException {
    send("POST", "/connectors", connectorJson);
  }

  public void delete(String connector) throws IOException {
    send("DELETE", "/connectors/" + connector, null);
  }

  /** Class names of the connectors that the worker offers. */
  public List<String> plugins() throws IOException {
    return classes("/connector-plugins");
  }

  /** Class names of everything that the worker offers: connectors, converters, transforms, ... */
  public List<String> allPlugins() throws IOException {
    return classes("/connector-plugins?connectorsOnly=false");
  }

  private List<String> classes(String path) throws IOException {
    List<String> names = new ArrayList<>();
    send("GET", path, null).forEach(each -> names.add(each.path("class").asText()));
    return names;
  }

  /** Answer of the worker to a configuration: per setting its value, and its errors. */
  public JsonNode validate(String connectorClass, Map<String, String> config) throws IOException {
    String simpleName = connectorClass.substring(connectorClass.lastIndexOf('.') + 1);
    return send(
        "PUT",
        "/connector-plugins/" + simpleName + "/config/validate",
        JSON.writeValueAsString(config));
  }

  public JsonNode status(String connector) throws IOException {
    return send("GET", "/connectors/" + connector + "/status", null);
  }

  /**
   * Whether the connector and all its tasks, at least one, run.
   *
   * @throws Await.GaveUpException when one has failed, with its trace
   */
  public boolean running(String connector) throws IOException {
    JsonNode status = status(connector);
    List<JsonNode> parts = new ArrayList<>(List.of(status.path("connector")));
    status.path("tasks").forEach(parts::add);
    for (JsonNode part : parts) {
      if (part.path("state").asText().equals("FAILED")) {
        throw new Await.GaveUpException(
            "connector " + connector + " failed: " + part.path("trace").asText());
      }
    }
    return parts.size() > 1
        && parts.stream().allMatch(part -> part.path("state").asText().equals("RUNNING"));
  }

  /** Whether the connector is stopped and none of its tasks is left. */
  public boolean stopped(String connector) throws IOException {
    JsonNode status = status(connector);
    return status.path("connector").path("state").asText().equals("STOPPED")
        && status.path("tasks").isEmpty();
  }

  /** Ends a connector's tasks and keeps its offsets; the answer comes before they have ended. */
  public void stop(String connector) throws IOException {
    send("PUT", "/connectors/" + connector + "/stop", null);
  }

  public void resume(String connector) throws IOException {
    send("PUT", "/connectors/" + connector + "/resume", null);
  }

  /** The stored offsets: for each partition its offset. */
  public JsonNode offsets(String connector) throws IOException {
    return send("GET", offsetsOf(connector), null).path("offsets");
  }

  /** Changes offsets of a stopped connector, by the text of a JSON object with {@code offsets}. */
  public void alterOffsets(String connector, String offsetsJson) throws IOException {
    send("PATCH", offsetsOf(connector), offsetsJson);
  }

  /** Drops all offsets of a stopped connector. */
  public void resetOffsets(String connector) throws IOException {
    send("DELETE", offsetsOf(connector), null);
  }

  private static String offsetsOf(String connector) {
    return "/connectors/" + connector + "/offsets";
  }

  private JsonNode send(String method, String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new RefusedException(method + " " + path, response.statusCode(), response.body());
      }
      return response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
