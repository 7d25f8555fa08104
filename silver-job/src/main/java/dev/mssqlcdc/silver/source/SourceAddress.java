package dev.mssqlcdc.silver.source;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import dev.mssqlcdc.silver.plan.SilverException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** How to connect to the source. Its text names none of it: any part may be a secret. */
public final class SourceAddress implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String PREFIX = "jdbc:sqlserver://";
  private static final Pattern PASSWORD = Pattern.compile("(?i);\\s*(password|pwd)\\s*=");

  private final String url;
  private final Properties properties = new Properties();

  /**
   * @param url for the Microsoft driver
   * @param user a SQL Server login; empty where the URL says how to log in
   * @param password of the login
   * @throws IllegalArgumentException when the URL is for another driver or holds a password
   */
  public SourceAddress(String url, Optional<String> user, Optional<String> password) {
    if (!url.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
      throw new IllegalArgumentException("the URL of the source does not begin with " + PREFIX);
    }
    if (PASSWORD.matcher(url).find()) {
      throw new IllegalArgumentException(
          "the URL of the source holds a password, which others may see: give it apart");
    }
    this.url = url;
    user.ifPresent(value -> properties.setProperty("user", value));
    password.ifPresent(value -> properties.setProperty("password", value));
    properties.setProperty("applicationName", "silver-job reconcile");
  }

  Connection connect() {
    try {
      return new SQLServerDriver().connect(url, (Properties) properties.clone());
    } catch (SQLException e) {
      throw failure("connecting", e);
    }
  }

  /** A failure as ours, with what to do where that is known. */
  static SilverException failure(String what, SQLException e) {
    String number = e.getErrorCode() == 0 ? "" : " (error " + e.getErrorCode() + ")";
    return new SilverException(
        "the source: %s failed: %s%s; %s".formatted(what, e.getMessage(), number, remedy(e)), e);
  }

  private static String remedy(SQLException e) {
    return switch (e.getErrorCode()) {
      case 229, 230, 297, 300, 916 -> "grant SELECT on the object that the error names";
      case 4060 -> "check databaseName in the URL and that the login is a user of the database";
      case 18456 -> "check the user and the password";
      case 1205, 1222 -> "run again";
      default -> "see the server's error, then run again";
    };
  }

  @Override
  public String toString() {
    return "the source";
  }
}
