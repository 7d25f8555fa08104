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

/** S3Proxy, in memory, with one bucket: an object store that speaks S3's protocol. */
public final class ObjectStore implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(60);
  private static final String BUCKET = "lake";
  private static final String KEY = "sandbox";

  private final ChildJvm process;
  private final int port;

  private ObjectStore(ChildJvm process, int port) {
    this.process = process;
    this.port = port;
  }

  static ObjectStore launch(ProductHome home, Path directory) {
    int port = Ports.free();
    Path properties = directory.resolve("s3.properties");
    PropertyFiles.write(
        properties,
        Map.of(
            "s3proxy.endpoint",
            "http://127.0.0.1:" + port,
            "s3proxy.authorization",
            "aws-v2-or-v4",
            "s3proxy.identity",
            KEY,
            "s3proxy.credential",
            KEY,
            "jclouds.provider",
            "transient-nio2"));
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Program(
                "s3",
                home.single("sandbox/target/s3", ".jar").toString(),
                "org.gaul.s3proxy.Main",
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                List.of("--properties", properties.toString()),
                Map.of("LOG_LEVEL", "warn"),
                Sandbox.log(directory, "s3")));
    return new ObjectStore(process, port);
  }

  void awaitReady() {
    process.await("answers", READY, this::answers);
  }

  // Who is not known is refused, and so was answered.
  private boolean answers() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint() + "/")).build();
    HttpResponse<Void> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    return answer.statusCode() < 500;
  }

  /** Its address. */
  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  /** The access key and, at the same time, the secret. */
  public String key() {
    return KEY;
  }

  /** The bucket's name; a client makes it. */
  public String bucket() {
    return BUCKET;
  }

  @Override
  public void close() {
    process.close();
  }
}
