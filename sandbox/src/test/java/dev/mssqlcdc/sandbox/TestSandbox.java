package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class TestSandbox {

  @Test
  void startsRealPartsAndLeavesNothingBehind() throws Exception {
    ChildJvm broker;
    ChildJvm registry;
    Path folder;
    try (Sandbox sandbox = Sandbox.start(Sandbox.Part.KAFKA, Sandbox.Part.REGISTRY)) {
      broker = sandbox.broker().process();
      registry = sandbox.registry().process();
      folder = sandbox.folder("mine");
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", sandbox.bootstrapServers()))) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        assertThat(admin.listTopics().names().get()).contains("t");
      }
      assertThat(get(sandbox.registryUrl() + "/config")).contains("BACKWARD");
      assertThatThrownBy(sandbox::connect).hasMessageContaining("no CONNECT");
    }
    assertThat(broker.alive()).isFalse();
    assertThat(registry.alive()).isFalse();
    assertThat(folder.getParent()).doesNotExist();
  }

  private static String get(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
