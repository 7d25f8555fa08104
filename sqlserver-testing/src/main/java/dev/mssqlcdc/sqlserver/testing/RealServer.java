package dev.mssqlcdc.sqlserver.testing;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.mssqlserver.MSSQLServerContainer;

/** A SQL Server proper. */
record RealServer(String host, int port, String user, String password, Map<String, String> options)
    implements SqlServer {
  private static final String DEFAULT_IMAGE = "mcr.microsoft.com/mssql/server:2022-latest";

  private static final Pattern PASSWORD =
      Pattern.compile(";\\s*password\\s*=\\s*(?:\\{((?:[^}]|}})*)}|([^;]*))", CASE_INSENSITIVE);

  static RealServer at(String url) {
    Map<String, String> properties = properties(url);
    return new RealServer(
        properties.get("serverName"),
        Integer.parseInt(properties.get("portNumber")),
        properties.get("user"),
        password(url),
        Map.of(
            "encrypt",
            properties.get("encrypt"),
            "trustServerCertificate",
            properties.get("trustServerCertificate")));
  }

  private static Map<String, String> properties(String url) {
    try {
      Map<String, String> properties = new HashMap<>();
      Arrays.stream(new SQLServerDriver().getPropertyInfo(url, new Properties()))
          .forEach((DriverPropertyInfo info) -> properties.put(info.name, info.value));
      return properties;
    } catch (SQLException e) {
      // the cause may quote the URL, and with it the password
      throw new IllegalArgumentException("-Dsqlserver.url is not a URL of mssql-jdbc");
    }
  }

  /** The driver tells every property of a URL but this one. */
  private static String password(String url) {
    Matcher matcher = PASSWORD.matcher(url);
    if (!matcher.find()) {
      throw new IllegalArgumentException("-Dsqlserver.url names no password");
    }
    String braced = matcher.group(1);
    return braced == null ? matcher.group(2) : braced.replace("}}", "}");
  }

  /** SQL Server's agent is off in the container: nothing captures unless a test does. */
  @SuppressWarnings("resource") // the container ends with the JVM
  static RealServer inContainer() {
    MSSQLServerContainer container =
        new MSSQLServerContainer(System.getProperty("sqlserver.image", DEFAULT_IMAGE))
            .acceptLicense();
    container.start();
    return new RealServer(
        container.getHost(),
        container.getMappedPort(MSSQLServerContainer.MS_SQL_SERVER_PORT),
        container.getUsername(),
        container.getPassword(),
        Map.of("encrypt", "true", "trustServerCertificate", "true"));
  }

  @Override
  public Optional<StandinServer> standin() {
    return Optional.empty();
  }

  @Override
  public Capture capture(String database) {
    return new ScanningCapture(this, database);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "SQL Server at " + host + ":" + port;
  }
}
