package dev.mssqlcdc.standin;

import static dev.mssqlcdc.standin.TestingStandin.execute;
import static dev.mssqlcdc.standin.TestingStandin.one;
import static dev.mssqlcdc.standin.TestingStandin.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestTls {
  private static TestingStandin standin;

  @BeforeAll
  static void start() {
    standin = new TestingStandin();
  }

  @AfterAll
  static void stop() {
    standin.close();
  }

  private static Connection connect(String host, String options) throws SQLException {
    StandinServer server = standin.server();
    String url = "jdbc:sqlserver://" + host + ":" + server.port() + ";encrypt=true;" + options;
    return DriverManager.getConnection(url, server.user(), server.password());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "packetSize=32767", "packetSize=512"})
  void anEncryptedConnectionCarriesLargeResultsAndLargeStatements(String packetSize)
      throws SQLException {
    try (Connection connection =
        connect("localhost", "trustServerCertificate=true;" + packetSize)) {
      execute(
          connection, "CREATE DATABASE tls", "USE tls", "CREATE TABLE t (id int, s varchar(max))");
      String text = "x".repeat(200_000);
      TestingStandin.update(connection, "INSERT INTO t VALUES (1, ?)", text);
      assertThat(one(connection, "SELECT s FROM t")).isEqualTo(text);
      assertThat(rows(connection, "SELECT value FROM GENERATE_SERIES(1, 20000)")).hasSize(20_000);
      execute(connection, "USE master", "DROP DATABASE tls");
    }
  }

  @Test
  void anEncryptedStatementIsCancelled() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Connection connection = connect("localhost", "trustServerCertificate=true");
        Statement statement = connection.createStatement()) {
      Future<?> waiting = threads.submit(() -> statement.execute("WAITFOR DELAY '00:01:00'"));
      while (!waiting.isDone()) {
        statement.cancel();
        Thread.onSpinWait();
      }
      assertThatThrownBy(waiting::get).hasMessageContaining("The query was canceled.");
      assertThat(one(connection, "SELECT 1")).isEqualTo("1");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aClientThatDoesNotTrustTheCertificateSaysSo() {
    assertThatThrownBy(() -> connect("localhost", "trustServerCertificate=false").close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("PKIX path building failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1"})
  void aClientWithTheCertificateInItsTrustStoreConnects(String host, @TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("trust.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("standin", standin.server().certificate());
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }
    String trust =
        "trustServerCertificate=false;trustStoreType=PKCS12;trustStorePassword=changeit;trustStore="
            + file;
    try (Connection connection = connect(host, trust)) {
      assertThat(one(connection, "SELECT @@SPID")).isNotEmpty();
    }
  }

  @Test
  void aWrongPasswordIsToldThroughTls() {
    String url = "jdbc:sqlserver://localhost:" + standin.server().port() + ";encrypt=true";
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(url + ";trustServerCertificate=true", "sa", "wrong")
                    .close())
        .hasMessageContaining("Login failed for user 'sa'.");
  }

  @Test
  void everyServerHasACertificateOfItsOwn() {
    try (TestingStandin other = new TestingStandin()) {
      assertThat(other.server().certificate()).isNotEqualTo(standin.server().certificate());
    }
  }

  @Test
  void aClientThatStartsWithTlsAsTds8DoesIsDropped() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), standin.server().port())) {
      socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1, 0, 0, 0, 3, 3});
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }
}
