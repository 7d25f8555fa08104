package dev.mssqlcdc.connector;

import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The stand-in that all tests of this module share. It captures only when a test asks, so that a
 * test knows how far capture is.
 */
final class TestingServer {

  static final String HOST = "localhost";

  private static final StandinServer SERVER =
      StandinServer.start(
          StandinOptions.defaults()
              .withCaptureInterval(Duration.ofDays(1))
              .withIdleInterval(Duration.ofDays(1)));

  static final String USER = SERVER.user();
  static final String PASSWORD = SERVER.password();

  private TestingServer() {}

  static int port() {
    return SERVER.port();
  }

  static void createDatabase(String name) {
    SERVER.createDatabase(name);
  }

  static Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(SERVER.jdbcUrl(database), USER, PASSWORD);
  }
}
