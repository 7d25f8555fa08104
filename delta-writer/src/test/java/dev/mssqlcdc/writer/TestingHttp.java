package dev.mssqlcdc.writer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks the program over HTTP. */
public final class TestingHttp {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  public TestingHttp(String url) {
    this.url = url;
  }

  public HttpResponse<String> ask(String method, String path)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, BodyPublishers.noBody())
            .timeout(PATIENCE)
            .build(),
        BodyHandlers.ofString());
  }

  /** Status and text of an answer, as {@code 200 ok}. */
  public String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = ask("GET", path);
    return answer.statusCode() + " " + answer.body().strip();
  }

  /** What /tables tells of a topic; a missing node when it does not know it. */
  public JsonNode table(String topic) throws IOException, InterruptedException {
    for (JsonNode table : new ObjectMapper().readTree(ask("GET", "/tables").body()).get("tables")) {
      if (table.get("topic").asText().equals(topic)) {
        return table;
      }
    }
    return MissingNode.getInstance();
  }
}
