package dev.mssqlcdc.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The SQL Server stand-in as a process. */
public final class SqlServer implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(60);
  private static final String USER = "sa";
  private static final String PASSWORD = "Standin!Passw0rd";

  private final ChildJvm process;
  private final int port;

  private SqlServer(ChildJvm process, int port) {
    this.process = process;
    this.port = port;
  }

  static SqlServer launch(ProductHome home, Path directory) {
    int port = Ports.free();
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Program(
                "sql-server",
                home.programClassPath("sqlserver-standin"),
                "dev.mssqlcdc.standin.Main",
                // a million change rows fill the first gigabyte: collecting would cost more than
                // serving
                List.of("-Xmx2g", "-XX:+UseParallelGC"),
                List.of("--port", Integer.toString(port), "--password", PASSWORD),
                Map.of(),
                Sandbox.log(directory, "sql-server")));
    return new SqlServer(process, port);
  }

  void awaitReady() {
    process.await("listens", READY, () -> Ports.answers(port));
  }

  public String host() {
    return "127.0.0.1";
  }

  public int port() {
    return port;
  }

  public String user() {
    return USER;
  }

  public String password() {
    return PASSWORD;
  }

  /** Address for the Microsoft JDBC driver, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:sqlserver://%s:%d;databaseName=%s;encrypt=false;trustServerCertificate=true"
        .formatted(host(), port, database);
  }

  /** The server's process. */
  public ChildJvm process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
