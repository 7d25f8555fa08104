package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.standin.StandinOptions;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What the stand-in is as a server of its own. */
class TestStandinServer {

  @Test
  void severalServersRunInOneJvmWithoutKnowingEachOther() throws SQLException {
    try (StandinServer first = StandinServer.start(StandinOptions.defaults());
        StandinServer second = StandinServer.start(StandinOptions.defaults())) {
      assertThat(first.port()).isNotEqualTo(second.port());
      first.createDatabase("d");
      second.createDatabase("d");
      try (Connection mine = connect(first);
          Connection theirs = connect(second)) {
        execute(mine, "CREATE TABLE only_here (id int)");
        assertThatThrownBy(() -> one(theirs, "SELECT * FROM only_here"))
            .hasMessageContaining("Invalid object name 'only_here'.");
      }
    }
  }

  private static Connection connect(StandinServer server) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl("d"), server.user(), server.password());
  }

  @Test
  void optionsAndUrlShowNoPassword() {
    assertThat(StandinOptions.defaults().toString())
        .doesNotContain(StandinOptions.DEFAULT_PASSWORD);
    try (StandinServer server = StandinServer.start(StandinOptions.defaults())) {
      assertThat(server.jdbcUrl("x")).doesNotContain(StandinOptions.DEFAULT_PASSWORD);
    }
  }
}
