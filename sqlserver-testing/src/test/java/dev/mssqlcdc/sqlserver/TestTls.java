package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.io.OutputStream;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
class TestTls {
  private static final String TRUSTED = "trustServerCertificate=true";

  private static Connection connect(SqlServer server, String host, String options)
      throws SQLException {
    String url = "jdbc:sqlserver://" + host + ":" + server.port() + ";encrypt=true;" + options;
    return DriverManager.getConnection(url, server.user(), server.password());
  }

  private static StandinServer standin(SqlServer server) {
    return server.standin().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";packetSize=32767", ";packetSize=512"})
  void anEncryptedConnectionCarriesLargeResultsAndLargeStatements(
      String packetSize, SqlServer server, TestDatabase database) throws SQLException {
    String options = TRUSTED + packetSize + ";databaseName=" + database.name();
    try (Connection connection = connect(server, server.host(), options)) {
      execute(connection, "CREATE TABLE t (id int, s varchar(max))");
      String text = "x".repeat(200_000);
      update(connection, "INSERT INTO t VALUES (1, ?)", text);
      assertThat(one(connection, "SELECT s FROM t")).isEqualTo(text);
      update(connection, "INSERT INTO t SELECT 1, REPLICATE('y', 100) FROM sys.columns");
      int count = Integer.parseInt(one(connection, "SELECT COUNT(*) FROM t"));
      assertThat(rows(connection, "SELECT s FROM t")).hasSize(count);
    }
  }

  @Test
  void anEncryptedStatementIsCancelled(SqlServer server) throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Connection connection = connect(server, server.host(), TRUSTED);
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
  void aClientThatDoesNotTrustTheCertificateSaysSo(SqlServer server) {
    String untrusted = "trustServerCertificate=false";
    assertThatThrownBy(() -> connect(server, server.host(), untrusted).close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("PKIX path building failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1"})
  @StandinOnly("the certificate of another server is its administrator's")
  void aClientWithTheCertificateInItsTrustStoreConnects(
      String host, SqlServer server, @TempDir Path directory) throws Exception {
    Path file = directory.resolve("trust.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("standin", standin(server).certificate());
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }
    String trust =
        "trustServerCertificate=false;trustStoreType=PKCS12;trustStorePassword=changeit;trustStore="
            + file;
    try (Connection connection = connect(server, host, trust)) {
      assertThat(one(connection, "SELECT @@SPID")).isNotEmpty();
    }
  }

  @Test
  void aWrongPasswordIsToldThroughTls(SqlServer server) {
    String url =
        "jdbc:sqlserver://" + server.host() + ":" + server.port() + ";encrypt=true;" + TRUSTED;
    assertThatThrownBy(() -> DriverManager.getConnection(url, server.user(), "wrong").close())
        .hasMessageContaining("Login failed for user '" + server.user() + "'.");
  }

  @Test
  @StandinOnly("starts a second server")
  void everyServerHasACertificateOfItsOwn(SqlServer server) {
    try (StandinServer other = StandinServer.start(StandinOptions.defaults())) {
      assertThat(other.certificate()).isNotEqualTo(standin(server).certificate());
    }
  }

  @Test
  @StandinOnly("SQL Server 2022 speaks TDS 8 too")
  void aClientThatStartsWithTlsAsTds8DoesIsDropped(SqlServer server) throws Exception {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1, 0, 0});
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }
}
