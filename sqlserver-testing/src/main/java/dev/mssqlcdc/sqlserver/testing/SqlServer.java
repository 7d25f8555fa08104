package dev.mssqlcdc.sqlserver.testing;

import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * The server that the tests of this run share. Which one it is, the run says:
 *
 * <ul>
 *   <li>{@code -Dsqlserver.url=jdbc:sqlserver://...;user=...;password=...}: a server that exists,
 *       by a sysadmin login. Its databases are left alone; tests make and drop their own.
 *   <li>{@code -Dsqlserver=container}: a container of the image {@code -Dsqlserver.image=...}.
 *   <li>otherwise the stand-in, in this JVM.
 * </ul>
 */
public interface SqlServer {

  String host();

  int port();

  /** A login of the role sysadmin. */
  String user();

  String password();

  /** What a client has to say to mssql-jdbc beside the address, such as encrypt=true. */
  Map<String, String> options();

  /** The URL for mssql-jdbc, without user and password. */
  default String url(String database) {
    StringBuilder url = new StringBuilder("jdbc:sqlserver://" + host() + ":" + port());
    url.append(";databaseName=").append(database);
    options().forEach((name, value) -> url.append(';').append(name).append('=').append(value));
    return url.toString();
  }

  /** The stand-in itself, for controls that no SQL Server has. */
  Optional<StandinServer> standin();

  /** Holds capture back in a database, or lets it run. */
  Capture capture(String database);

  /** The server of this run, started at the first call. */
  static SqlServer ofThisRun() {
    return SqlServers.SHARED;
  }

  /** A stand-in of a test's own, with a clock or a zone of its own; the test closes it. */
  static SqlServer standin(StandinOptions options) {
    return new Standin(options);
  }

  default Connection connect(String database) throws SQLException {
    return connect(database, user(), password());
  }

  default Connection connect(String database, String user, String password) throws SQLException {
    return DriverManager.getConnection(url(database), user, password);
  }

  /** Removes a database, whoever is connected to it. */
  default void dropDatabase(String name) throws SQLException {
    try (Connection connection = connect("master")) {
      Sql.execute(
          connection,
          "ALTER DATABASE [" + name + "] SET SINGLE_USER WITH ROLLBACK IMMEDIATE",
          "DROP DATABASE [" + name + "]");
    }
  }

  /** Makes a database without CDC and with a name of its own. */
  default TestDatabase createDatabase() throws SQLException {
    return TestDatabase.create(this, "");
  }

  /** 14 for SQL Server 2017, 15 for 2019, 16 for 2022, 17 for 2025. */
  default int majorVersion() throws SQLException {
    try (Connection connection = connect("master")) {
      return connection.getMetaData().getDatabaseMajorVersion();
    }
  }
}
