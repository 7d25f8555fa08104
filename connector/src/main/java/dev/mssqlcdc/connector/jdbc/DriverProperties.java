package dev.mssqlcdc.connector.jdbc;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/** The properties that the JDBC driver understands. */
public final class DriverProperties {

  private DriverProperties() {}

  public static Set<String> names() {
    try {
      return Arrays.stream(
              new SQLServerDriver().getPropertyInfo(SourceConnection.URL, new Properties()))
          .map(property -> property.name)
          .collect(Collectors.toSet());
    } catch (SQLException e) {
      throw new IllegalStateException("the driver does not tell its properties", e);
    }
  }
}
