package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.PropertyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What can be checked of docker-compose.yml without a container engine. That the programs accept
 * the files it mounts is checked by the flow itself, which runs on the same files.
 */
class TestCompose {

  private static final Pattern CLASS = Pattern.compile("dev\\.mssqlcdc\\.[a-z.]+\\.[A-Z]\\w*");

  private final ProductHome home = ProductHome.find();
  private JsonNode services;
  private JsonNode file;

  @BeforeEach
  void read() throws IOException {
    file = new YAMLMapper().readTree(home.resolve("docker-compose.yml").toFile());
    services = file.path("services");
    assertThat(services).isNotEmpty();
  }

  @Test
  void everyImageIsPinned() {
    for (JsonNode service : services) {
      JsonNode image = service.has("image") ? service.path("image") : file.at("/x-sql/image");
      assertThat(image.asText()).matches("[a-z0-9./-]+:[\\w.-]*\\d+\\.?\\d*[\\w.-]*");
    }
  }

  @Test
  void everyMountedPathExistsOnceBuilt() {
    List<String> mounts = new ArrayList<>();
    for (JsonNode service : services) {
      service.path("volumes").forEach(volume -> mounts.add(volume.asText().split(":", -1)[0]));
    }
    assertThat(mounts).contains("./lake", "./connector/target/components/packages");
    mounts.removeIf("./lake"::equals);
    assertThat(mounts).allSatisfy(mount -> assertThat(home.resolve(mount.substring(2))).exists());
  }

  @Test
  void everyServiceThatIsWaitedForIsThere() {
    for (JsonNode service : services) {
      JsonNode dependsOn = service.path("depends_on");
      List<String> names = new ArrayList<>();
      dependsOn.fieldNames().forEachRemaining(names::add);
      if (dependsOn.isArray()) {
        dependsOn.forEach(name -> names.add(name.asText()));
      }
      assertThat(names).allSatisfy(name -> assertThat(services.has(name)).as(name).isTrue());
    }
  }

  @Test
  void everyClassOfOursThatItRunsIsThere() {
    Matcher names = CLASS.matcher(services.toString());
    List<String> found = new ArrayList<>();
    while (names.find()) {
      found.add(names.group());
    }
    assertThat(found).isNotEmpty();
    assertThat(found)
        .allSatisfy(
            name -> {
              Path writer = home.resolve("delta-writer/target/classes");
              assertThat(writer.resolve(name.replace('.', '/') + ".class")).exists();
            });
  }

  @Test
  void theWritersHealthIsAskedWhereItsSettingsSay() {
    String listen =
        PropertyFiles.read(home.resolve("connect-config/delta-writer.properties"))
            .get("http.listen");
    assertThat(services.at("/delta-writer/healthcheck/test/3").asText())
        .isEqualTo("http://" + listen + "/health");
  }

  @Test
  void theConnectorsJsonFindsEveryVariableItRefersTo() throws IOException {
    String json = Files.readString(home.resolve("connect-config/shop.json"));
    Matcher variables = Pattern.compile("\\$\\{env:(\\w+)}").matcher(json);
    JsonNode environment = services.at("/connect/environment");
    int count = 0;
    while (variables.find()) {
      assertThat(environment.has(variables.group(1))).as(variables.group(1)).isTrue();
      count++;
    }
    assertThat(count).isPositive();
  }
}
