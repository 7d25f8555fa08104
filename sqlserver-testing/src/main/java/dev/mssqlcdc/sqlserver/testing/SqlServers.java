package dev.mssqlcdc.sqlserver.testing;

import dev.mssqlcdc.standin.StandinOptions;

/** Chooses the server of this run. */
final class SqlServers {
  static final SqlServer SHARED = choose();

  private SqlServers() {}

  private static SqlServer choose() {
    String url = System.getProperty("sqlserver.url", "");
    String kind = System.getProperty("sqlserver", "standin");
    if (!url.isEmpty()) {
      return RealServer.at(url);
    }
    return switch (kind) {
      case "container" -> RealServer.inContainer();
      case "standin" -> new Standin(StandinOptions.defaults());
      default ->
          throw new IllegalArgumentException(
              "-Dsqlserver=" + kind + " is neither standin nor container");
    };
  }
}
