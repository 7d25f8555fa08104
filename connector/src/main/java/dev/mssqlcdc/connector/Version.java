package dev.mssqlcdc.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The connector's version, written into a resource by the build. */
final class Version {

  private static final String VERSION = read();

  private Version() {}

  static String get() {
    return VERSION;
  }

  private static String read() {
    var properties = new Properties();
    try (var in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
