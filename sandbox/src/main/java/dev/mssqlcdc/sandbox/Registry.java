package dev.mssqlcdc.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Apicurio Registry, in memory, spoken to through its Confluent REST API. */
public final class Registry implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(60);
  private static final String COMPATIBILITY = "{\"compatibility\": \"BACKWARD\"}";

  private final ChildJvm process;
  private final int port;

  private Registry(ChildJvm process, int port) {
    this.process = process;
    this.port = port;
  }

  static Registry launch(ProductHome home, Path directory) {
    int port = Ports.free();
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Program(
                "registry",
                home.single("sandbox/target/registry", "-runner.jar").toString(),
                "io.quarkus.runner.GeneratedMain",
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                List.of(),
                Map.of(
                    "QUARKUS_HTTP_PORT", Integer.toString(port),
                    "QUARKUS_HTTP_HOST", "127.0.0.1",
                    "QUARKUS_LOG_LEVEL", "WARN"),
                Sandbox.log(directory, "registry")));
    return new Registry(process, port);
  }

  void awaitReady() {
    process.await("takes the default compatibility", READY, this::setsCompatibility);
  }

  private boolean setsCompatibility() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/config"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(COMPATIBILITY))
            .build();
    return HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.discarding())
            .statusCode()
        == 200;
  }

  /** Base address of the Confluent REST API. */
  public String url() {
    return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
  }

  /** The registry's process. */
  public ChildJvm process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
