package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.changes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the server is connected to. */
class TestSecurity {

  private static final String T = "p.dbo.t";

  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    database = TestingDatabase.create();
    database.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "t");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Map<String, String> encrypted() {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.remove("database.encrypt");
    settings.remove("database.trustServerCertificate");
    return settings;
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefusedByDefaultWithTheRemedy() {
    Map<String, String> settings = encrypted();
    List<String> faults =
        new SqlServerCdcSourceConnector()
            .validate(settings).configValues().stream()
                .filter(value -> !value.errorMessages().isEmpty())
                .map(value -> value.name() + ": " + value.errorMessages())
                .toList();
    assertThat(faults)
        .singleElement()
        .asString()
        .startsWith("database.encrypt: ")
        .contains("database.trustStore", "database.trustServerCertificate=true")
        .doesNotContain(settings.get("database.password"));
    assertThatThrownBy(() -> TestingTask.start(settings))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("database.trustStore");
  }

  @Test
  void anEncryptedConnectionReadsChanges() throws Exception {
    Map<String, String> settings = encrypted();
    settings.put("database.trustServerCertificate", "true");
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      database.execute("INSERT INTO dbo.t VALUES (1)");
      assertThat(changes(task.pollTo(T, database.capture()))).hasSize(1);
    }
  }

  @Test
  @StandinOnly("takes a login in plain text")
  void theLoginSaysThatItOnlyReadsUnlessTheUserSaysOtherwise() throws Exception {
    try (var proxy = TestingProxy.open()) {
      Map<String, String> settings = database.settings("dbo\\.t");
      proxy.lead(settings);
      try (var task = TestingTask.start(settings)) {
        task.begin(1);
        assertThat(proxy.sawReadOnlyLogins()).isTrue();
      }
      settings.put("database.ApplicationIntent", "ReadWrite");
      try (var task = TestingTask.start(settings)) {
        task.begin(1);
        assertThat(proxy.sawReadOnlyLogins()).isFalse();
      }
    }
  }
}
