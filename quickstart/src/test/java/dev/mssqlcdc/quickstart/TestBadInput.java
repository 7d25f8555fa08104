package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.sandbox.WriterProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What a user gets wrong, told by a real worker: each message names what to fix. */
@TestInstance(Lifecycle.PER_CLASS)
class TestBadInput {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String CLASS = "dev.mssqlcdc.connector.SqlServerCdcSourceConnector";

  private Sandbox sandbox;

  @BeforeAll
  void start() throws SQLException {
    sandbox =
        Sandbox.start(
            Sandbox.Part.KAFKA,
            Sandbox.Part.REGISTRY,
            Sandbox.Part.SQL_SERVER,
            Sandbox.Part.CONNECT);
    ShopDatabase.create(sandbox.sqlServer(), new Workload(1).initialRows(1)).close();
    try (Connection connection =
            DriverManager.getConnection(
                sandbox.sqlServer().jdbcUrl("master"),
                sandbox.sqlServer().user(),
                sandbox.sqlServer().password());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE without_cdc");
    }
  }

  @AfterAll
  void stop() {
    sandbox.close();
  }

  /** The shipped connector's settings. */
  private static Map<String, String> shipped() throws IOException {
    JsonNode file = JSON.readTree(ProductHome.find().resolve("connect-config/shop.json").toFile());
    Map<String, String> settings = new HashMap<>();
    file.path("config")
        .properties()
        .forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
    return settings;
  }

  /** All errors of a validation, as {@code setting: message}. */
  private String errorsWith(String setting, String value) throws IOException {
    Map<String, String> settings = shipped();
    settings.put("name", "bad");
    settings.put(setting, value);
    JsonNode answer = sandbox.connect().client().validate(CLASS, settings);
    return StreamSupport.stream(answer.path("configs").spliterator(), false)
        .map(each -> each.path("value"))
        .filter(each -> !each.path("errors").isEmpty())
        .map(each -> each.path("name").asText() + ": " + each.path("errors"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void theShippedConfigurationIsValid() throws IOException {
    assertThat(errorsWith("tasks.max", "2")).isEmpty();
  }

  @Test
  void aWrongPasswordIsToldAtValidationWithoutShowingIt() throws IOException {
    assertThat(errorsWith("database.password", "wr0ng-secret"))
        .contains("database.password")
        .containsIgnoringCase("login failed")
        .doesNotContain("wr0ng-secret");
  }

  @Test
  void anUnknownDatabaseIsToldAtValidation() throws IOException {
    assertThat(errorsWith("database.names", "nowhere")).contains("database.names", "nowhere");
  }

  @Test
  void aDatabaseWithoutCdcIsToldAtValidationWithTheRemedy() throws IOException {
    assertThat(errorsWith("database.names", "without_cdc"))
        .contains("database.names", "sp_cdc_enable_db");
  }

  @Test
  void aMissingTableIsToldAtValidation() throws IOException {
    assertThat(errorsWith("table.include.list", "dbo\\.no_such_table"))
        .contains("table.include.list", "no_such_table");
  }

  @Test
  void anUnreachableServerIsToldAtValidation() throws IOException {
    assertThat(errorsWith("database.port", "1")).contains("database.hostname");
  }

  @Test
  void anUnreachableRegistryFailsTheTaskNamingTheSetting() throws IOException {
    Map<String, String> settings = shipped();
    settings.put("topic.prefix", "lost");
    settings.put("key.converter.schema.registry.url", "http://127.0.0.1:1");
    settings.put("value.converter.schema.registry.url", "http://127.0.0.1:1");
    sandbox
        .connect()
        .client()
        .post(JSON.writeValueAsString(Map.of("name", "lost", "config", settings)));
    Await.until("the task fails", SOON, () -> trace("lost").contains("schema registry"));
    assertThat(trace("lost"))
        .contains("http://127.0.0.1:1")
        .contains("check schema.registry.url and that it is up");
    sandbox.connect().client().delete("lost");
  }

  private String trace(String connector) throws IOException {
    return sandbox
        .connect()
        .client()
        .status(connector)
        .path("tasks")
        .findValuesAsText("trace")
        .stream()
        .collect(Collectors.joining());
  }

  @Test
  void theWriterNamesALakeRootItCannotReach() throws IOException {
    Path file = Files.createFile(sandbox.folder("bad").resolve("a-file"));
    assertThat(writerOutput("lake.root", file + "/lake")).contains("lake.root", "a-file");
  }

  @Test
  void theWriterNamesABrokerItCannotReach() {
    assertThat(writerOutput("bootstrap.servers", "127.0.0.1:1"))
        .contains("bootstrap.servers", "127.0.0.1:1");
  }

  @Test
  void theWriterNamesASettingThatIsMissing() {
    assertThat(writerOutput("topic.prefix", "")).contains("topic.prefix");
  }

  /** What a writer prints that ends by itself, because one setting is wrong. */
  private String writerOutput(String setting, String value) {
    Map<String, String> settings = new HashMap<>();
    settings.put("lake.root", sandbox.folder("lake").toString());
    settings.put(setting, value);
    ChildJvm writer = WriterProgram.start(sandbox, "writer-with-bad-" + setting, settings);
    Await.until("the writer ends", SOON, () -> !writer.alive());
    assertThat(writer.exitCode()).isNotZero();
    return writer.output();
  }
}
